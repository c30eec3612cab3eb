/** Manifests beside what lives: quotas, drivers, kinds, classes. */
import { bound, pod, rulesOf, saidBeside, saidOf, storageClass, volume } from './said';
import { live, Live, liveIn } from '../../support/read-outs';

const written = (name: string, storage: string, spec: object = {}) => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: { name, namespace: 'shop' },
  spec: {
    accessModes: ['ReadWriteOnce'],
    storageClassName: 'fast',
    resources: { requests: { storage } },
    ...spec,
  },
});
const quota = (hard: object, used: object): Live =>
  liveIn('shop', 'v1', 'ResourceQuota', 'limits', { spec: { hard }, status: { hard, used } });
const set = (replicas: number, status: object = {}) =>
  liveIn('shop', 'apps/v1', 'StatefulSet', 'db', {
    spec: {
      replicas,
      serviceName: 'db',
      selector: { matchLabels: { app: 'db' } },
      template: {
        metadata: { labels: { app: 'db' } },
        spec: {
          containers: [
            { name: 'db', image: 'db:1', volumeMounts: [{ name: 'data', mountPath: '/data' }] },
          ],
        },
      },
      volumeClaimTemplates: [{ metadata: { name: 'data' }, spec: written('', '5Gi').spec }],
    },
    status,
  });

describe('a quota', () => {
  test('has room for a claim up to its limit', () => {
    const own = [
      storageClass(),
      quota({ 'requests.storage': '100Gi' }, { 'requests.storage': '90Gi' }),
    ];
    expect(saidBeside([written('data', '10Gi')], own)).toEqual([]);
    expect(saidBeside([written('data', '11Gi')], own)).toEqual([
      'PersistentVolumeClaim/shop/data error cluster/quota-exceeded spec.resources.requests.storage: the claim "data" exceeds the quota "limits" of the namespace "shop": requests.storage would be 101Gi, of 100Gi; 90Gi are used; raise the quota first, or request less',
    ]);
  });

  test('counts what a claim that lives grows by', () => {
    const own = [
      storageClass(),
      bound('data'),
      volume('data'),
      quota(
        { 'requests.storage': '100Gi', persistentvolumeclaims: '1' },
        { 'requests.storage': '90Gi', persistentvolumeclaims: '1' },
      ),
    ];
    expect(saidBeside([written('data', '15Gi')], own)).toEqual([]);
    expect(saidBeside([written('data', '16Gi')], own)).toHaveLength(1);
  });

  test('may be raised in the same change', () => {
    const raised = {
      apiVersion: 'v1',
      kind: 'ResourceQuota',
      metadata: { name: 'limits', namespace: 'shop' },
      spec: { hard: { 'requests.storage': '200Gi' } },
    };
    const own = [
      storageClass(),
      quota({ 'requests.storage': '100Gi' }, { 'requests.storage': '90Gi' }),
    ];
    expect(saidBeside([raised, written('data', '11Gi')], own)).toEqual([]);
  });

  test('counts the claims of a class, and those of a StatefulSet', () => {
    const fast = 'fast.storageclass.storage.k8s.io/persistentvolumeclaims';
    const { uid: _, resourceVersion: _revision, ...metadata } = set(3).metadata;
    const own = [storageClass(), quota({ [fast]: '2' }, { [fast]: '0' })];
    expect(saidBeside([{ ...set(2), metadata }], own)).toEqual([]);
    expect(saidBeside([{ ...set(3), metadata }], own)).toEqual([
      expect.stringContaining(
        `the claim template "data" exceeds the quota "limits" of the namespace "shop": ${fast} would be 3, of 2; 0 are used`,
      ),
    ]);
  });

  test('stops a StatefulSet that lives', () => {
    const own = [
      storageClass(),
      bound('data-db-0'),
      volume('data-db-0'),
      pod('db-0', ['data-db-0']),
    ];
    const used = quota({ persistentvolumeclaims: '1' }, { persistentvolumeclaims: '1' });
    expect(saidOf(...own, used, set(3, { replicas: 1 }))).toEqual([
      'StatefulSet/shop/db warning cluster/set-stopped spec.replicas: the StatefulSet has 1 of 3 pods: the quota "limits" has no room for the next claim (persistentvolumeclaims: 1 of 1 used); raise the quota, delete unused claims, or reduce the replicas',
    ]);
    expect(rulesOf(...own, used, set(1, { replicas: 1 }))).toEqual([]);
    const more = quota({ persistentvolumeclaims: '2' }, { persistentvolumeclaims: '1' });
    expect(rulesOf(...own, more, set(3, { replicas: 1 }))).toEqual([]);
  });
});

describe('a driver', () => {
  const csiNode = live('storage.k8s.io/v1', 'CSINode', 'node-1', {
    spec: { drivers: [{ name: 'csi.example.com' }] },
  });
  const ebs = {
    apiVersion: 'storage.k8s.io/v1',
    kind: 'StorageClass',
    metadata: { name: 'gp3' },
    provisioner: 'ebs.csi.aws.com',
    volumeBindingMode: 'WaitForFirstConsumer',
  };

  test('has to be in the cluster', () => {
    expect(saidBeside([ebs], [csiNode])).toEqual([
      'StorageClass/gp3 warning cluster/driver-missing provisioner: the driver "ebs.csi.aws.com" is neither in the cluster nor declared here: it has no CSIDriver, and no node runs it; install the driver first',
    ]);
  });

  test('may run on a node, or be declared in the cluster or here', () => {
    const own = { spec: { drivers: [{ name: 'ebs.csi.aws.com' }] } };
    expect(saidBeside([ebs], [live('storage.k8s.io/v1', 'CSINode', 'node-1', own)])).toEqual([]);
    const declared = live('storage.k8s.io/v1', 'CSIDriver', 'ebs.csi.aws.com', { spec: {} });
    expect(saidBeside([ebs], [csiNode, declared])).toEqual([]);
  });

  test('is unknown if the nodes do not show theirs', () => {
    expect(saidBeside([ebs], [])).toEqual([]);
  });
});

describe('a custom resource', () => {
  const share = {
    apiVersion: 'store.example.org/v1',
    kind: 'Share',
    metadata: { name: 'a', namespace: 'shop' },
  };
  const definition = live(
    'apiextensions.k8s.io/v1',
    'CustomResourceDefinition',
    'shares.store.example.org',
    {
      spec: {
        group: 'store.example.org',
        names: { kind: 'Share', plural: 'shares' },
        scope: 'Namespaced',
        versions: [
          {
            name: 'v1',
            served: true,
            storage: true,
            schema: { openAPIV3Schema: { type: 'object' } },
          },
        ],
      },
    },
  );

  test('needs its definition', () => {
    expect(saidBeside([share], [])).toEqual([
      'Share/shop/a warning cluster/kind-missing kind: the cluster has no kind "Share" of "store.example.org/v1", and no definition of it is declared here: the API server refuses the object; install its CustomResourceDefinition first',
    ]);
    expect(saidBeside([share], [definition])).toEqual([]);
  });
});

test('a claim of a class that the cluster has is fine, and so is a pod of its claim', () => {
  const { uid: _, resourceVersion: _revision, ...metadata } = pod('web', ['data']).metadata;
  const own = [storageClass(), bound('data'), volume('data')];
  expect(saidBeside([{ ...pod('web', ['data']), metadata, status: undefined }], own)).toEqual([]);
  expect(saidBeside([written('data', '5Gi')], own)).toEqual([]);
});
