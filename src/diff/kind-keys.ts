/** Kinds that are looked for in several places, as objects are kept by them. */

export const STORAGE_CLASS = 'storage.k8s.io/StorageClass';

export const VOLUME = '/PersistentVolume';
export const CLAIM = '/PersistentVolumeClaim';

/** Snapshots of one volume, and of a group of them. */
export const SNAPSHOTS = [
  'snapshot.storage.k8s.io/VolumeSnapshot',
  'groupsnapshot.storage.k8s.io/VolumeGroupSnapshot',
];
/** What names them in the storage. */
export const CONTENTS = SNAPSHOTS.map((kind) => `${kind}Content`);
