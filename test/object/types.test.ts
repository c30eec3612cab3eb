/** Values of each type of a field: what is taken, what is told, and what is left of an object. */
import { Rule, Severity } from '../../src/findings';
import { conform } from '../../src/object';

type Fields = { readonly [field: string]: unknown };

const rule = (id: string) => ({ id, severity: Severity.ERROR }) as unknown as Rule;
const TYPE = rule('type');
const UNKNOWN = rule('unknown');
const QUANTITY = rule('quantity');

/** What is left of a part, and what is told of it. */
function conformed(value: unknown, part = 'PodSpec', quantity: Rule | undefined = QUANTITY) {
  const rules = { type: TYPE, unknownField: UNKNOWN, ...(quantity ? { quantity } : {}) };
  const { part: left, findings } = conform(value, part, 'spec', rules);
  return [
    left,
    ...findings.map((one) => `${one.rule} ${one.path}: ${one.message} (${one.remedy})`),
  ];
}

const inContainer = (fields: Fields) => ({ containers: [fields] });
const limit = (cpu: unknown) => inContainer({ resources: { limits: { cpu } } });
const NO_LIMIT = inContainer({ resources: { limits: {} } });

test.each<[string, Fields, Fields, string]>([
  ['a string', { hostname: 1 }, {}, 'hostname: 1 is not a string (write it in quotes: "1")'],
  [
    'a boolean',
    { hostNetwork: 'yes' },
    {},
    'hostNetwork: "yes" is not a boolean (use true or false)',
  ],
  [
    'a whole number',
    { priority: '1' },
    {},
    'priority: "1" is not a whole number (use a whole number)',
  ],
  [
    'a whole number',
    { priority: 1.5 },
    {},
    'priority: 1.5 is not a whole number (use a whole number)',
  ],
  ['a list', { containers: {} }, {}, 'containers: {} is not a list (use a list)'],
  ['a map', { nodeSelector: [] }, {}, 'nodeSelector: [] is not a map (use a map of fields)'],
  ['a struct', { affinity: 'x' }, {}, 'affinity: "x" is not a map (use a map of fields)'],
  [
    'a port',
    inContainer({ livenessProbe: { tcpSocket: { port: true } } }),
    inContainer({ livenessProbe: { tcpSocket: {} } }),
    'containers[0].livenessProbe.tcpSocket.port: true is not a port (use a number, or the name of a port)',
  ],
])('what is not %s is told and taken out', (_type, value, left, words) => {
  expect(conformed(value)).toEqual([left, `type spec.${words}`]);
});

test('what is not a time is told and taken out', () => {
  expect(conformed({ metadata: { creationTimestamp: 'x' } }, 'PodTemplateSpec')).toEqual([
    { metadata: {} },
    'type spec.metadata.creationTimestamp: "x" is not a time (use one such as 2026-01-01T00:00:00Z)',
  ]);
});

test('a whole part of another type is told', () => {
  expect(conformed('x')).toEqual([{}, 'type spec: "x" is not a map (use a map of fields)']);
});

test.each([undefined, null])('a part that is %s is empty', (nothing) => {
  expect(conformed(nothing)).toEqual([{}]);
});

const NOT_ONE =
  'spec.containers[0].resources.limits.cpu: "abc" is not a valid quantity (use one such as 500m or 10Gi)';

test('what is not a quantity is told by a rule of its own, or else by that of types', () => {
  const told = [QUANTITY, undefined].map((quantity) => {
    const rules = { type: TYPE, unknownField: UNKNOWN, ...(quantity ? { quantity } : {}) };
    const { part, findings } = conform(limit('abc'), 'PodSpec', 'spec', rules);
    return [
      part,
      ...findings.map((one) => `${one.rule} ${one.path}: ${one.message} (${one.remedy})`),
    ];
  });
  expect(told).toEqual([
    [NO_LIMIT, `quantity ${NOT_ONE}`],
    [NO_LIMIT, `type ${NOT_ONE}`],
  ]);
});

test.each([['1'], ['500m'], [1], [0.5], [5n]])('%p is a quantity', (value) => {
  expect(conformed(limit(value))).toEqual([limit(value)]);
});

test.each([[true], [{}], [[]], ['1 Gi']])('%p is no quantity', (value) => {
  expect(conformed(limit(value))[0]).toEqual(NO_LIMIT);
});

test.each<[string, Fields, string]>([
  [
    'one that is meant otherwise',
    { hostnetwork: true },
    'hostnetwork: unknown field "hostnetwork" (perhaps you meant "hostNetwork")',
  ],
  ['one of nothing', { zzzz: 1 }, 'zzzz: unknown field "zzzz" (remove it)'],
])('a field that nobody knows is told and taken out: %s', (_about, value, words) => {
  expect(conformed(value)).toEqual([{}, `unknown spec.${words}`]);
});

test.each<[string, Fields, Fields]>([
  ['a field', { hostname: null, priority: 1 }, { priority: 1 }],
  ['an item of a list', { containers: [null] }, { containers: [{}] }],
  ['a value of a map', { nodeSelector: { a: null } }, { nodeSelector: { a: '' } }],
])('null for %s is what the API server makes of it', (_about, value, left) => {
  expect(conformed(value)).toEqual([left]);
});

test('a whole number may come as a bigint, and a quantity stays one', () => {
  expect(conformed({ priority: 5n, ...limit(5n) })).toEqual([{ priority: 5, ...limit(5n) }]);
});

test.each<[string, string, Fields]>([
  ['containers that are added later', 'PodSpec', { ephemeralContainers: [{ foo: 1 }] }],
  ['who owns which field', 'PodTemplateSpec', { metadata: { managedFields: [1] } }],
  ['who owns which field, of another type', 'PodTemplateSpec', { metadata: { managedFields: 1 } }],
  ['the status of a claim', 'PersistentVolumeClaim', { status: { foo: 1 } }],
  ['the status of a volume', 'PersistentVolume', { status: { foo: 1 } }],
])('%s is taken as it is', (_about, part, value) => {
  expect(conformed(value, part)).toEqual([value]);
});

test('what is right is not copied', () => {
  const value = { hostname: 'a', containers: [{ name: 'web', ports: [{ containerPort: 80 }] }] };
  expect(conformed(value)[0]).toBe(value);
});
