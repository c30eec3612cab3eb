/** The rules on facts never throw, and leave alone what they are given. */
import { targetFacts } from '../../../src/facts';
import { judge, readWorld } from '../../../src/judge';
import { FACT_JUDGES } from '../../../src/manifests/facts';
import * as fc from '../../support/fast-check';
import { exchange } from '../../support/properties';

const claim = {
  accessModes: ['ReadWriteMany', 'ReadWriteOncePod'],
  storageClassName: 'fast',
  volumeAttributesClassName: 'gold',
  dataSourceRef: { kind: 'Sample', name: 's', namespace: 'n' },
};
const podSpec = {
  hostUsers: false,
  securityContext: { supplementalGroupsPolicy: 'Strict' },
  initContainers: [
    {
      name: 'first',
      image: 'postgres',
      restartPolicy: 'Always',
      securityContext: { readOnlyRootFilesystem: true },
    },
  ],
  containers: [
    {
      name: 'app',
      image: 'nginx:1',
      args: ['-g', 'x'],
      securityContext: { readOnlyRootFilesystem: true },
      volumeMounts: [
        { name: 'bucket', mountPath: '/var/run', readOnly: true, recursiveReadOnly: 'Enabled' },
        { name: 'old', mountPath: '/old' },
      ],
    },
  ],
  volumes: [
    { name: 'bucket', csi: { driver: 'gcsfuse.csi.storage.gke.io' } },
    { name: 'old', glusterfs: { path: 'p' } },
    {
      name: 'scratch',
      ephemeral: { volumeClaimTemplate: { metadata: { annotations: {} }, spec: claim } },
    },
  ],
};
const OBJECTS: any[] = [
  {
    apiVersion: 'apps/v1',
    kind: 'StatefulSet',
    metadata: { name: 'db' },
    spec: {
      ordinals: { start: 1 },
      persistentVolumeClaimRetentionPolicy: { whenScaled: 'Delete' },
      template: { metadata: { annotations: {} }, spec: podSpec },
      volumeClaimTemplates: [{ metadata: { name: 'data' }, spec: claim }],
    },
  },
  {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name: 'data', annotations: {} },
    spec: claim,
  },
  {
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name: 'pv' },
    spec: {
      rbd: {},
      accessModes: ['ReadWriteOncePod'],
      storageClassName: 'other',
      claimRef: { name: 'x' },
    },
  },
  {
    apiVersion: 'storage.k8s.io/v1',
    kind: 'StorageClass',
    metadata: { name: 'fast' },
    provisioner: 'ebs.csi.aws.com',
    parameters: { type: 'gp3' },
  },
  {
    apiVersion: 'storage.k8s.io/v1',
    kind: 'CSIDriver',
    metadata: { name: 'ebs.csi.aws.com' },
    spec: { seLinuxMount: true },
  },
  {
    apiVersion: 'storage.k8s.io/v1beta1',
    kind: 'VolumeAttributesClass',
    metadata: { name: 'gold' },
  },
];
const TARGET = targetFacts({ kubernetes: '1.24', defaultStorageClassName: 'fast' });
const judged = (objects: readonly any[]) =>
  judge(
    readWorld(
      objects.map((manifest, index) => ({ key: String(index), manifest })),
      TARGET,
    ),
    FACT_JUDGES,
  );

test('the objects have something wrong of every kind', () => {
  expect(new Set(judged(OBJECTS).map(({ rule }) => rule))).toEqual(
    new Set([
      'manifest/access-mode',
      'manifest/read-only-root',
      'manifest/pod-annotation',
      'manifest/kind-of-version',
      'manifest/volume-of-version',
      'manifest/field-of-version',
    ]),
  );
});

test('whatever stands in an object, its findings are told and none of them breaks a line', () => {
  const odd = fc.oneof(
    fc.anything(),
    fc.constantFrom(null, '', 0, -1, 'ReadWriteOnce', [], [null], {}, 'constructor', '__proto__'),
  );
  fc.assert(
    fc.property(fc.nat({ max: OBJECTS.length - 1 }), fc.nat(), odd, (which, at, value) => {
      const objects = OBJECTS.map((object, index) =>
        index === which ? exchange(object, at, value) : object,
      );
      for (const { message, remedy, path } of judged(objects)) {
        expect(`${path}${message}${remedy}`).not.toMatch(/undefined|\[object|\n/);
      }
    }),
    { numRuns: 1000 },
  );
});

test('the same objects have the same findings, and stay as they were', () => {
  const before = JSON.stringify(OBJECTS);
  expect(judged(OBJECTS)).toEqual(judged(structuredClone(OBJECTS)));
  expect(JSON.stringify(OBJECTS)).toBe(before);
});
