/** The ways out of kinds that hold no data: made anew, under another name, or by hand. */
import { actsOf, appliedBy, claim, labels, metadata, plansOf, storageClass } from './plans';

const object = (
  apiVersion: string,
  kind: string,
  rest: object,
  more: object = metadata('one'),
) => ({
  apiVersion,
  kind,
  metadata: more,
  ...rest,
});
const NAMED = { name: 'one' };
const RBAC = 'rbac.authorization.k8s.io';
const pods = {
  metadata: { labels: { app: 'one', tier: 'a' } },
  spec: { containers: [{ name: 'app', image: 'app:1' }] },
};
const workload = (kind: string) => (matchLabels: object) =>
  object('apps/v1', kind, { spec: { selector: { matchLabels }, template: pods } });
const pod = (command: string[]) =>
  object('v1', 'Pod', { spec: { containers: [{ name: 'app', image: 'app:1', command }] } });
const binding = (name: string) =>
  object(`${RBAC}/v1`, 'RoleBinding', { roleRef: { apiGroup: RBAC, kind: 'Role', name } });
const service = (spec: object) =>
  object('v1', 'Service', { spec: { ports: [{ port: 80 }], ...spec } });
const slice = (addressType: string) =>
  object('discovery.k8s.io/v1', 'EndpointSlice', { addressType, endpoints: [] });

test.each<[string, string, object, object, string]>([
  [
    'Deployment',
    'deployment.apps',
    workload('Deployment')({ app: 'one' }),
    workload('Deployment')({ tier: 'a' }),
    'Delete the Deployment: its pods stop.',
  ],
  [
    'DaemonSet',
    'daemonset.apps',
    workload('DaemonSet')({ app: 'one' }),
    workload('DaemonSet')({ tier: 'a' }),
    'Delete the DaemonSet: its pods stop.',
  ],
  [
    'ReplicaSet',
    'replicaset.apps',
    workload('ReplicaSet')({ app: 'one' }),
    workload('ReplicaSet')({ tier: 'a' }),
    'Delete the ReplicaSet: its pods stop.',
  ],
  ['Pod', 'pod', pod(['a']), pod(['b']), 'Delete the Pod.'],
  [
    'RoleBinding',
    `rolebinding.${RBAC}`,
    binding('a'),
    binding('b'),
    'Delete the binding: its subjects lack the role until it exists again.',
  ],
  [
    'Service',
    'service',
    service({}),
    service({ clusterIP: 'None' }),
    'Delete the Service: it gets another address, and clients cannot reach it until it exists again.',
  ],
  [
    'EndpointSlice',
    'endpointslice.discovery.k8s.io',
    slice('IPv4'),
    slice('IPv6'),
    'Delete the slice.',
  ],
])('a %s is deleted and created again', (kind, word, old, next, what) => {
  const [plan] = plansOf([old], [next]);
  expect(actsOf(plan)).toEqual([
    `# ${what}`,
    `kubectl delete ${word}/one --namespace shop`,
    '# Create it as it should be.',
    `apply ${kind}/one`,
  ]);
  expect(appliedBy(plan, kind, 'one')).toEqual(next);
});

const attributes = (iops: string) =>
  object(
    'storage.k8s.io/v1',
    'VolumeAttributesClass',
    { driverName: 'disk.example.com', parameters: { iops } },
    NAMED,
  );
const priority = (value: number) =>
  object('scheduling.k8s.io/v1', 'PriorityClass', { value }, NAMED);
const ingress = (name: string) =>
  object(
    'networking.k8s.io/v1',
    'IngressClass',
    { spec: { controller: `example.com/${name}` } },
    NAMED,
  );
const runtime = (handler: string) => object('node.k8s.io/v1', 'RuntimeClass', { handler }, NAMED);
const quota = (scopes: string[]) =>
  object('v1', 'ResourceQuota', { spec: { hard: { pods: '1' }, scopes } });

test.each<[string, object, object, string]>([
  [
    'VolumeAttributesClass',
    attributes('1'),
    attributes('2'),
    'Use it in the claims that should change to it, and keep the old class unchanged in the files until nothing uses it.',
  ],
  [
    'PriorityClass',
    priority(1),
    priority(2),
    'Use it in the templates that should have it, and keep the old class unchanged in the files until nothing uses it.',
  ],
  [
    'IngressClass',
    ingress('a'),
    ingress('b'),
    'Use it in the Ingresses that should have it, and keep the old class unchanged in the files until nothing uses it.',
  ],
  [
    'RuntimeClass',
    runtime('a'),
    runtime('b'),
    'Use it in the templates that should have it, and keep the old class unchanged in the files until nothing uses it.',
  ],
  ['ResourceQuota', quota([]), quota(['BestEffort']), 'Keep one of the two quotas in the files.'],
])('a %s gets a number', (kind, old, next, then) => {
  const [plan] = plansOf([old], [next]);
  expect(actsOf(plan)).toEqual([
    '# Create it under a new name; rename it in the files as well.',
    `apply ${kind}/one-2`,
    `# ${then}`,
  ]);
});

test('the number of a class is one that nobody has', () => {
  const others = [storageClass('fast-2'), storageClass('fast-3')];
  const next = storageClass('fast', { reclaimPolicy: 'Retain' });
  const [plan] = plansOf([storageClass('fast'), ...others], [next, ...others]);
  expect(actsOf(plan)).toEqual([
    '# Create it under a new name; rename it in the files as well.',
    'apply StorageClass/fast-4',
    '# Use it in new claims. Keep the old class unchanged in the files: existing claims need it for expansion.',
  ]);
  expect(appliedBy(plan, 'StorageClass', 'fast-4')).toEqual({
    ...next,
    metadata: { name: 'fast-4' },
  });
});

const job = (image: string, name = 'one') =>
  object(
    'batch/v1',
    'Job',
    {
      spec: { template: { spec: { restartPolicy: 'Never', containers: [{ name: 'a', image }] } } },
    },
    metadata(name),
  );

test('a Job gets a name with a hash', () => {
  const [plan] = plansOf([job('a:1')], [job('a:2')]);
  expect(actsOf(plan)).toEqual([
    '# Create the Job under a name with a hash of its content; use that name in the files.',
    expect.stringMatching(/^apply Job\/one-[0-9a-f]{8}$/),
    '# Delete the old Job, unless it should keep running.',
    'kubectl delete job.batch/one --namespace shop',
  ]);
});

test.each([
  [54, 54],
  [55, 54],
])('of a name of %i letters %i stay beside the hash, as a label has 63', (length, left) => {
  const name = 'a'.repeat(length);
  const [plan] = plansOf([job('a:1', name)], [job('a:2', name)]);
  expect(actsOf(plan)[1]).toMatch(new RegExp(`^apply Job/a{${left}}-[0-9a-f]{8}$`));
});

const config = (kind: string, value: string) =>
  object('v1', kind, { immutable: true, data: { a: value } });
const user = (kind: string, name: string, source: object, namespace = 'shop') => {
  const template = {
    metadata: { labels },
    spec: {
      ...(kind.endsWith('Job') ? { restartPolicy: 'Never' } : {}),
      containers: [{ name: 'a', image: 'a:1' }],
      volumes: [{ name: 'v', ...source }],
    },
  };
  const spec = {
    CronJob: { schedule: '@daily', jobTemplate: { spec: { template } } },
    Job: { template },
  }[kind] ?? { selector: { matchLabels: labels }, template };
  const apiVersion = kind.endsWith('Job') ? 'batch/v1' : 'apps/v1';
  return object(apiVersion, kind, { spec }, { name, namespace });
};
const OF_CONFIG = { configMap: { name: 'one' } };
const OF_SECRET = { secret: { secretName: 'one' } };

test.each<[string, object, object]>([
  ['ConfigMap', OF_CONFIG, OF_SECRET],
  ['Secret', OF_SECRET, OF_CONFIG],
])('a %s is named by those who can follow it', (kind, own, foreign) => {
  const value = (text: string) => config(kind, Buffer.from(text).toString('base64'));
  const users = [
    user('Deployment', 'a', own),
    user('DaemonSet', 'b', own),
    user('Deployment', 'elsewhere', own, 'other'),
    user('Deployment', 'foreign', foreign),
    user('CronJob', 'later', own),
    user('Job', 'once', own),
  ];
  const gone = user('Deployment', 'gone', own);
  const [plan] = plansOf([value('1'), ...users, gone], [value('2'), ...users]);
  expect(actsOf(plan)).toEqual([
    '# Create it under a name with a hash of its content; use that name in the files.',
    expect.stringMatching(new RegExp(`^apply ${kind}/one-[0-9a-f]{8}$`)),
    '# Use it in the templates that use it; their pods are replaced.',
    'apply Deployment/a',
    'apply DaemonSet/b',
    '# Keep the old one until no pod uses it.',
  ]);
});

test('a ConfigMap that nothing names has a new name alone', () => {
  const [plan] = plansOf([config('ConfigMap', '1')], [config('ConfigMap', '2')]);
  expect(actsOf(plan)).toHaveLength(3);
});

test('what has no other way out is corrected', () => {
  const cidr = (cidrs: string[]) =>
    object('networking.k8s.io/v1', 'ServiceCIDR', { spec: { cidrs } }, NAMED);
  const [plan] = plansOf([cidr(['10.0.0.0/24'])], [cidr(['10.0.1.0/24'])]);
  expect(actsOf(plan)).toEqual(['# In the manifest: create one under a new name.']);
});

test('classes come first, then drivers, volumes, claims and the rest', () => {
  const volume = (volumeHandle: string) =>
    object(
      'v1',
      'PersistentVolume',
      {
        spec: {
          capacity: { storage: '1Gi' },
          accessModes: ['ReadWriteOnce'],
          csi: { driver: 'disk.example.com', volumeHandle },
        },
      },
      { name: 'disk' },
    );
  const driver = (attachRequired: boolean) =>
    object(
      'storage.k8s.io/v1',
      'CSIDriver',
      { spec: { attachRequired } },
      { name: 'disk.example.com' },
    );
  const plans = plansOf(
    [job('a:1'), claim(), volume('a'), driver(true), attributes('1'), storageClass('fast')],
    [
      job('a:2'),
      claim({ accessModes: ['ReadWriteMany'] }),
      volume('b'),
      driver(false),
      attributes('2'),
      storageClass('fast', { reclaimPolicy: 'Retain' }),
    ],
  );
  expect(plans.map((one) => one.object)).toEqual([
    'StorageClass/fast',
    'VolumeAttributesClass/one',
    'CSIDriver/disk.example.com',
    'PersistentVolume/disk',
    'PersistentVolumeClaim/shop/data',
    'Job/shop/one',
  ]);
});

test('an object that stands twice has one plan', () => {
  expect(plansOf([job('a:1')], [job('a:2'), job('a:2')])).toHaveLength(1);
});
