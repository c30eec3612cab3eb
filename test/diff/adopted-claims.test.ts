/** Claims of the files that a StatefulSet takes for those of its pods, by their names. */
import { diffObjects, DiffOptions } from '../../src/diff';
import { bare, live, readOutOf } from '../support/read-outs';

const FAST = {
  apiVersion: 'storage.k8s.io/v1',
  kind: 'StorageClass',
  metadata: { name: 'fast' },
  provisioner: 'ebs.csi.aws.com',
};
const ASKS = {
  accessModes: ['ReadWriteOnce'],
  storageClassName: 'fast',
  resources: { requests: { storage: '1Gi' } },
};
const claim = (name: string, annotations: object = {}) => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: { name, namespace: 'shop', annotations },
  spec: ASKS,
});
const set = (persistentVolumeClaimRetentionPolicy: object, replicas = 2) => ({
  apiVersion: 'apps/v1',
  kind: 'StatefulSet',
  metadata: { name: 'db', namespace: 'shop' },
  spec: {
    replicas,
    serviceName: 'db',
    persistentVolumeClaimRetentionPolicy,
    selector: { matchLabels: { app: 'db' } },
    template: {
      metadata: { labels: { app: 'db' } },
      spec: {
        containers: [
          { name: 'db', image: 'db:1', volumeMounts: [{ name: 'data', mountPath: '/data' }] },
        ],
      },
    },
    volumeClaimTemplates: [{ metadata: { name: 'data' }, spec: ASKS }],
  },
});
const autoscaler = {
  apiVersion: 'autoscaling/v2',
  kind: 'HorizontalPodAutoscaler',
  metadata: { name: 'db', namespace: 'shop' },
  spec: {
    minReplicas: 1,
    maxReplicas: 2,
    scaleTargetRef: { apiVersion: 'apps/v1', kind: 'StatefulSet', name: 'db' },
    metrics: [],
  },
};
const DELETED = { whenDeleted: 'Delete' };
const SCALED = { whenScaled: 'Delete' };
const ONE = [FAST, claim('data-db-1')];
const LOST =
  'StatefulSet/shop/db deletes it (persistentVolumeClaimRetentionPolicy): its driver deletes the volume with the claim (reclaim policy Delete)';

function toldOf(old: readonly object[], next: readonly object[], options: DiffOptions = {}) {
  const { objects } = diffObjects(old, next, options);
  return objects.find(({ object }) => object === 'PersistentVolumeClaim/shop/data-db-1');
}

test.each<[string, readonly object[], readonly object[], string | undefined]>([
  ['is deleted', [set(DELETED)], [], 'lost'],
  ['is deleted, and retains them', [set(SCALED)], [], 'kept'],
  ['loses the pod', [set(SCALED)], [set(SCALED, 1)], 'lost'],
  ['loses the pod, and retains them', [set(DELETED)], [set(DELETED, 1)], 'kept'],
  ['loses the pod as it begins to delete them', [set(DELETED)], [set(SCALED, 1)], 'lost'],
  ['keeps the pod', [set(SCALED, 3)], [set(SCALED, 2)], 'kept'],
  ['never had the pod', [set(DELETED, 1)], [], 'kept'],
  ['may be scaled down', [set(SCALED)], [set(SCALED), autoscaler], 'may be lost'],
])('a claim that stays in the files, and whose set %s', (_about, old, next, data) => {
  expect(toldOf([...ONE, ...old], [...ONE, ...next])?.data).toBe(data);
});

test('it says that the set deletes it, though its file stays', () => {
  expect(toldOf([...ONE, set(DELETED)], ONE)).toMatchObject({
    verdict: 'unchanged',
    afterwards: 'deleted',
    because: LOST,
  });
});

test('a mark that keeps it from being pruned does not keep it from its set', () => {
  const marked = claim('data-db-1', { 'argocd.argoproj.io/sync-options': 'Prune=false' });
  expect(toldOf([FAST, marked, set(DELETED)], [FAST], { engine: 'argo' })?.data).toBe('lost');
});

test('a claim that is removed with its set is lost as every other', () => {
  expect(toldOf([...ONE, set(DELETED)], [FAST])).toMatchObject({
    verdict: 'deleted',
    because: 'its driver deletes the volume with the claim (reclaim policy Delete)',
  });
});

test('a live claim goes with its set', () => {
  const given = { metadata: { namespace: 'shop' } };
  const made = live('v1', 'PersistentVolumeClaim', 'data-db-1', {
    ...given,
    spec: { ...ASKS, volumeMode: 'Filesystem', volumeName: 'pvc-1' },
    status: { phase: 'Bound' },
  });
  const owner = live('apps/v1', 'StatefulSet', 'db', { ...given, spec: set(DELETED).spec });
  const volume = live('v1', 'PersistentVolume', 'pvc-1', {
    metadata: { annotations: { 'pv.kubernetes.io/provisioned-by': 'ebs.csi.aws.com' } },
    spec: {
      accessModes: ['ReadWriteOnce'],
      capacity: { storage: '1Gi' },
      storageClassName: 'fast',
      persistentVolumeReclaimPolicy: 'Delete',
      claimRef: { namespace: 'shop', name: 'data-db-1' },
      csi: { driver: 'ebs.csi.aws.com', volumeHandle: 'vol-1' },
    },
    status: { phase: 'Bound' },
  });
  const cluster = readOutOf([...bare('shop'), made, owner, volume]);
  const old = [claim('data-db-1'), set(DELETED)];
  expect(toldOf(old, [claim('data-db-1')], { cluster })?.data).toBe('lost');
});
