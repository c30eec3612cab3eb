/** The ways out for volumes, act by act. */
import { actsOf, claim, metadata, plansOf, sized, storageClass, web } from './plans';

const FAST = storageClass('fast');
const volume = (handle: string, name?: string) => ({
  apiVersion: 'v1',
  kind: 'PersistentVolume',
  metadata: { name: 'disk' },
  spec: {
    capacity: { storage: '2Gi' },
    accessModes: ['ReadWriteOnce'],
    storageClassName: 'fast',
    csi: { driver: 'disk.example.com', volumeHandle: handle },
    ...(name === undefined ? {} : { claimRef: { namespace: 'shop', name } }),
  },
});
const set = (persistentVolumeClaimRetentionPolicy: object) => ({
  apiVersion: 'apps/v1',
  kind: 'StatefulSet',
  metadata: metadata('db'),
  spec: {
    serviceName: 'db',
    replicas: 2,
    persistentVolumeClaimRetentionPolicy,
    selector: { matchLabels: { app: 'db' } },
    template: {
      metadata: { labels: { app: 'db', tier: 'a' } },
      spec: { containers: [{ name: 'db', image: 'db:1' }] },
    },
    volumeClaimTemplates: [
      {
        metadata: { name: 'data' },
        spec: { accessModes: ['ReadWriteOnce'], storageClassName: 'fast', ...sized('2Gi') },
      },
    ],
  },
});

const retain = [
  '# Make sure that the storage outlives the PersistentVolume object.',
  `kubectl patch persistentvolume/disk --type=merge --patch '{"spec":{"persistentVolumeReclaimPolicy":"Retain"}}'`,
];
const renew = [
  '# Delete the PersistentVolume object. Its storage stays.',
  'kubectl delete persistentvolume/disk',
  '# Create the volume as it should be.',
  'apply PersistentVolume/disk',
];
const release = (name: string) => [
  '# Delete the claim that the volume is bound to.',
  `kubectl delete persistentvolumeclaim/${name} --namespace shop`,
];

test('a volume that no claim has is made anew', () => {
  const [plan] = plansOf([volume('a')], [volume('b')]);
  expect(actsOf(plan)).toEqual([...retain, ...renew]);
});

test('the claim of a volume goes before it, and comes behind it', () => {
  const bound = claim({ volumeName: 'disk' });
  const [plan] = plansOf(
    [FAST, volume('a', 'data'), bound, web()],
    [FAST, volume('b', 'data'), bound, web()],
  );
  expect(actsOf(plan)).toEqual([
    '# Stop the pods that use it, so that nothing writes.',
    'kubectl scale deployment.apps/web --namespace shop --replicas=0',
    'until test -z "$(kubectl get pods --namespace shop --selector app=web --output name)"; do sleep 1; done',
    ...retain,
    ...release('data'),
    ...renew,
    '# Create the claim again.',
    'apply PersistentVolumeClaim/data',
    '# Start the pods again.',
    'kubectl scale deployment.apps/web --namespace shop --replicas=1',
  ]);
});

test('a claim that leaves the files does not come again', () => {
  const [plan] = plansOf(
    [FAST, volume('a', 'data'), claim({ volumeName: 'disk' })],
    [FAST, volume('b', 'data')],
  );
  expect(actsOf(plan)).toEqual([...retain, ...release('data'), ...renew]);
});

const KEEP = [
  '# Keep the claims of the StatefulSet while its pods are gone: with its current policy, they would be deleted with them.',
  `kubectl patch statefulset.apps/db --namespace shop --type=merge --patch '{"spec":{"persistentVolumeClaimRetentionPolicy":{"whenDeleted":"Retain","whenScaled":"Retain"}}}'`,
];

test.each<[string, string, readonly string[]]>([
  ['Retain', 'Retain', []],
  ['Delete', 'Retain', KEEP],
  ['Retain', 'Delete', KEEP],
])('the set of a claim makes it again: whenDeleted %s, whenScaled %s', (deleted, scaled, keep) => {
  const owner = set({ whenDeleted: deleted, whenScaled: scaled });
  const [plan] = plansOf(
    [FAST, volume('a', 'data-db-0'), owner],
    [FAST, volume('b', 'data-db-0'), owner],
  );
  expect(actsOf(plan)).toEqual([
    ...keep,
    '# Stop the pods that use it, so that nothing writes.',
    'kubectl scale statefulset.apps/db --namespace shop --replicas=0',
    'until test -z "$(kubectl get pods --namespace shop --selector app=db,tier=a --output name)"; do sleep 1; done',
    ...retain,
    ...release('data-db-0'),
    ...renew,
    '# Start the pods again.',
    'kubectl scale statefulset.apps/db --namespace shop --replicas=2',
  ]);
});
