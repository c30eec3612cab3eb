/** Jobs and CronJobs, selectors and local volumes: what Kubernetes 1.36 refused of them. */
import { diffObjects } from '../../src/diff';

const template = {
  spec: { restartPolicy: 'Never', containers: [{ name: 'run', image: 'busybox:1' }] },
};
const cron = (spec: object, job: object = {}, name = 'nightly') => ({
  apiVersion: 'batch/v1',
  kind: 'CronJob',
  metadata: { name, namespace: 'shop' },
  spec: { schedule: '0 3 * * *', jobTemplate: { spec: { template, ...job } }, ...spec },
});

/** What is refused of the object, or its verdict. */
function answerTo(next: object, old: readonly object[] = []): unknown {
  const [{ verdict, errors = [] }] = diffObjects(old, [next]).objects;
  return verdict === 'refused'
    ? errors.map(
        ({ field, message }) =>
          `${field}: ${message.replace(/^Invalid value: ("(?:[^"\\]|\\.)*"|[^:]*): /, '')}`,
      )
    : verdict;
}

test.each([
  '* * * * *',
  '@daily',
  '@every 1.5h',
  '*/5 0-6/2 1,15 jan-MAR sun',
  '? ? ? ? ?',
  '+5 * * * *',
  ',  * * * *',
  '*-5 * * * *',
  '5/15 * * * *',
])('the schedule %j is one', (schedule) => {
  expect(answerTo(cron({ schedule }))).toBe('created');
});

test.each([
  ['61 * * * *', 'end of range (61) above maximum (59): 61'],
  ['* * 0 * *', 'beginning of range (0) below minimum (1): 0'],
  ['5-1 * * * *', 'beginning of range (5) beyond end of range (1): 5-1'],
  ['*/0 * * * *', 'step of range should be a positive number: */0'],
  ['* * * * 7', 'end of range (7) above maximum (6): 7'],
  ['0 0 * *', 'expected exactly 5 fields, found 4: [0 0 * *]'],
  ['a * * * *', 'failed to parse int from a: strconv.Atoi: parsing "a": invalid syntax'],
  ['0-5-7 * * * *', 'too many hyphens: 0-5-7'],
  ['1/2/3 * * * *', 'too many slashes: 1/2/3'],
  ['@dayly', 'unrecognized descriptor: @dayly'],
  ['@every x', 'failed to parse duration @every x: time: invalid duration "x"'],
  [
    'TZ=Europe/Berlin * * * * *',
    'cannot use TZ or CRON_TZ in schedule, use timeZone field instead',
  ],
])('the schedule %j is none', (schedule, why) => {
  expect(answerTo(cron({ schedule }))).toEqual([`spec.schedule: ${why}`]);
});

test('a zone in the schedule may stay, beside no other', () => {
  const schedule = 'TZ=Europe/Berlin * * * * *';
  expect(answerTo(cron({ schedule: 'TZ=UTC 1 * * * *' }), [cron({ schedule })])).toBe('changed');
  expect(answerTo(cron({ schedule, timeZone: 'UTC' }), [cron({ schedule })])).toEqual([
    'spec.schedule: cannot use both timeZone field and TZ or CRON_TZ in schedule',
  ]);
});

test.each([
  'Europe/Berlin',
  'UTC',
  'Etc/GMT+5',
  'Asia/Kolkata',
  'Asia/Calcutta',
  'US/Pacific',
  'GB-Eire',
  'America/Coyhaique',
])('%s is a time zone', (timeZone) => {
  expect(answerTo(cron({ timeZone }))).toBe('created');
});

test.each([
  ['', 'timeZone must be nil or non-empty string'],
  ['local', 'timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones'],
  ...[
    'europe/berlin',
    'AMERICA/NEW_YORK',
    'utc',
    'Mars/Phobos',
    'Europe/../Berlin',
    '+01:00',
    'GMT+5',
  ].map((zone) => [zone, `unknown time zone ${zone}`]),
])('%j is no time zone', (timeZone, why) => {
  expect(answerTo(cron({ timeZone }))).toEqual([`spec.timeZone: ${why}`]);
});

test('a Job adds eleven letters to the name of its CronJob', () => {
  expect(answerTo(cron({}, {}, 'a'.repeat(52)))).toBe('created');
  expect(answerTo(cron({}, {}, 'a'.repeat(53)))).toEqual([
    'metadata.name: must be no more than 52 characters',
  ]);
});

const indexed = { completionMode: 'Indexed', completions: 3 };
const failure = (rule: object) => ({ podFailurePolicy: { rules: [rule] } });

test.each<[string, object, readonly string[]]>([
  [
    'a selector',
    { selector: { matchLabels: { a: 'b' } } },
    ['selector: `selector` will be auto-generated'],
  ],
  [
    'an index without its number',
    { completionMode: 'Indexed' },
    ['completions: Required value: when completion mode is Indexed'],
  ],
  [
    'a limit for indexes of which there are none',
    { backoffLimitPerIndex: 1 },
    ['backoffLimitPerIndex: requires indexed completion mode'],
  ],
  [
    'more failed indexes than there are',
    { ...indexed, backoffLimitPerIndex: 1, maxFailedIndexes: 4 },
    ['maxFailedIndexes: must be less than or equal to completions'],
  ],
  [
    'more at once than an indexed Job runs',
    { ...indexed, parallelism: 100_001 },
    ['parallelism: must be less than or equal to 100000 when completion mode is Indexed'],
  ],
  [
    'a manager without a domain',
    { managedBy: 'foo' },
    ['managedBy: must be a domain-prefixed path (such as "acme.io/foo")'],
  ],
  ['a manager without a name', { managedBy: '' }, ['managedBy: Required value']],
  [
    'a rule for nothing',
    failure({ action: 'Ignore' }),
    [
      'podFailurePolicy.rules[0]: Invalid value: specifying one of OnExitCodes and OnPodConditions is required',
    ],
  ],
  [
    'a rule for a container that is not there',
    failure({ action: 'Ignore', onExitCodes: { containerName: 'z', operator: 'In', values: [1] } }),
    [
      'podFailurePolicy.rules[0].onExitCodes.containerName: must be one of the container or initContainer names in the pod template',
    ],
  ],
  [
    'a rule for success as a failure',
    failure({ action: 'FailJob', onExitCodes: { operator: 'In', values: [0, 1] } }),
    ['podFailurePolicy.rules[0].onExitCodes.values[0]: must not be 0 for the In operator'],
  ],
  [
    'success of no index',
    { successPolicy: { rules: [{ succeededCount: 1 }] } },
    ['successPolicy: requires indexed completion mode'],
  ],
  [
    'success of more than all',
    { ...indexed, successPolicy: { rules: [{ succeededCount: 4 }] } },
    [
      'successPolicy.rules[0].succeededCount: must be less than or equal to 3 (the number of specified completions)',
    ],
  ],
])('the template of a CronJob: %s is refused', (_about, job, fields) => {
  expect(answerTo(cron({}, job))).toEqual(fields.map((field) => `spec.jobTemplate.spec.${field}`));
});

test('the template of a CronJob has no defaults of a Job', () => {
  expect(diffObjects([cron({})], [cron({}, { completions: 1 })]).objects[0]).toMatchObject({
    verdict: 'changed',
    changes: ['spec.jobTemplate.spec.completions'],
  });
});

const workload = (kind: string, selector: object | undefined, more: object = {}) => ({
  apiVersion: 'apps/v1',
  kind,
  metadata: { name: 'web', namespace: 'shop' },
  spec: {
    ...(selector ? { selector } : {}),
    template: {
      metadata: { labels: { app: 'web' } },
      spec: { containers: [{ name: 'web', image: 'nginx:1' }] },
    },
    ...more,
  },
});
const labels = 'spec.template.metadata.labels: `selector` does not match template `labels`';

test.each<[string, object, readonly string[]]>([
  [
    'a Deployment without a selector',
    workload('Deployment', undefined),
    ['spec.selector: Required value', labels],
  ],
  [
    'a StatefulSet without a selector',
    workload('StatefulSet', undefined),
    ['spec.selector: Required value', labels],
  ],
  ['a DaemonSet without a selector', workload('DaemonSet', undefined), [labels]],
  [
    'a selector of nothing',
    workload('Deployment', {}),
    ['spec.selector: empty selector is invalid for deployment'],
  ],
  [
    'an expression without values',
    workload('Deployment', { matchExpressions: [{ key: 'app', operator: 'NotIn' }] }),
    [
      "spec.selector.matchExpressions[0].values: Required value: must be specified when `operator` is 'In' or 'NotIn'",
    ],
  ],
  [
    'an operator that is none',
    workload('Deployment', { matchExpressions: [{ key: 'app', operator: 'exists' }] }),
    [
      'spec.selector.matchExpressions[0].operator: not a valid selector operator',
      'spec.selector: invalid label selector',
    ],
  ],
  [
    'what becomes of claims',
    workload(
      'StatefulSet',
      { matchLabels: { app: 'web' } },
      { persistentVolumeClaimRetentionPolicy: { whenDeleted: 'retain' } },
    ),
    [
      'spec.persistentVolumeClaimRetentionPolicy.whenDeleted: Unsupported value: "retain": supported values: "Delete", "Retain"',
    ],
  ],
])('%s is refused', (_about, next, refused) => {
  expect(answerTo(next)).toEqual(refused);
});

const volume = (spec: object) => ({
  apiVersion: 'v1',
  kind: 'PersistentVolume',
  metadata: { name: 'disk' },
  spec: { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], ...spec },
});

test.each<[string, object, readonly string[]]>([
  [
    'a local volume without its node',
    volume({ local: { path: '/disk' } }),
    ['spec.nodeAffinity: Required value: Local volume requires node affinity'],
  ],
  [
    'a volume without a handle',
    volume({ csi: { driver: 'efs.csi.aws.com' } }),
    ['spec.csi.volumeHandle: Required value'],
  ],
  [
    'a driver that is no name',
    volume({ csi: { driver: 'efs csi', volumeHandle: 'a' } }),
    ['spec.csi.driver'],
  ],
  [
    'a class without a provisioner',
    { apiVersion: 'storage.k8s.io/v1', kind: 'StorageClass', metadata: { name: 'fast' } },
    ['provisioner: Required value'],
  ],
  [
    'a template of claims that ask for nothing',
    workload(
      'StatefulSet',
      { matchLabels: { app: 'web' } },
      {
        volumeClaimTemplates: [
          { metadata: { name: 'data' }, spec: { accessModes: ['ReadWriteOnce'] } },
        ],
      },
    ),
    ['spec.volumeClaimTemplates[0].spec.resources[storage]'],
  ],
])('%s is refused', (_about, next, refused) => {
  expect(
    (answerTo(next) as string[]).map((one, index) => one.slice(0, refused[index].length)),
  ).toEqual(refused);
});

test.each([
  ['a.b', ['metadata.name: will not able to create pod with invalid DNS label: a.b-2']],
  [
    'a'.repeat(62),
    [`metadata.name: will not able to create pod with invalid DNS label: ${'a'.repeat(62)}-2`],
  ],
  ['a'.repeat(61), 'created'],
])('an indexed Job with the name %s has host names for its pods', (name, answer) => {
  const job = (spec: object) => ({
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name, namespace: 'shop' },
    spec: { template, ...spec },
  });
  expect(answerTo(job(indexed))).toEqual(answer);
  if (name.length < 62) expect(answerTo(job({}))).toBe('created');
});
