/** From a shared volume to its persistent volume and claim, bound to each other. */
import { Manifest } from '../../kube';
import { buildClaim, buildCsiPersistentVolume } from '../../storage/core';
import { buildAsOperator } from '../operator';
import { EFS_DRIVER_NAME } from '../spec';
import { namesOf, volumeHandleOf } from './names';
import { DEFAULT_CAPACITY, DEFAULT_CLASS, SharedVolumeSpec } from './spec';

/** The volume and the claim, in the order in which they are applied. */
export function buildSharedVolume(spec: SharedVolumeSpec): [Manifest, Manifest] {
  if (spec.operatorMode) {
    return buildAsOperator({
      name: spec.name,
      namespace: spec.namespace!,
      fileSystemID: spec.fileSystemId,
      accessPointID: spec.accessPointId!,
    });
  }
  const { volumeName, claimName } = namesOf(spec);
  const { labels, annotations, accessModes = ['ReadWriteMany'], storage = DEFAULT_CAPACITY } = spec;
  // Always explicit, on both: a claim without a class would get the cluster's default one and never
  // bind.
  const { storageClassName = DEFAULT_CLASS } = spec;
  const volumeMode = 'Filesystem';
  return [
    buildCsiPersistentVolume({
      name: volumeName,
      labels,
      annotations,
      driver: EFS_DRIVER_NAME,
      volumeHandle: volumeHandleOf(spec),
      volumeAttributes: spec.volumeAttributes,
      storage,
      accessModes,
      storageClassName,
      reclaimPolicy: 'Retain',
      volumeMode,
      mountOptions: spec.mountOptions,
      // Each alone lets somebody else take the other half.
      claimRef: { name: claimName, namespace: spec.namespace! },
    }),
    buildClaim({
      name: claimName,
      namespace: spec.namespace,
      labels,
      annotations,
      accessModes,
      storage: spec.request ?? storage,
      storageClassName,
      volumeMode,
      volumeName,
    }),
  ];
}
