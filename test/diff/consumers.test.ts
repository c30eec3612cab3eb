/** Consumers of claims that wait for one: whether a claim has ever had a volume. */
import { diffObjects } from '../../src/diff';

type Fields = { readonly [field: string]: unknown };

const CLASS = {
  apiVersion: 'storage.k8s.io/v1',
  kind: 'StorageClass',
  metadata: { name: 'fast' },
  provisioner: 'ebs.csi.aws.com',
  volumeBindingMode: 'WaitForFirstConsumer',
};
const claim = (name = 'data') => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: { name, namespace: 'shop' },
  spec: {
    accessModes: ['ReadWriteOnce'],
    storageClassName: 'fast',
    resources: { requests: { storage: '1Gi' } },
  },
});
const POD = {
  containers: [{ name: 'web', image: 'web:1' }],
  volumes: [{ name: 'data', persistentVolumeClaim: { claimName: 'data' } }],
};
const object = (apiVersion: string, kind: string, spec: Fields, metadata: Fields = {}) => ({
  apiVersion,
  kind,
  metadata: { name: 'web', namespace: 'shop', ...metadata },
  spec,
});
const template = (spec: Fields = POD) => ({
  template: { metadata: { labels: { app: 'web' } }, spec },
});
const workload = (kind: string, spec: Fields, pod?: Fields) =>
  object('apps/v1', kind, {
    selector: { matchLabels: { app: 'web' } },
    ...template(pod),
    ...spec,
  });
const job = { ...template({ ...POD, restartPolicy: 'Never' }) };
const cron = (spec: Fields) =>
  object('batch/v1', 'CronJob', { schedule: '0 0 * * *', jobTemplate: { spec: job }, ...spec });
const custom = (spec: Fields, metadata: Fields = {}) =>
  object('example.com/v1', 'Notebook', { pvc: 'data', ...spec }, metadata);

/** What becomes of the data of a claim that goes with all that used it, and on what it depends. */
function dataOf(name: string, ...users: readonly Fields[]): unknown {
  const { objects } = diffObjects([CLASS, claim(name), ...users], [CLASS]);
  const told = objects.find(({ object: label }) => label === `PersistentVolumeClaim/shop/${name}`)!;
  return [told.data, ...(told.dependsOn ?? [])];
}

const LOST = ['lost'];
const IF = (what: string) => ['may be lost', what];
const A_POD = IF('whether a pod has ever used the claim');
const A_JOB = IF('whether a job has ever used the claim');

test.each<[string, Fields, unknown]>([
  ['a Deployment', workload('Deployment', {}), LOST],
  ['a Deployment without pods', workload('Deployment', { replicas: 0 }), A_POD],
  ['a paused Deployment', workload('Deployment', { paused: true }), A_POD],
  ['a DaemonSet', workload('DaemonSet', {}), LOST],
  ['a Pod', object('v1', 'Pod', POD), LOST],
  ['a Job', object('batch/v1', 'Job', job), LOST],
  ['a suspended Job', object('batch/v1', 'Job', { ...job, suspend: true }), A_JOB],
  ['a Job of no pods', object('batch/v1', 'Job', { ...job, parallelism: 0 }), A_JOB],
  ['a Job of no completions', object('batch/v1', 'Job', { ...job, completions: 0 }), A_JOB],
  ['a CronJob', cron({}), LOST],
  ['a suspended CronJob', cron({ suspend: true }), A_JOB],
  ['a custom resource', custom({}), LOST],
  ['one with replicas', custom({ replicas: 2 }), LOST],
  ['one without replicas', custom({ replicas: 0 }), A_POD],
  ['a suspended one', custom({ suspend: true }), A_POD],
  ['one that is not suspended', custom({ suspend: false }), LOST],
  ['a paused one', custom({ paused: true }), A_POD],
  ['a running one', custom({ running: true }), LOST],
  ['one that does not run', custom({ running: false }), A_POD],
  ['a halted one', custom({ runStrategy: 'Halted' }), A_POD],
  ['one that always runs', custom({ runStrategy: 'Always' }), LOST],
  [
    'a notebook that was stopped',
    custom({}, { annotations: { 'kubeflow-resource-stopped': '2026' } }),
    A_POD,
  ],
])('a claim that is used by %s', (_about, user, told) => {
  expect(dataOf('data', user)).toEqual(told);
});

test('a claim that nothing in the files uses may have been used by others', () => {
  expect(dataOf('data')).toEqual(IF('whether a pod outside the files has used the claim'));
});

test('a claim of another name or namespace is another one', () => {
  const elsewhere = {
    ...workload('Deployment', {}),
    metadata: { name: 'web', namespace: 'other' },
  };
  const outside = IF('whether a pod outside the files has used the claim');
  expect([dataOf('data', elsewhere), dataOf('logs', workload('Deployment', {}))]).toEqual([
    outside,
    outside,
  ]);
});

test('who has surely used a claim counts, and otherwise the first who may have', () => {
  const [stopped, suspended, running] = [
    workload('Deployment', { replicas: 0 }),
    cron({ suspend: true }),
    object('v1', 'Pod', POD, { name: 'one' }),
  ];
  expect([
    dataOf('data', stopped, suspended),
    dataOf('data', stopped, suspended, running),
    dataOf('data', running, stopped),
  ]).toEqual([A_POD, LOST, LOST]);
});

const set = (spec: Fields) =>
  workload(
    'StatefulSet',
    {
      serviceName: 'web',
      volumeClaimTemplates: [{ metadata: { name: 'data' }, spec: claim().spec }],
      ...spec,
    },
    { containers: POD.containers },
  );

test('a claim by the name of one that a set makes is used by the pods of the set', () => {
  expect([
    dataOf('data-web-0', set({})),
    dataOf('data-web-1', set({ replicas: 2 })),
    dataOf('data-web-1', set({ replicas: 1 })),
    dataOf('data-web-5', set({ ordinals: { start: 5 } })),
  ]).toEqual([LOST, LOST, IF('whether a pod outside the files has used the claim'), LOST]);
});
