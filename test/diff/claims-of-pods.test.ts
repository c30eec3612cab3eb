/** The claims that sets and pods make: which there are, and when they go with their makers. */
import { diffObjects, DiffOptions } from '../../src/diff';
import { bare, live, liveIn, readOutOf } from '../support/read-outs';

type Fields = Record<string, unknown>;

const CLASS = {
  apiVersion: 'storage.k8s.io/v1',
  kind: 'StorageClass',
  metadata: { name: 'fast' },
  provisioner: 'ebs.csi.aws.com',
};
const CLAIM_SPEC = {
  accessModes: ['ReadWriteOnce'],
  storageClassName: 'fast',
  resources: { requests: { storage: '1Gi' } },
};
const EPHEMERAL = { name: 'scratch', ephemeral: { volumeClaimTemplate: { spec: CLAIM_SPEC } } };
const OWN = { volumeClaimTemplates: [{ metadata: { name: 'data' }, spec: CLAIM_SPEC }] };

const podSpec = (image: string, volumes: readonly Fields[] = []) => ({
  containers: [
    {
      name: 'db',
      image,
      volumeMounts: volumes.map(({ name }) => ({ name, mountPath: `/${name as string}` })),
    },
  ],
  volumes,
});
const set = (spec: Fields, template: Fields = podSpec('db:1')): Fields => ({
  apiVersion: 'apps/v1',
  kind: 'StatefulSet',
  metadata: { name: 'db', namespace: 'shop' },
  spec: {
    serviceName: 'db',
    selector: { matchLabels: { app: 'db' } },
    ...spec,
    template: { metadata: { labels: { app: 'db' } }, spec: template },
  },
});
/** Pods like that do not start: their ConfigMap is not in the cluster. */
const NOT_STARTING = podSpec('db:2', [{ name: 'absent', configMap: { name: 'absent' } }]);

/** What becomes of the claims of pods, one line each. */
function claimsIn(old: readonly unknown[], next: readonly unknown[], options: DiffOptions = {}) {
  return diffObjects(old, next, options)
    .objects.filter(({ of }) => of !== undefined)
    .map(({ object, verdict, data }) =>
      [object.replace('PersistentVolumeClaim/shop/', ''), verdict, data]
        .filter((one) => one !== undefined)
        .join(' '),
    );
}

const ABSENT = readOutOf(bare('shop'));

test.each<[string, Fields, readonly string[]]>([
  ['in order one by one', {}, ['data-db-0 created']],
  ['in order from its first ordinal', { ordinals: { start: 5 } }, ['data-db-5 created']],
  [
    'all at once',
    { podManagementPolicy: 'Parallel' },
    ['data-db-0 created', 'data-db-1 created', 'data-db-2 created'],
  ],
])('a set whose pods do not start makes them, and their claims, %s', (_how, spec, claims) => {
  const next = [CLASS, set({ replicas: 3, ...OWN, ...spec }, NOT_STARTING)];
  expect(claimsIn([], next, { cluster: ABSENT })).toEqual(claims);
});

const DELETES = (when: Fields) => ({ persistentVolumeClaimRetentionPolicy: when });

test.each<[string, Fields, Fields, readonly string[]]>([
  [
    'stays without a word on it',
    {},
    { replicas: 1 },
    ['data-db-0 unchanged kept', 'data-db-1 unchanged kept'],
  ],
  [
    'goes with whenScaled: Delete',
    DELETES({ whenScaled: 'Delete' }),
    { replicas: 1 },
    ['data-db-0 unchanged kept', 'data-db-1 deleted lost'],
  ],
  [
    'stays with whenDeleted: Delete alone',
    DELETES({ whenDeleted: 'Delete' }),
    { replicas: 1 },
    ['data-db-0 unchanged kept', 'data-db-1 unchanged kept'],
  ],
  [
    'goes below the first ordinal as well',
    DELETES({ whenScaled: 'Delete' }),
    { replicas: 1, ordinals: { start: 1 } },
    ['data-db-0 deleted lost', 'data-db-1 unchanged kept'],
  ],
])('a claim of a pod that a set no longer has %s', (_what, spec, change, claims) => {
  const old = set({ replicas: 2, ...OWN, ...spec });
  const next = set({ replicas: 2, ...OWN, ...spec, ...change });
  expect(claimsIn([CLASS, old], [CLASS, next])).toEqual(claims);
});

test.each<[string, Fields, readonly string[]]>([
  ['stay', {}, ['data-db-0 unchanged kept']],
  ['go by whenDeleted: Delete', DELETES({ whenDeleted: 'Delete' }), ['data-db-0 deleted lost']],
  ['stay by whenScaled: Delete', DELETES({ whenScaled: 'Delete' }), ['data-db-0 unchanged kept']],
])('the claims of a set that is removed %s', (_what, spec, claims) => {
  expect(claimsIn([CLASS, set({ replicas: 1, ...OWN, ...spec })], [CLASS])).toEqual(claims);
});

test.each<[string, Fields, Fields, readonly string[]]>([
  [
    'stays while the pod does',
    {},
    {},
    ['db-0-scratch unchanged kept', 'db-1-scratch unchanged kept'],
  ],
  [
    'goes with the pod that is scaled away',
    {},
    { replicas: 1 },
    ['db-0-scratch unchanged kept', 'db-1-scratch deleted lost'],
  ],
  [
    'is made anew with each pod that is replaced',
    {},
    { image: 'db:2' },
    ['db-0-scratch replaced lost', 'db-1-scratch replaced lost'],
  ],
  [
    'stays below the partition of an update',
    { updateStrategy: { rollingUpdate: { partition: 1 } } },
    { image: 'db:2' },
    ['db-0-scratch unchanged kept', 'db-1-scratch replaced lost'],
  ],
  [
    'stays where nobody deletes the pods',
    { updateStrategy: { type: 'OnDelete' } },
    { image: 'db:2' },
    ['db-0-scratch unchanged kept', 'db-1-scratch unchanged kept'],
  ],
  [
    'goes where the new pods have none',
    {},
    { image: 'db:2', volumes: [] },
    ['db-0-scratch deleted lost', 'db-1-scratch deleted lost'],
  ],
])('the claim of an ephemeral volume %s', (_what, spec, change, claims) => {
  const { image = 'db:1', volumes = [EPHEMERAL], ...more } = change;
  const old = set({ replicas: 2, ...spec }, podSpec('db:1', [EPHEMERAL]));
  const next = set(
    { replicas: 2, ...spec, ...more },
    podSpec(image as string, volumes as Fields[]),
  );
  expect(claimsIn([CLASS, old], [CLASS, next])).toEqual(claims);
});

describe('of the claims of a cluster', () => {
  const metadata = { name: 'web', namespace: 'shop' };
  const template = { metadata: { labels: { app: 'web' } }, spec: podSpec('web:1') };
  const workload = (kind: string): Fields => ({
    apiVersion: kind === 'Job' ? 'batch/v1' : 'apps/v1',
    kind,
    metadata,
    spec:
      kind === 'Job'
        ? { template: { ...template, spec: { ...template.spec, restartPolicy: 'Never' } } }
        : {
            ...(kind === 'StatefulSet' ? { serviceName: 'web' } : {}),
            selector: { matchLabels: { app: 'web' } },
            template,
          },
  });
  const owned = (pod: string) =>
    readOutOf([
      ...bare('shop'),
      live('storage.k8s.io/v1', 'StorageClass', 'fast', { provisioner: 'ebs.csi.aws.com' }),
      liveIn('shop', 'v1', 'PersistentVolumeClaim', `${pod}-scratch`, {
        metadata: {
          ownerReferences: [
            { apiVersion: 'v1', kind: 'Pod', name: pod, uid: '1', controller: true },
          ],
        },
        spec: { ...CLAIM_SPEC, volumeName: 'pv-1' },
        status: { phase: 'Bound' },
      }),
    ]);

  test.each<[string, string, boolean]>([
    ['Deployment', 'web-5d4f8c7b9-x2x4z', true],
    ['ReplicaSet', 'web-x2x4z', true],
    ['DaemonSet', 'web-x2x4z', true],
    ['Job', 'web-x2x4z', true],
    ['StatefulSet', 'web-0', true],
    ['StatefulSet', 'web-12', true],
    ['StatefulSet', 'web-x2x4z', false],
    ['StatefulSet', 'other-0', false],
    ['Deployment', 'web-x2x4z', false],
    ['Deployment', 'other-5d4f8c7b9-x2x4z', false],
    ['DaemonSet', 'web-extra-x2x4z', false],
    ['Job', 'web', false],
  ])('a %s of the files has that of the pod %s: %p', (kind, pod, isTold) => {
    const told = claimsIn([], [workload(kind)], { cluster: owned(pod) });
    expect(told.map((line) => line.split(' ')[0])).toEqual(isTold ? [`${pod}-scratch`] : []);
  });
});

describe('a quota that claims of a new set do not fit into', () => {
  const quota = (hard: Fields) =>
    liveIn('shop', 'v1', 'ResourceQuota', 'most', { spec: { hard }, status: { hard } });
  const fast = live('storage.k8s.io/v1', 'StorageClass', 'fast', {
    provisioner: 'ebs.csi.aws.com',
  });
  const there = liveIn('shop', 'v1', 'PersistentVolumeClaim', 'data-db-0', {
    spec: { ...CLAIM_SPEC, volumeName: 'pv-1' },
    status: { phase: 'Bound' },
  });

  test.each<[string, Fields, readonly unknown[], boolean]>([
    ['enough storage', { 'requests.storage': '3Gi' }, [], true],
    ['storage for two of three', { 'requests.storage': '2Gi' }, [], false],
    ['storage for two beside the one that is there', { 'requests.storage': '3Gi' }, [there], true],
    ['storage for one beside it', { 'requests.storage': '2Gi' }, [there], false],
    [
      'storage of another class',
      { 'slow.storageclass.storage.k8s.io/requests.storage': '1Gi' },
      [],
      true,
    ],
    [
      'storage of its class',
      { 'fast.storageclass.storage.k8s.io/requests.storage': '1Gi' },
      [],
      false,
    ],
    ['three claims', { persistentvolumeclaims: '3' }, [], true],
    ['two claims', { persistentvolumeclaims: '2' }, [], false],
  ])('says so: %s', (_about, hard, more, isReady) => {
    const next = set({ replicas: 3, ...OWN });
    const cluster = readOutOf([...bare('shop'), fast, quota(hard), ...more]);
    const { objects, notes } = diffObjects([], [next], { cluster });
    expect([objects[0].ready, notes.map(({ message }) => message)]).toEqual(
      isReady
        ? [undefined, []]
        : [false, ['not all pods are created: a quota of the namespace prevents it']],
    );
  });
});
