/** Claims of sets that autoscalers may scale down, and that go with their pods. */
import { diffObjects, ObjectDiff } from '../../src/diff';

type Fields = Record<string, unknown>;

const CLASS = {
  apiVersion: 'storage.k8s.io/v1',
  kind: 'StorageClass',
  metadata: { name: 'fast' },
  provisioner: 'ebs.csi.aws.com',
};
const set = (spec: Fields = {}, whenScaled = 'Delete') => ({
  apiVersion: 'apps/v1',
  kind: 'StatefulSet',
  metadata: { name: 'db', namespace: 'shop' },
  spec: {
    serviceName: 'db',
    replicas: 3,
    persistentVolumeClaimRetentionPolicy: { whenScaled },
    selector: { matchLabels: { app: 'db' } },
    template: {
      metadata: { labels: { app: 'db' } },
      spec: {
        containers: [
          { name: 'db', image: 'db:1', volumeMounts: [{ name: 'data', mountPath: '/data' }] },
        ],
      },
    },
    volumeClaimTemplates: [
      {
        metadata: { name: 'data' },
        spec: {
          accessModes: ['ReadWriteOnce'],
          storageClassName: 'fast',
          resources: { requests: { storage: '1Gi' } },
        },
      },
    ],
    ...spec,
  },
});
const scaleTargetRef = { apiVersion: 'apps/v1', kind: 'StatefulSet', name: 'db' };
const autoscaler = (minReplicas?: number) => ({
  apiVersion: 'autoscaling/v2',
  kind: 'HorizontalPodAutoscaler',
  metadata: { name: 'db', namespace: 'shop' },
  spec: { ...(minReplicas === undefined ? {} : { minReplicas }), maxReplicas: 9, scaleTargetRef },
});
const scaledObject = (spec: Fields, annotations: Fields = {}) => ({
  apiVersion: 'keda.sh/v1alpha1',
  kind: 'ScaledObject',
  metadata: { name: 'db', namespace: 'shop', annotations },
  spec: { scaleTargetRef, ...spec },
});

const dataOf = ({ data }: ObjectDiff) => data;
const claimsAfter = (old: readonly Fields[], next: readonly Fields[]) =>
  diffObjects([CLASS, ...old], [CLASS, ...next]).objects.filter(({ of }) => of !== undefined);
const PERHAPS = 'may be lost';

test.each<[string, readonly Fields[], readonly Fields[], readonly string[]]>([
  [
    'an autoscaler that may set fewer replicas than before',
    [set(), autoscaler(3)],
    [set(), autoscaler(2)],
    ['kept', 'kept', PERHAPS],
  ],
  [
    'an autoscaler without a minimum',
    [set(), autoscaler(3)],
    [set(), autoscaler()],
    ['kept', PERHAPS, PERHAPS],
  ],
  ['an autoscaler that is new', [set()], [set(), autoscaler(2)], ['kept', 'kept', PERHAPS]],
  [
    'an autoscaler that is as it was',
    [set(), autoscaler(2)],
    [set({ revisionHistoryLimit: 1 }), autoscaler(2)],
    ['kept', 'kept', 'kept'],
  ],
  [
    'an autoscaler that is as it was, of a set that retained its claims',
    [set({}, 'Retain'), autoscaler(2)],
    [set(), autoscaler(2)],
    ['kept', 'kept', PERHAPS],
  ],
  [
    'an autoscaler of a set that retains its claims',
    [set({}, 'Retain'), autoscaler(3)],
    [set({}, 'Retain'), autoscaler(1)],
    ['kept', 'kept', 'kept'],
  ],
  [
    'an autoscaler of another workload',
    [set()],
    [
      set(),
      {
        ...autoscaler(),
        spec: { maxReplicas: 9, scaleTargetRef: { kind: 'Deployment', name: 'db' } },
      },
    ],
    ['kept', 'kept', 'kept'],
  ],
  [
    'a ScaledObject, which scales to nothing',
    [set()],
    [set(), scaledObject({})],
    [PERHAPS, PERHAPS, PERHAPS],
  ],
  [
    'a ScaledObject with a minimum',
    [set()],
    [set(), scaledObject({ minReplicaCount: 2 })],
    ['kept', 'kept', PERHAPS],
  ],
  [
    'a ScaledObject with fewer replicas when it idles',
    [set()],
    [set(), scaledObject({ minReplicaCount: 2, idleReplicaCount: 0 })],
    [PERHAPS, PERHAPS, PERHAPS],
  ],
  [
    'a ScaledObject that is paused',
    [set(), scaledObject({ minReplicaCount: 3 })],
    [set(), scaledObject({ minReplicaCount: 3 }, { 'autoscaling.keda.sh/paused-replicas': '1' })],
    ['kept', PERHAPS, PERHAPS],
  ],
  [
    'replicas that leave the manifest beside an autoscaler',
    [set(), autoscaler(2)],
    [set({ replicas: undefined }), autoscaler(2)],
    ['kept', PERHAPS, 'lost'],
  ],
  [
    'a set whose ordinals begin later',
    [set({ ordinals: { start: 5 } }), autoscaler(3)],
    [set({ ordinals: { start: 5 } }), autoscaler(1)],
    ['kept', PERHAPS, PERHAPS],
  ],
])('%s', (_what, old, next, data) => {
  expect(claimsAfter(old, next).map(dataOf)).toEqual(data);
});

test('what decides is told', () => {
  expect(claimsAfter([set()], [set(), autoscaler(2)])[2].dependsOn).toEqual([
    'whether HorizontalPodAutoscaler/shop/db scales StatefulSet/shop/db down, which deletes the claims of its pods (whenScaled: Delete)',
  ]);
  expect(
    claimsAfter([set(), autoscaler(2)], [set({ replicas: 1 }), autoscaler(2)])[1].dependsOn,
  ).toEqual([
    'whether an autoscaler sets more replicas than 1 of StatefulSet/shop/db again before the pods are gone, and their claims with them (whenScaled: Delete)',
  ]);
  const unset = [set({ replicas: undefined }), autoscaler(2)];
  expect(claimsAfter([set(), autoscaler(2)], unset)[1].dependsOn).toEqual([
    'whether an autoscaler was the last to set replicas of StatefulSet/shop/db, which are 1 otherwise until it sets them again, and pods are gone by then, and their claims with them (whenScaled: Delete)',
  ]);
  const byKubectl = diffObjects([CLASS, set(), autoscaler(2)], [CLASS, ...unset], {
    way: 'clientSide',
  });
  expect(byKubectl.objects.filter(({ of }) => of !== undefined)[1].dependsOn).toEqual([
    'whether an autoscaler sets more replicas than 1 of StatefulSet/shop/db again before the pods are gone, and their claims with them (whenScaled: Delete)',
  ]);
});
