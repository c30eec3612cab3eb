/** Notes on what surprises, in the words that a reviewer reads. */
import { diffObjects, DiffOptions } from '../../src/diff';
import { targetFacts } from '../../src/facts';

type Template = { readonly [field: string]: unknown };

const meta = (name: string, annotations?: { readonly [key: string]: string }) => ({
  name,
  namespace: 'shop',
  ...(annotations ? { annotations } : {}),
});
const deployment = (pod: Template = {}, spec: Template = {}) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: meta('web'),
  spec: {
    replicas: 1,
    selector: { matchLabels: { app: 'web' } },
    template: {
      metadata: { labels: { app: 'web' } },
      spec: { containers: [{ name: 'web', image: 'web:1' }], ...pod },
    },
    ...spec,
  },
});
const storageClass = (more: Template = {}) => ({
  apiVersion: 'storage.k8s.io/v1',
  kind: 'StorageClass',
  metadata: { name: 'fast' },
  provisioner: 'ebs.csi.aws.com',
  ...more,
});
const claim = (spec: Template = {}, annotations?: { readonly [key: string]: string }) => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: meta('data', annotations),
  spec: {
    accessModes: ['ReadWriteOnce'],
    storageClassName: 'fast',
    resources: { requests: { storage: '1Gi' } },
    ...spec,
  },
});
const mounting = { volumes: [{ name: 'data', persistentVolumeClaim: { claimName: 'data' } }] };
const env = (...names: string[]) => ({
  containers: [{ name: 'web', image: 'web:1', env: names.map((name) => ({ name, value: '1' })) }],
});

function notes(old: readonly unknown[], next: readonly unknown[], options?: DiffOptions): string[] {
  return diffObjects(old, next, options).notes.map(
    ({ object, message, isError }) => `${object}: ${isError ? 'error: ' : ''}${message}`,
  );
}

test('an edit that means what it says has no note', () => {
  expect(
    notes([deployment()], [deployment({ containers: [{ name: 'web', image: 'web:2' }] })]),
  ).toEqual([]);
});

test('a list in another order restarts pods', () => {
  expect(notes([deployment(env('A', 'B'))], [deployment(env('B', 'A'))])).toEqual([
    'Deployment/shop/web: only the order of a list in the template changed, but that restarts the pods',
  ]);
});

test('an empty affinity restarts pods', () => {
  expect(notes([deployment()], [deployment({ affinity: {} })])).toEqual([
    'Deployment/shop/web: affinity: {} has no effect, but adding it restarts the pods',
  ]);
});

test('a key of stringData stays when it is left out', () => {
  const secret = (stringData: Template) => ({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: meta('login'),
    stringData,
  });
  expect(notes([secret({ user: 'a', password: 'b' })], [secret({ user: 'a' })])).toEqual([
    'Secret/shop/login: the key "password" stays in the cluster: keys that are removed from stringData are not deleted',
  ]);
  expect(
    notes([secret({ user: 'a', password: 'b' })], [secret({ user: 'a', password: 'c' })]),
  ).toEqual([]);
});

test('one refused field refuses the whole object', () => {
  const set = (image: string, serviceName: string) => ({
    ...deployment(),
    kind: 'StatefulSet',
    spec: { ...deployment({ containers: [{ name: 'web', image }] }).spec, serviceName },
  });
  expect(notes([set('web:1', 'a')], [set('web:2', 'b')])).toEqual([
    'StatefulSet/shop/web: nothing of the object is applied, not even its pod template: one rejected field rejects the whole object',
  ]);
});

test('forcing on a claim is a danger, on whatever engine', () => {
  const argo = { 'argocd.argoproj.io/sync-options': 'Force=true, Replace=true' };
  const flux = { 'kustomize.toolkit.fluxcd.io/force': 'enabled' };
  const changed = { accessModes: ['ReadWriteMany'] };
  expect(notes([storageClass(), claim({}, argo)], [storageClass(), claim(changed, argo)])).toEqual([
    'PersistentVolumeClaim/shop/data: error: its sync options make Argo CD delete and recreate it: the data of a claim is deleted if its class has the reclaim policy Delete, and a sync hangs while it is in use',
  ]);
  expect(notes([storageClass(), claim({}, flux)], [storageClass(), claim(changed, flux)])).toEqual([
    'PersistentVolumeClaim/shop/data: error: its annotation makes Flux delete it on any rejection and then create it; if the new one is invalid, the object is gone, and data with it',
  ]);
  expect(notes([storageClass(), claim({}, argo)], [storageClass(), claim({}, argo)])).toEqual([]);
});

test('what is pruned while it is in use is told with its user', () => {
  expect(notes([storageClass(), claim()], [claim()])).toEqual([
    'StorageClass/fast: PersistentVolumeClaim/shop/data still uses the class: bound claims stay, but can no longer be expanded, and new ones stay Pending',
  ]);
  expect(
    notes([storageClass(), claim(), deployment(mounting)], [storageClass(), deployment(mounting)]),
  ).toEqual([
    'PersistentVolumeClaim/shop/data: pods of Deployment/shop/web use the claim: it stays Terminating until the last of them is gone, cannot be restored, and is then deleted',
  ]);
});

test.each([
  [
    'v1',
    'Namespace',
    'everything in the namespace is deleted with it, including claims and objects that are not in the files',
  ],
  [
    'apiextensions.k8s.io/v1',
    'CustomResourceDefinition',
    'all objects of the definition are deleted with it, including those that are not in the files',
  ],
])('what goes with what is pruned is told: a %s/%s', (apiVersion, kind, words) => {
  const names = { kind: 'Widget', plural: 'widgets' };
  const schema = { openAPIV3Schema: { type: 'object' } };
  const versions = [{ name: 'v1', served: true, storage: true, schema }];
  const spec =
    kind === 'Namespace' ? {} : { group: 'example.com', scope: 'Namespaced', names, versions };
  const gone = { apiVersion, kind, metadata: { name: 'widgets.example.com' }, spec };
  const named = kind === 'Namespace' ? { ...gone, metadata: { name: 'shop' } } : gone;
  expect(notes([named], [])).toEqual([`${kind}/${named.metadata.name}: error: ${words}`]);
});

test('a rollout that stops says why, and what it takes for granted', () => {
  const { objects, notes: told } = diffObjects(
    [deployment()],
    [deployment({ volumes: [{ name: 's', secret: { secretName: 'login' } }] })],
  );
  expect(told.map(({ message }) => message)).toEqual([
    'the rollout stops, and old pods keep running: the Secret "login" is not in the files',
  ]);
  expect(objects).toMatchObject([
    { ready: false, restarts: 'none', dependsOn: ['whether the Secret "login" is in the cluster'] },
  ]);
});

test('what running pods name is taken to be there', () => {
  const pod = {
    volumes: [{ name: 's', secret: { secretName: 'login' } }],
    serviceAccountName: 'web',
  };
  expect(
    diffObjects(
      [deployment(pod)],
      [deployment({ ...pod, containers: [{ name: 'web', image: 'web:2' }] })],
    ).objects,
  ).toEqual([
    {
      object: 'Deployment/shop/web',
      verdict: 'changed',
      changes: ['spec.template.spec.containers[web].image'],
      values: [
        { path: 'spec.template.spec.containers[web].image', before: 'web:1', after: 'web:2' },
      ],
      restarts: 'all',
    },
  ]);
});

test('a manifest and an autoscaler that set replicas both', () => {
  const autoscaler = {
    apiVersion: 'autoscaling/v2',
    kind: 'HorizontalPodAutoscaler',
    metadata: meta('web'),
    spec: {
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
      minReplicas: 3,
      maxReplicas: 5,
    },
  };
  const flapping = [
    'Deployment/shop/web: an autoscaler and the manifest both set replicas: each sync changes it, and the autoscaler changes it back',
  ];
  expect(notes([deployment(), autoscaler], [deployment(), autoscaler])).toEqual(flapping);
  // Server-side apply knows that replicas are the autoscaler's by then; kubectl does not.
  const without = deployment({}, { replicas: undefined });
  expect(notes([deployment(), autoscaler], [without, autoscaler])).toEqual([]);
  expect(notes([deployment(), autoscaler], [without, autoscaler], { way: 'clientSide' })).toEqual([
    'Deployment/shop/web: replicas leave the manifest: there is one pod until the autoscaler sets them again',
  ]);
  expect(notes([deployment({}, { replicas: 4 }), autoscaler], [without, autoscaler])).toEqual([
    'Deployment/shop/web: replicas leave the manifest: unless the autoscaler was the last to set them, there is one pod until the autoscaler sets them again',
  ]);
});

test.each([
  [
    'kubectl apply',
    'clientSide',
    'first remove them from the annotation last-applied-configuration, with kubectl apply edit-last-applied',
  ],
  [
    'server-side apply',
    'serverSide',
    'first apply them by server-side apply with another field manager, which then owns them',
  ],
] as const)('replicas leave a manifest by %s: what to do', (_what, way, remedy) => {
  const autoscaler = {
    apiVersion: 'autoscaling/v2',
    kind: 'HorizontalPodAutoscaler',
    metadata: meta('web'),
    spec: {
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
      minReplicas: 3,
      maxReplicas: 5,
    },
  };
  const [old, next] = [4, undefined].map((replicas) => [deployment({}, { replicas }), autoscaler]);
  expect(diffObjects(old, next, { way }).notes).toMatchObject([{ id: 'unset-replicas', remedy }]);
});

describe('a claim that grows', () => {
  const disks = { name: 'disks.example.org', canExpand: false };
  const growing = (provisioner: string) =>
    storageClass({ provisioner, allowVolumeExpansion: true });
  const larger = claim({ resources: { requests: { storage: '2Gi' } } });
  const cannot = (driver: string) => [
    `PersistentVolumeClaim/shop/data: ${driver} cannot expand volumes: the claim requests more, and keeps its capacity`,
  ];
  const { driver } = targetFacts({ drivers: [disks] });
  /** The notes on it, beside what stays. */
  const told = (kept: readonly object[], options: DiffOptions = { driver }, next = larger) =>
    notes([...kept, claim()], [...kept, next], { bound: 'all', ...options });

  test('keeps its capacity if its driver cannot expand volumes', () => {
    expect(told([growing(disks.name)])).toEqual(cannot(disks.name));
  });

  test('has no note if its driver can, or if that is unknown', () => {
    expect(told([growing('driver.longhorn.io')])).toEqual([]);
    expect(told([growing(disks.name)], {})).toEqual([]);
    expect(told([growing('efs.csi.aws.com')])).toEqual([]);
  });

  test('has no note where it asks for as much as before', () => {
    const labelled = { ...claim(), metadata: { ...claim().metadata, labels: { a: 'b' } } };
    expect(told([growing(disks.name)], { driver }, labelled)).toEqual([]);
  });

  test('counts by the driver of its volume', () => {
    const volume = {
      apiVersion: 'v1',
      kind: 'PersistentVolume',
      metadata: { name: 'data' },
      spec: {
        accessModes: ['ReadWriteOnce'],
        capacity: { storage: '1Gi' },
        storageClassName: 'fast',
        claimRef: { namespace: 'shop', name: 'data' },
        csi: { driver: disks.name, volumeHandle: 'disk-1' },
      },
    };
    expect(told([growing('driver.longhorn.io'), volume])).toEqual(cannot(disks.name));
  });

  test('asks for as much in another spelling', () => {
    const same = claim({ resources: { requests: { storage: '1024Mi' } } });
    expect(told([growing(disks.name)], { driver }, same)).toEqual([]);
  });
});
