/** Notes on changes of volumes and classes of snapshots that nothing refuses. */
import { diffObjects } from '../../src/diff';

type Fields = { readonly [field: string]: unknown };

const volume = (spec: Fields = {}) => ({
  apiVersion: 'v1',
  kind: 'PersistentVolume',
  metadata: { name: 'disk' },
  spec: {
    capacity: { storage: '2Gi' },
    accessModes: ['ReadWriteOnce', 'ReadOnlyMany'],
    persistentVolumeReclaimPolicy: 'Retain',
    storageClassName: 'fast',
    claimRef: { namespace: 'shop', name: 'data' },
    csi: { driver: 'ebs.csi.aws.com', volumeHandle: 'vol-1' },
    ...spec,
  },
});
const claim = (spec: Fields = {}) => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: { name: 'data', namespace: 'shop' },
  spec: {
    accessModes: ['ReadWriteOnce'],
    storageClassName: 'fast',
    volumeName: 'disk',
    resources: { requests: { storage: '2Gi' } },
    ...spec,
  },
});
const snapshotClass = (deletionPolicy: string) => ({
  apiVersion: 'snapshot.storage.k8s.io/v1',
  kind: 'VolumeSnapshotClass',
  metadata: { name: 'daily' },
  driver: 'ebs.csi.aws.com',
  deletionPolicy,
});

const notesOf = (old: readonly Fields[], next: readonly Fields[]) =>
  diffObjects(old, next)
    .notes.filter(({ id }) => id === 'policy' || id === 'misfit')
    .map(({ id, message }) => `${id}: ${message}`);

const misfit = (what: string) =>
  `misfit: nothing refuses it, but ${what} bound claim shop/data requests`;

test.each<[string, Fields, readonly string[]]>([
  ['as large as it was', { capacity: { storage: '2048Mi' } }, []],
  ['larger', { capacity: { storage: '3Gi' } }, []],
  ['smaller', { capacity: { storage: '1Gi' } }, [misfit('capacity no longer match what its')]],
  ['of fewer modes', { accessModes: ['ReadWriteOnce'] }, []],
  [
    'of other modes',
    { accessModes: ['ReadOnlyMany'] },
    [misfit('accessModes no longer match what its')],
  ],
  [
    'of another class',
    { storageClassName: 'slow' },
    [misfit('storageClassName no longer match what its')],
  ],
  [
    'of no class',
    { storageClassName: undefined },
    [misfit('storageClassName no longer match what its')],
  ],
  [
    'smaller and of another class',
    { capacity: { storage: '1Gi' }, storageClassName: 'slow' },
    [misfit('capacity and storageClassName no longer match what their')],
  ],
])('a bound volume that becomes %s is noted as its claim needs', (_about, spec, expected) => {
  expect(notesOf([volume(), claim()], [volume(spec), claim()])).toEqual(expected);
});

test.each<[string, readonly Fields[]]>([
  ['that no claim has', []],
  ['of another claim', [claim({ volumeName: 'other' })]],
])('a volume %s may become smaller', (_about, claims) => {
  const smaller = volume({ capacity: { storage: '1Gi' } });
  expect(notesOf([volume(), ...claims], [smaller, ...claims])).toEqual([]);
});

test('a volume without a claim may become smaller', () => {
  const free = { claimRef: undefined };
  expect(notesOf([volume(free)], [volume({ ...free, capacity: { storage: '1Gi' } })])).toEqual([]);
});

const POLICY =
  'policy: from now on, deleting the claim of this volume deletes its data, if a driver made the volume';
const SNAPSHOTS = 'policy: from now on, deleting a snapshot of this class deletes its data';

test.each([
  ['Retain', 'Delete', [POLICY]],
  ['Delete', 'Retain', []],
  ['Delete', 'Delete', []],
  ['Retain', 'Retain', []],
])('a volume whose policy was %s, and is %s', (was, is, expected) => {
  const policed = (persistentVolumeReclaimPolicy: string, labels: Fields) => ({
    ...volume({ persistentVolumeReclaimPolicy }),
    metadata: { name: 'disk', labels },
  });
  expect(notesOf([policed(was, { a: '1' })], [policed(is, { a: '2' })])).toEqual(expected);
});

test.each([
  ['Retain', 'Delete', [SNAPSHOTS]],
  ['Delete', 'Retain', []],
  ['Delete', 'Delete', []],
])('a class of snapshots whose policy was %s, and is %s', (was, is, expected) => {
  expect(notesOf([snapshotClass(was)], [snapshotClass(is)])).toEqual(expected);
});

test.each([
  [
    'Retain',
    'Delete',
    ['policy: from now on, deleting this content, or its snapshot, deletes its data'],
  ],
  ['Delete', 'Retain', []],
])('a content of a snapshot whose policy was %s, and is %s', (was, is, expected) => {
  const content = (deletionPolicy: string) => ({
    apiVersion: 'snapshot.storage.k8s.io/v1',
    kind: 'VolumeSnapshotContent',
    metadata: { name: 'daily' },
    spec: {
      deletionPolicy,
      driver: 'ebs.csi.aws.com',
      source: { snapshotHandle: 'snap-1' },
      volumeSnapshotRef: { namespace: 'shop', name: 'daily' },
    },
  });
  expect(notesOf([content(was)], [content(is)])).toEqual(expected);
});

test.each<[string, Fields | undefined, Fields, readonly string[]]>([
  [
    'deletes claims with it',
    undefined,
    { whenDeleted: 'Delete' },
    ['policy: from now on, deleting the set deletes the claims of its pods (whenDeleted: Delete)'],
  ],
  [
    'deletes claims of pods that it no longer has',
    { whenScaled: 'Retain' },
    { whenScaled: 'Delete' },
    [
      'policy: from now on, fewer replicas of the set, also by an autoscaler, deletes the claims of its pods (whenScaled: Delete)',
    ],
  ],
  ['does so as before', { whenDeleted: 'Delete' }, { whenDeleted: 'Delete' }, []],
  ['no longer does so', { whenDeleted: 'Delete' }, { whenDeleted: 'Retain' }, []],
])('a set that %s', (_about, was, is, expected) => {
  const set = (policy: Fields | undefined, image: string) => ({
    apiVersion: 'apps/v1',
    kind: 'StatefulSet',
    metadata: { name: 'db', namespace: 'shop' },
    spec: {
      serviceName: 'db',
      ...(policy ? { persistentVolumeClaimRetentionPolicy: policy } : {}),
      selector: { matchLabels: { app: 'db' } },
      template: {
        metadata: { labels: { app: 'db' } },
        spec: { containers: [{ name: 'db', image }] },
      },
    },
  });
  const notes = notesOf([set(was, 'db:1')], [set(is, 'db:2')]);
  expect(notes.filter((note) => note.startsWith('policy'))).toEqual(expected);
});
