/** Values as the types of Kubernetes hold them: what is empty, what is of another type, numbers. */
import {
  DecodeProblem,
  goKind,
  isDroppedWhole,
  readTyped,
  typeOf,
  withoutNulls,
  zeroOf,
} from '../../src/model';

/** What is read, and the problems on the way: path, reason, expected and got. */
function reading(type: string, value: unknown) {
  const problems: DecodeProblem[] = [];
  const read = readTyped(type, value, 'at', problems);
  return {
    read,
    problems: problems.map(({ path, reason, expected, got }) =>
      [path, reason, expected, got].filter((one) => one !== undefined).join(' '),
    ),
  };
}

describe('of values that say nothing', () => {
  test.each<[string, string, object, object]>([
    ['an empty text takes away', 'PodSpec', { hostname: '' }, { hostname: null }],
    ['a null stays', 'PodSpec', { hostname: null }, { hostname: null }],
    ['a zero is left out', 'ServicePort', { port: 80, nodePort: 0 }, { port: 80 }],
    ['a zero behind a pointer stays', 'DeploymentSpec', { replicas: 0 }, { replicas: 0 }],
    ['false is left out', 'PodSpec', { hostPID: false }, {}],
    [
      'false behind a pointer stays',
      'PodSpec',
      { enableServiceLinks: false },
      { enableServiceLinks: false },
    ],
    ['true and one stay', 'PodSpec', { hostPID: true }, { hostPID: true }],
    ['an empty map stays', 'PodSpec', { nodeSelector: {} }, { nodeSelector: {} }],
    ['an empty struct is left out', 'Container', { name: 'a', resources: {} }, { name: 'a' }],
    [
      'an empty struct behind a pointer stays',
      'PodSpec',
      { securityContext: {} },
      { securityContext: {} },
    ],
    ['an empty list of keys is left out', 'PodSpec', { containers: [] }, {}],
    ['an empty set is left out', 'ObjectMeta', { finalizers: [] }, {}],
    [
      'an empty set of server-side apply is left out',
      'CSIDriverSpec',
      { volumeLifecycleModes: [] },
      {},
    ],
    [
      'an empty list without keys takes away',
      'PodSpec',
      { tolerations: [] },
      { tolerations: null },
    ],
    ['a quantity of 0 is left out', 'ResourceFieldSelector', { divisor: '0' }, {}],
    ['a quantity of 0n is left out', 'ResourceFieldSelector', { divisor: '0n' }, {}],
    [
      'an empty text for a number or a text stays',
      'ServicePort',
      { targetPort: '' },
      { targetPort: '' },
    ],
    ['nothing is left out', 'PodSpec', { hostname: undefined, subdomain: 'a' }, { subdomain: 'a' }],
  ])('%s', (_what, type, value, read) => {
    expect(reading(type, value)).toEqual({ read, problems: [] });
  });

  test.each<[string, string, unknown[], unknown[]]>([
    ['a struct is empty', '[]Container', [null], [{}]],
    ['a pointer is null', '[]*Container', [null], [null]],
    ['a text is empty', '[]string', [null, 'a'], ['', 'a']],
    ['bytes are an empty text', '[][]byte', [null], ['']],
    ['a number is 0', '[]int64', [null], [0]],
    ['a list is null', '[][]string', [null], [null]],
    ['nothing stays nothing', '[]string', [undefined], [undefined]],
  ])('an item of null: %s', (_what, type, value, read) => {
    expect(reading(type, value)).toEqual({ read, problems: [] });
  });

  test('a value of a map that is null stays, for an applier means something by it', () => {
    expect(readTyped('map[string]string', { a: null })).toEqual({ a: null });
  });

  test.each<[string, unknown]>([
    ['*string', null],
    ['string', ''],
    ['[]byte', ''],
    ['bool', false],
    ['int32', 0],
    ['float64', 0],
    ['Quantity', '0'],
    ['IntOrString', 0],
    ['Time', null],
    ['PodSpec', {}],
    ['*PodSpec', null],
    ['map[string]string', null],
    ['any', null],
  ])('the zero of %s is %j', (type, zero) => expect(zeroOf(typeOf(type))).toEqual(zero));

  test('what says something and is in its form already is the same object', () => {
    const pod = { hostname: 'a', nodeSelector: {}, containers: [{ name: 'a', args: [''] }] };
    expect(readTyped('PodSpec', pod)).toBe(pod);
  });
});

describe('of quantities', () => {
  test.each<[unknown, string]>([
    ['1Gi', '1073741824'],
    ['1024Mi', '1073741824'],
    [2, '2'],
    ['2', '2'],
    [' 2 ', '2'],
    ['500m', '0.500000000'],
    ['1.5', '1.500000000'],
    ['-1500m', '-1.500000000'],
    ['-3', '-3'],
    ['1n', '0.000000001'],
    ['1e3', '1000'],
  ])('%j is %s', (given, read) => {
    expect(reading('map[string]Quantity', { cpu: given })).toEqual({
      read: { cpu: read },
      problems: [],
    });
  });

  test.each<[unknown, string]>([
    ['1Xi', 'string'],
    [true, 'boolean'],
    [{}, 'map'],
    [[], 'list'],
  ])('%j is none, and stays', (given, got) => {
    expect(reading('map[string]Quantity', { cpu: given })).toEqual({
      read: { cpu: given },
      problems: [`at.cpu type quantity ${got}`],
    });
  });
});

describe('of other types', () => {
  test.each<[string, string, unknown, string]>([
    ['a number for a text', 'string', 1, 'string int'],
    ['a list for a text', 'string', [], 'string list'],
    ['a text for a number', 'int32', '1', 'numeric string'],
    ['true for a number', 'int64', true, 'numeric boolean'],
    ['a fraction for a number', 'int32', 1.5, 'integer float'],
    ['a fraction for a long number', 'int64', 0.5, 'integer float'],
    ['a text for true', 'bool', 'true', 'boolean string'],
    ['a number for true', 'bool', 1, 'boolean int'],
    ['true for a number or a text', 'IntOrString', true, 'numeric or string boolean'],
    ['a fraction for a number or a text', 'IntOrString', 1.5, 'integer float'],
    ['a number for a time', 'Time', 1, 'string int'],
    ['a day for a time', 'Time', '2024-01-01', 'time string'],
    ['a text around a time', 'MicroTime', 'x2024-01-01T00:00:00Z', 'time string'],
    ['more behind a time', 'Time', '2024-01-01T00:00:00Zx', 'time string'],
    ['a time without a zone', 'Time', '2024-01-01T00:00:00', 'time string'],
    ['a number for bytes', '[]byte', 1, 'string int'],
    ['a map for bytes', '[]byte', {}, 'string map'],
    ['bytes of which one is too large', '[]byte', [0, 256], 'string list'],
    ['bytes of which one is negative', '[]byte', [-1], 'string list'],
    ['bytes of which one is a fraction', '[]byte', [1.5], 'string list'],
    ['a text for a map', 'map[string]string', 'a', 'map string'],
    ['a list for a map', 'map[string]string', [], 'map list'],
    ['a map for a list', '[]string', {}, 'list map'],
    ['a text for a list', '[]string', 'a', 'list string'],
    ['a text for a struct', 'PodSpec', 'a', 'map string'],
    ['a list for a struct', 'PodSpec', [], 'map list'],
  ])('%s is told, and stays', (_what, type, value, words) => {
    expect(reading(type, value)).toEqual({ read: value, problems: [`at type ${words}`] });
  });

  test.each<[string, unknown]>([
    ['string', ''],
    ['int32', 2147483647],
    ['int32', -2147483648],
    ['int64', -9223372036854775808n],
    ['int64', 9223372036854775807n],
    ['float64', 1.5],
    ['float64', 1e300],
    ['IntOrString', '50%'],
    ['IntOrString', 2147483647],
    ['Time', '2024-01-01T00:00:00Z'],
    ['Time', '2024-01-01T00:00:00.5+02:00'],
    ['MicroTime', '2024-01-01T00:00:00,123456-11:30'],
    ['[]byte', 'YQ=='],
    ['any', { a: [1] }],
  ])('%s: %j is right', (type, value) => {
    expect(reading(type, value)).toEqual({ read: value, problems: [] });
  });

  test.each<[string, unknown, number, string]>([
    ['int32', 2147483648, -2147483648, 'int32 int'],
    ['int32', -2147483649, 2147483647, 'int32 int'],
    ['int32', 4294967297, 1, 'int32 int'],
    ['int64', 9223372036854775808n, -9223372036854775808, 'int64 int'],
    ['int64', 2 ** 63, -9223372036854775808, 'int64 int'],
    ['int64', -9223372036854775809n, -9223372036854775808, 'int64 int'],
    ['int32', 9223372036854775808n, 0, 'int32 int'],
    ['IntOrString', 2147483648, -2147483648, 'int32 int'],
  ])('of %s, %s is cut to %d', (type, value, read, words) => {
    expect(reading(type, value)).toEqual({ read, problems: [`at type ${words}`] });
  });

  test('bytes as a list of numbers are written as a text, and told', () => {
    expect(reading('[]byte', [104, 0, 255])).toEqual({
      read: 'aAD/',
      problems: ['at type bytes list'],
    });
  });

  test('a problem has the value that is of another type', () => {
    const problems: DecodeProblem[] = [];
    readTyped('PodSpec', { containers: [{ name: 5 }] }, 'spec', problems);
    expect(problems).toEqual([
      { path: 'spec.containers[0].name', reason: 'type', expected: 'string', got: 'int', value: 5 },
    ]);
  });
});

describe('of fields that there are not', () => {
  test('each is told with those that there are, and left out', () => {
    const problems: DecodeProblem[] = [];
    expect(readTyped('EnvFromSource', { prefx: 'a', prefix: 'b' }, '', problems)).toEqual({
      prefix: 'b',
    });
    expect(problems).toEqual([
      { path: 'prefx', reason: 'unknown', known: ['prefix', 'configMapRef', 'secretRef'] },
    ]);
  });

  test('nothing is told of one without a value', () => {
    expect(reading('EnvFromSource', { prefx: undefined, prefix: 'b' })).toEqual({
      read: { prefix: 'b' },
      problems: [],
    });
  });

  test('the status of the whole is left out without a word', () => {
    expect(reading('Pod', { status: { phase: 'Running' }, kind: 'Pod' })).toEqual({
      read: { kind: 'Pod' },
      problems: [],
    });
  });

  test('a status that templates come with is left out, any other one stays', () => {
    const set = (status: object) => ({ volumeClaimTemplates: [{ status }] });
    expect(readTyped('StatefulSetSpec', set({ phase: 'Pending' }))).toEqual({
      volumeClaimTemplates: [{}],
    });
    expect(readTyped('StatefulSetSpec', set({ phase: 'Bound' }))).toEqual(set({ phase: 'Bound' }));
  });
});

describe('without nulls', () => {
  test.each<[string, string | undefined, unknown, unknown]>([
    ['null', 'PodSpec', { hostname: null, subdomain: 'a' }, { subdomain: 'a' }],
    ['what is empty', 'PodSpec', { nodeSelector: {}, containers: [], hostname: '' }, {}],
    [
      'what is empty in an item stays an item',
      'PodSpec',
      { containers: [{}] },
      { containers: [{}] },
    ],
    ['an item of null stays', '[]*Container', [null, {}], [null, {}]],
    ['the null of an entry', 'ConfigMap', { data: { a: null, b: 'b' } }, { data: { b: 'b' } }],
    [
      'nothing of no type',
      undefined,
      { a: null, b: { c: null }, d: [null, {}] },
      { b: {}, d: [null, {}] },
    ],
    [
      'what is within another type',
      'PodSpec',
      { containers: { a: null, b: 1 } },
      { containers: { b: 1 } },
    ],
    ['what is within the unknown', 'PodSpec', { more: { a: null, b: 1 } }, { more: { b: 1 } }],
    ['the unknown that is null', 'PodSpec', { more: null, hostname: 'a' }, { hostname: 'a' }],
  ])('%s', (_what, type, given, left) => {
    const before = structuredClone(given);
    expect(withoutNulls(type, given)).toEqual(left);
    expect(given).toEqual(before);
  });

  test.each<[string, string, unknown, unknown]>([
    ['an entry of null is the zero', 'ConfigMap', { data: { a: null } }, { data: { a: '' } }],
    ['an entry without a value is none', 'map[string]string', { a: undefined }, {}],
    ['a field of null is none', 'PodSpec', { hostname: null }, {}],
    ['an item of null stays', '[]*Container', [null], [null]],
  ])('where Go makes zeros of them, %s', (_what, type, given, left) => {
    expect(withoutNulls(type, given, 'zero')).toEqual(left);
  });

  const stopping = (more: object = {}) => ({
    containers: [{ name: 'a', lifecycle: { stopSignal: 'SIGTERM', ...more } }],
  });

  test.each<[string, number | undefined, object, object]>([
    ['no version drops nothing', undefined, stopping(), stopping()],
    [
      'one without it drops the field',
      32,
      stopping({ preStop: { sleep: { seconds: 1 } } }),
      { containers: [{ name: 'a', lifecycle: { preStop: { sleep: { seconds: 1 } } } }] },
    ],
    ['and what has nothing else', 32, stopping(), { containers: [{ name: 'a' }] }],
  ])('%s', (_what, minor, given, left) => {
    expect(withoutNulls('PodSpec', given, 'none', minor)).toEqual(left);
  });

  test.each([
    [36, {}],
    [37, { maxUnavailable: 2 }],
  ])('a feature that is on from 1.37 on is dropped before: 1.%i', (minor, left) => {
    const strategy = { maxUnavailable: 2 };
    expect(withoutNulls('RollingUpdateStatefulSetStrategy', strategy, 'none', minor)).toEqual(left);
  });

  test.each<[string, string, unknown, number, string[] | undefined, boolean]>([
    [
      'nothing but a feature that is off',
      'Lifecycle',
      { stopSignal: 'SIGTERM' },
      32,
      undefined,
      true,
    ],
    ['and nulls', 'Lifecycle', { stopSignal: 'SIGTERM', preStop: null }, 32, undefined, true],
    ['something else', 'Lifecycle', { stopSignal: 'SIGTERM', preStop: {} }, 32, undefined, false],
    ['something else alone', 'Lifecycle', { preStop: {} }, 32, undefined, false],
    ['nothing at all', 'Lifecycle', {}, 32, undefined, false],
    ['no fields', 'Lifecycle', 'SIGTERM', 32, undefined, false],
    ['another type', 'PodSpec', { schedulingGroup: {} }, 32, undefined, false],
    [
      'a gate that is on',
      'Lifecycle',
      { stopSignal: 'SIGTERM' },
      33,
      ['ContainerStopSignals'],
      false,
    ],
  ])('%s', (_what, type, value, minor, gates, isDropped) => {
    expect(isDroppedWhole(type, value, minor, gates)).toBe(isDropped);
  });
});

test.each<[unknown, string]>([
  [[], 'list'],
  [{}, 'map'],
  [true, 'boolean'],
  ['a', 'string'],
  [1, 'int'],
  [10n, 'int'],
  [1.5, 'float'],
])('Go calls %p a %s', (value, kind) => expect(goKind(value)).toBe(kind));
