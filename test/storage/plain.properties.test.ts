/** Storage objects that are plainly right: the checks of each kind say nothing of them. */
import { checkStorageObject, isPlainStorage } from '../../src/storage/core';
import * as fc from '../support/fast-check';
import { runsOf } from '../support/size';

/** Right values most of the time, and what may be anywhere. */
const among = (...right: readonly unknown[]) =>
  fc.oneof(
    { weight: 30, arbitrary: fc.constantFrom(...right) },
    {
      weight: 1,
      arbitrary: fc.constantFrom<unknown>('', 'A_b', ' x', 0, null, [], {}, ['x'], 'x'.repeat(300)),
    },
  );
const maybe = (fields: { readonly [name: string]: fc.Arbitrary<unknown> }, ...needed: string[]) =>
  fc.record(fields, { requiredKeys: needed });
const MODES = [['ReadWriteOnce'], ['ReadWriteMany', 'ReadOnlyMany'], ['ReadWriteOncePod']];
const TEXTS = { a: 'x', 'example.com/b': '' };

const metadata = maybe(
  {
    name: among('a', 'a-1'),
    namespace: among('shop'),
    labels: among({}, TEXTS),
    annotations: among({}, TEXTS, { 'Example.com/Note': 'any' }),
  },
  'name',
);
const size = among('1Gi', '500M', '10Gi', '0Gi');
const spec = {
  accessModes: among(...MODES),
  storageClassName: among('fast', ''),
  volumeMode: among('Filesystem', 'Block'),
};
const claim = maybe(
  {
    ...spec,
    volumeName: among('v'),
    resources: maybe({ requests: maybe({ storage: size }, 'storage') }, 'requests'),
  },
  'accessModes',
  'resources',
);
const csi = maybe(
  {
    driver: among('efs.csi.aws.com'),
    volumeHandle: among('fs-1:/a'),
    fsType: among('ext4', ''),
    volumeAttributes: among({}, { a: 'b' }),
    readOnly: among(true, false),
  },
  'driver',
  'volumeHandle',
);
const nfs = maybe(
  { server: among('files.example.com'), path: among('/data'), readOnly: among(true, false) },
  'server',
  'path',
);
const claimRef = maybe(
  {
    apiVersion: among('v1'),
    kind: among('PersistentVolumeClaim'),
    name: among('c'),
    namespace: among('shop'),
  },
  'name',
  'namespace',
);
const volumeOf = (source: Parameters<typeof maybe>[0]) =>
  maybe(
    {
      ...spec,
      capacity: maybe({ storage: size }, 'storage'),
      persistentVolumeReclaimPolicy: among('Retain', 'Delete', 'Recycle'),
      mountOptions: among([], ['ro', 'vers=4.1'], [''], ['a\tb']),
      claimRef,
      ...source,
    },
    'accessModes',
    'capacity',
    ...Object.keys(source),
  );
const storageClass = {
  provisioner: among('efs.csi.aws.com', 'kubernetes.io/no-provisioner'),
  parameters: among({}, { a: 'b' }),
  reclaimPolicy: among('Delete', 'Retain', 'Recycle'),
  volumeBindingMode: among('Immediate', 'WaitForFirstConsumer'),
  allowVolumeExpansion: among(true, false),
  mountOptions: among([], ['ro'], [''], ['a\tb']),
};
const objectOf = (apiVersion: string, kind: string, fields: Parameters<typeof maybe>[0]) =>
  fc.record({ apiVersion: fc.constant(apiVersion), kind: fc.constant(kind), metadata, ...fields });

test.each([
  ['/PersistentVolumeClaim', objectOf('v1', 'PersistentVolumeClaim', { spec: claim })],
  ['/PersistentVolume', objectOf('v1', 'PersistentVolume', { spec: volumeOf({ csi }) })],
  ['/PersistentVolume', objectOf('v1', 'PersistentVolume', { spec: volumeOf({ nfs }) })],
  ['storage.k8s.io/StorageClass', objectOf('storage.k8s.io/v1', 'StorageClass', storageClass)],
])('nothing is said of a %s that is plainly right', (kindKey, objects) => {
  let plain = 0;
  fc.assert(
    fc.property(objects, (manifest) => {
      if (!isPlainStorage(manifest)) return;
      plain += 1;
      expect(checkStorageObject(kindKey, manifest)).toEqual([]);
    }),
    { numRuns: 2000 },
  );
  expect(plain).toBeGreaterThan(runsOf(60));
});
