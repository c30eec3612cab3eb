/** Values that Go reads otherwise than they are written, either way of applying. */
import { diffObjects } from '../../src/diff';

type Way = 'serverSide' | 'clientSide';

const thing = (apiVersion: string, kind: string, fields: object, metadata: object = {}) => ({
  apiVersion,
  kind,
  metadata: { name: 'one', namespace: 'shop', ...metadata },
  ...fields,
});
const tls = (data: object) => thing('v1', 'Secret', { type: 'kubernetes.io/tls', data });
const deployment = (fields: object, metadata: object = {}, own: object = {}) =>
  thing('apps/v1', 'Deployment', {
    spec: {
      ...own,
      selector: { matchLabels: { app: 'web' } },
      template: {
        metadata: { labels: { app: 'web' }, ...metadata },
        spec: { containers: [{ name: 'web', image: 'nginx', ...fields }] },
      },
    },
  });
const scaled = (replicas: number | bigint) => deployment({}, {}, { replicas });
const role = (fields: object) => ({
  apiVersion: 'rbac.authorization.k8s.io/v1',
  kind: 'ClusterRole',
  metadata: { name: 'one' },
  ...fields,
});

function answerTo(next: object, old: object[] = [], way: Way = 'serverSide') {
  const [{ verdict, errors = [] }] = diffObjects(old, [next], { way }).objects;
  return { verdict, errors: errors.map(({ field, message }) => `${field}: ${message}`) };
}

test('server-side apply takes the null of an entry for an empty value, and kubectl leaves it out', () => {
  const next = tls({ 'tls.crt': 'YQ==', 'tls.key': null });
  expect(answerTo(next).verdict).toBe('created');
  expect(answerTo(next, [], 'clientSide').errors).toEqual(['data[tls.key]: Required value']);
  const old = [tls({ 'tls.crt': 'YQ==', 'tls.key': 'YQ==' })];
  expect(answerTo(next, old).verdict).toBe('changed');
  expect(answerTo(next, old, 'clientSide').errors).toEqual(['data[tls.key]: Required value']);
});

test.each<[unknown, string]>([
  [1.5, 'number'],
  [true, 'bool'],
  [[], 'array'],
  [{}, 'object'],
])('kubectl reads the metadata itself: a label that is %j', (label, kind) => {
  const next = thing('v1', 'ConfigMap', {}, { labels: { app: label } });
  expect(answerTo(next, [], 'clientSide').errors).toEqual([
    `: unable to decode: json: cannot unmarshal ${kind} into Go struct field ObjectMeta.metadata.labels of type string`,
  ]);
});

test('server-side apply looks at types before bytes', () => {
  const next = thing('v1', 'Secret', { type: {}, data: { a: 'x!' } });
  expect(answerTo(next).errors).toEqual([
    ': failed to create typed patch object (shop/one; /v1, Kind=Secret): .type: expected string, got map',
  ]);
});

test('server-side apply asks for a number, and is told the group of the kind', () => {
  const next = deployment({}, {}, { replicas: 'x' });
  expect(answerTo(next).errors).toEqual([
    ': failed to create typed patch object (shop/one; apps/v1, Kind=Deployment): .spec.replicas: expected numeric (int or float), got string',
  ]);
});

test('what kubectl is refused for several unknown fields has one remedy', () => {
  const next = deployment({}, {}, { pauzed: true, replica: 2 });
  expect(diffObjects([], [next], { way: 'clientSide' }).objects[0].remedy).toBe(
    'remove spec.pauzed and spec.replica, or correct their names',
  );
});

test('an amount that is null is none at all', () => {
  const next = thing('v1', 'LimitRange', {
    spec: {
      limits: [{ type: 'Container', min: { memory: '64Mi' }, defaultRequest: { memory: null } }],
    },
  });
  expect(answerTo(next).errors).toEqual([
    'spec.limits[0].defaultRequest[memory]: Invalid value: "0": min value 67108864 is greater than default request value 0',
  ]);
});

test.each<[string, number | bigint, string]>([
  ['below 32 bits', -2147483649, 'int32'],
  ['above 32 bits', 2147483648, 'int32'],
  ['above 64 bits', 9223372036854775808n, 'int32'],
])('a new object does not have a number %s', (_what, replicas, type) => {
  expect(answerTo(scaled(replicas)).errors).toEqual([
    expect.stringMatching(`\\.spec\\.replicas: expected ${type}, got (?:int|float)$`),
  ]);
});

test.each<[string, number | bigint, string]>([
  ['below 32 bits', -2147483649, 'changed'],
  ['above 32 bits', 2147483648, 'refused'],
  ['of 64 bits', 9223372036854775807n, 'refused'],
  ['above 64 bits', 9223372036854775808n, 'changed'],
])('of a number %s an update keeps the last 32 bits', (_what, replicas, verdict) => {
  const old = [scaled(1)];
  expect(answerTo(scaled(replicas), old).verdict).toBe(verdict);
  expect(answerTo(scaled(replicas), old, 'clientSide').verdict).toBe(verdict);
});

test.each<[string, object, string]>([
  ['creationTimestamp', { creationTimestamp: '2026-01-01T00:00:00Z' }, 'changed'],
  ['generation', { generation: 1 }, 'changed'],
  ['uid', { uid: 'a' }, 'changed'],
  ['a time that is none', { creationTimestamp: 'yesterday' }, 'refused'],
  ['no time', { creationTimestamp: null }, 'unchanged'],
])('a template keeps what the server writes of objects: %s', (_what, metadata, verdict) => {
  expect(answerTo(deployment({}, metadata), [deployment({})]).verdict).toBe(verdict);
});

test('server-side apply tells where a field is by the keys of items', () => {
  const next = deployment({
    foo: 1,
    ports: [{ containerPort: 80, foo: 1 }],
    args: [1],
    resources: { limits: { 'a.com/b': [] } },
  });
  const place = '.spec.template.spec.containers[name="web"]';
  expect(
    answerTo(next, [deployment({})]).errors.map((one) => one.slice(one.indexOf('): ') + 3)),
  ).toEqual([
    `${place}.foo: field not declared in schema`,
    `${place}.ports[containerPort=80,protocol="TCP"].foo: field not declared in schema`,
    `${place}.args[0]: expected string, got int`,
    `${place}.resources.limits.a.com/b: expected quantity, got list`,
  ]);
});

test('server-side apply leaves nothing of what it empties', () => {
  const old = [role({ aggregationRule: { clusterRoleSelectors: [{}] } })];
  expect(answerTo(role({ aggregationRule: {} }), old).verdict).toBe('changed');
  expect(answerTo(role({ aggregationRule: {} }), [role({})]).verdict).toBe('refused');
});

test('a pod on the network of its node has its ports there, and a template says them', () => {
  const pod = (port: object) =>
    thing('v1', 'Pod', {
      spec: {
        hostNetwork: true,
        containers: [{ name: 'a', image: 'b', ports: [{ containerPort: 80, ...port }] }],
      },
    });
  expect(answerTo(pod({}), [pod({ hostPort: 80 })]).verdict).toBe('unchanged');
  expect(answerTo(pod({ hostPort: 0 }), [pod({ hostPort: 80 })]).verdict).toBe('unchanged');
});

test('bytes may be a list where an object is created, and not where server-side apply is used', () => {
  const secret = (key: unknown) =>
    thing('v1', 'Secret', { data: { a: key }, type: 'kubernetes.io/dockercfg' });
  expect(answerTo(secret([])).errors).toEqual([
    expect.stringMatching(/\.data\.a: expected string, got list$/),
  ]);
  const missing = ['data[.dockercfg]: Required value'];
  expect(answerTo(secret([1, 255]), [], 'clientSide').errors).toEqual(missing);
  expect(answerTo(secret([256]), [], 'clientSide').errors).not.toEqual(missing);
});

test('the largest number of 64 bits is one', () => {
  const { spec } = deployment({}) as unknown as { spec: { template: { spec: object } } };
  const pod = { ...spec.template.spec, terminationGracePeriodSeconds: 9223372036854775807n };
  const next = thing('apps/v1', 'Deployment', {
    spec: { ...spec, template: { ...spec.template, spec: pod } },
  });
  expect(answerTo(next).verdict).toBe('created');
});

describe('the labels of a suspended Job, to which its controller has added', () => {
  const job = (metadata: object) =>
    thing('batch/v1', 'Job', {
      spec: {
        suspend: true,
        template: {
          metadata,
          spec: { restartPolicy: 'Never', containers: [{ name: 'a', image: 'a' }] },
        },
      },
    });
  const old = [job({ labels: { job: 'x' } })];
  const refusal = [
    "spec.template.metadata.labels[controller-uid]: Required value: must be '<its uid>'",
    "spec.template.metadata.labels[job-name]: Required value: must be 'one'",
    "spec.template.metadata.labels[batch.kubernetes.io/controller-uid]: Required value: must be '<its uid>'",
    "spec.template.metadata.labels[batch.kubernetes.io/job-name]: Required value: must be 'one'",
    expect.stringMatching(/`selector` does not match template `labels`$/),
  ];

  test.each([
    ['an empty map', {}, 'serverSide'],
    ['an empty map', {}, 'clientSide'],
    ['null', null, 'serverSide'],
  ] as const)('lose only those of the manifest by %s (%p, %s)', (_what, labels, way) => {
    expect(answerTo(job({ labels }), old, way)).toEqual({ verdict: 'changed', errors: [] });
  });

  test.each([
    ['no labels', {}, 'serverSide'],
    ['no labels', {}, 'clientSide'],
    ['null', { labels: null }, 'clientSide'],
  ] as const)('go all with %s (%p, %s), which is refused', (_what, metadata, way) => {
    expect(answerTo(job(metadata), old, way)).toEqual({ verdict: 'refused', errors: refusal });
  });
});

test('server-side apply does not update a list by items without a key', () => {
  const account = (...secrets: object[]) => thing('v1', 'ServiceAccount', { secrets });
  expect(answerTo(account({}), [account({ name: 'a' })]).errors).toEqual([
    ': failed to create typed patch object (shop/one; /v1, Kind=ServiceAccount): .secrets: element 0: associative list with keys has an element that omits all key fields ["name"] (and doesn\'t have default values for any key fields)',
  ]);
  expect(answerTo(account({}), []).verdict).toBe('created');
});

test.each(['', null])('server-side apply takes %p for the key of an item', (name) => {
  const account = (secrets: object[]) => thing('v1', 'ServiceAccount', { secrets });
  expect(answerTo(account([{ name }]), [account([{ name: 'a' }])])).toMatchObject({
    verdict: 'changed',
    errors: [],
  });
});

test.each<[string, object, string]>([
  ['an unknown field', { replica: 2 }, 'strict decoding error: unknown field "spec.replica"'],
  [
    'several unknown fields',
    { pauzed: true, replica: 2 },
    'strict decoding error: unknown field "spec.pauzed", unknown field "spec.replica"',
  ],
  [
    'a field of another type',
    { replicas: 'x' },
    'json: cannot unmarshal string into spec.replicas of type numeric',
  ],
  [
    'a number for a text, whatever is unknown before it',
    { replica: 2, strategy: { type: 1 } },
    'json: cannot unmarshal number into spec.strategy.type of type string',
  ],
])('kubectl is refused to create %s with 400, and to change it with 422', (_what, own, why) => {
  const next = deployment({}, {}, own);
  const [created] = diffObjects([], [next], { way: 'clientSide' }).objects;
  expect(created).toMatchObject({
    verdict: 'refused',
    code: 400,
    errors: [
      {
        field: '',
        message: `Deployment in version "v1" cannot be handled as a Deployment: ${why}`,
      },
    ],
  });
  const [changed] = diffObjects([deployment({})], [next], { way: 'clientSide' }).objects;
  expect(changed).toMatchObject({
    verdict: 'refused',
    code: 422,
    errors: [{ field: 'patch', message: `Invalid value: {…}: ${why}` }],
  });
});
