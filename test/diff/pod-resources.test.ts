/** Resources that pods request, against the limits and quotas of their namespace. */
import { diffObjects } from '../../src/diff';

type Fields = { readonly [field: string]: unknown };

const meta = (name: string, namespace = 'shop') => ({ name, namespace });
const range = (limit: Fields, namespace = 'shop') => ({
  apiVersion: 'v1',
  kind: 'LimitRange',
  metadata: meta('sizes', namespace),
  spec: { limits: [{ type: 'Container', ...limit }] },
});
const quota = (hard: Fields, more: Fields = {}) => ({
  apiVersion: 'v1',
  kind: 'ResourceQuota',
  metadata: meta('most'),
  spec: { hard, ...more },
});
const deployment = (replicas: number, ...resources: readonly Fields[]) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: meta('web'),
  spec: {
    replicas,
    selector: { matchLabels: { app: 'web' } },
    template: {
      metadata: { labels: { app: 'web' } },
      spec: {
        containers: resources.map((one, index) => ({
          name: `c${index}`,
          image: 'web:1',
          resources: one,
        })),
      },
    },
  },
});

/** Why pods of a new Deployment do not come; undefined if they do. */
function problemOf(around: readonly Fields[], web: Fields): string | undefined {
  const { notes } = diffObjects(around, [...around, web]);
  return notes
    .find(({ id }) => id === 'rollout')
    ?.message.replace('its pods do not become ready: ', '');
}

const TOO_MUCH = (name: string, container = 'c0') =>
  `the container "${container}" requests more ${name} than the LimitRange allows`;
const TOO_LITTLE = (name: string) =>
  `the container "c0" requests less ${name} than the LimitRange allows`;
const MISSING = (key: string) =>
  `the quota of the namespace requires every container to set ${key}`;
const NO_ROOM = 'not all pods are created: a quota of the namespace prevents it';

test.each<[string, Fields, Fields, string | undefined]>([
  ['a limit at the most', { max: { cpu: '1' } }, { limits: { cpu: '1' } }, undefined],
  ['a limit above it', { max: { cpu: '1' } }, { limits: { cpu: '1001m' } }, TOO_MUCH('cpu')],
  [
    'a request above it',
    { max: { memory: '1Gi' } },
    { requests: { memory: '2Gi' } },
    TOO_MUCH('memory'),
  ],
  [
    'a limit above it, whose request is not',
    { max: { cpu: '1' } },
    { requests: { cpu: '1' }, limits: { cpu: '2' } },
    TOO_MUCH('cpu'),
  ],
  [
    'the second resource above it',
    { max: { cpu: '1', memory: '1Gi' } },
    { limits: { cpu: '1', memory: '2Gi' } },
    TOO_MUCH('memory'),
  ],
  ['a request at the least', { min: { cpu: '1' } }, { requests: { cpu: '1' } }, undefined],
  ['a request below it', { min: { cpu: '1' } }, { requests: { cpu: '999m' } }, TOO_LITTLE('cpu')],
  [
    'a limit below it, which is the request, too',
    { min: { cpu: '1' } },
    { limits: { cpu: '500m' } },
    TOO_LITTLE('cpu'),
  ],
  [
    'another type of limits',
    { type: 'Pod', max: { cpu: '1' } },
    { limits: { cpu: '2' } },
    undefined,
  ],
])('a LimitRange, and %s', (_about, limit, resources, problem) => {
  expect(problemOf([range(limit)], deployment(1, resources))).toBe(problem);
});

test('a LimitRange looks at every container', () => {
  const web = deployment(1, { limits: { cpu: '1' } }, { limits: { cpu: '2' } });
  expect(problemOf([range({ max: { cpu: '1' } })], web)).toBe(TOO_MUCH('cpu', 'c1'));
});

test('a LimitRange of another namespace keeps no pod out', () => {
  const web = deployment(1, { limits: { cpu: '2' } });
  expect(problemOf([range({ max: { cpu: '1' } }, 'other')], web)).toBeUndefined();
});

test.each(['requests.cpu', 'requests.memory', 'limits.cpu', 'limits.memory'])(
  'a quota of %s needs it of every container',
  (key) => {
    const [list, name] = key.split('.');
    const said = { [list]: { [name]: '1' } };
    expect([
      problemOf([quota({ [key]: '9' })], deployment(1, said, said)),
      problemOf([quota({ [key]: '9' })], deployment(1, said, {})),
    ]).toEqual([undefined, MISSING(key)]);
  },
);

test.each(['cpu', 'memory'])('a quota of %s counts what is requested', (name) => {
  expect([
    problemOf([quota({ [name]: '2' })], deployment(2, { requests: { [name]: '1' } })),
    problemOf([quota({ [name]: '2' })], deployment(3, { requests: { [name]: '1' } })),
    problemOf([quota({ [name]: '2' })], deployment(1, {})),
  ]).toEqual([undefined, NO_ROOM, MISSING(`requests.${name}`)]);
});

test('a limit is the request of who requests nothing', () => {
  const room = quota({ 'requests.cpu': '2' });
  expect(
    [2, 3].map((replicas) => problemOf([room], deployment(replicas, { limits: { cpu: '1' } }))),
  ).toEqual([undefined, NO_ROOM]);
});

test('a request is no limit', () => {
  const web = deployment(1, { requests: { cpu: '1' } });
  expect(problemOf([quota({ 'limits.cpu': '2' })], web)).toBe(MISSING('limits.cpu'));
});

test.each([
  ['requests.cpu', 'defaultRequest'],
  ['limits.cpu', 'default'],
])('a quota of %s is met by %s of a LimitRange', (key, field) => {
  const around = [quota({ [key]: '2' }), range({ [field]: { cpu: '1' } })];
  expect([2, 3].map((replicas) => problemOf(around, deployment(replicas, {})))).toEqual([
    undefined,
    NO_ROOM,
  ]);
});

test('the resources of all containers of a pod count', () => {
  const half = { requests: { cpu: '500m' } };
  expect(
    [2, 3].map((replicas) =>
      problemOf([quota({ 'requests.cpu': '2' })], deployment(replicas, half, half)),
    ),
  ).toEqual([undefined, NO_ROOM]);
});

test.each<[string, Fields, Fields]>([
  ['scopes', { cpu: '1' }, { scopes: ['BestEffort'] }],
  [
    'a selector of scopes',
    { cpu: '1' },
    { scopeSelector: { matchExpressions: [{ scopeName: 'BestEffort', operator: 'Exists' }] } },
  ],
  ['resources of devices', { 'requests.example.com/gpu': '1' }, {}],
])('a quota with %s keeps no pod out', (_about, hard, more) => {
  expect(problemOf([quota(hard, more)], deployment(1, {}))).toBeUndefined();
});

test('pods that run use up the quota', () => {
  const other = deployment(1, { requests: { cpu: '1' } });
  const around = [
    quota({ 'requests.cpu': '2' }),
    { ...other, metadata: meta('other') },
    { ...other, metadata: meta('elsewhere', 'else') },
  ];
  expect(
    [1, 2].map((replicas) => problemOf(around, deployment(replicas, { requests: { cpu: '1' } }))),
  ).toEqual([undefined, NO_ROOM]);
});
