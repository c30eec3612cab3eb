/** What cannot be decoded, as a finding: what is said of it, what to do, and the server's words. */
import { isClusterScoped, workloadKinds } from '../../src/kube';
import { DecodeProblem } from '../../src/model';
import { brokenBytes, decodeCause, decodeCauses, readManifests } from '../../src/validation';

const read = (object: object) =>
  readManifests([object], 'shop', { isCluster: isClusterScoped, workloads: workloadKinds() })[0];
const objectOf = (kind: string, fields: object = {}) =>
  read({ apiVersion: 'v1', kind, metadata: { name: 'one' }, ...fields });
const POD = objectOf('Pod');
const SECRET = objectOf('Secret');

/** A finding as one line, and the server's words. */
function said(problem: DecodeProblem, sent = POD): readonly unknown[] {
  const { severity, rule, path, message, remedy, server } = decodeCause(problem, sent);
  return [`${severity} ${rule} ${path}: ${message}; ${remedy}`, server?.code, server?.message];
}

test.each<[string, unknown, string, string]>([
  ['numeric', 'a', '"a" is not a number', 'use a number'],
  ['integer', 1.5, '1.5 is not a whole number', 'use a whole number'],
  ['int32', 2 ** 31, '2147483648 is not a number of 32 bits', 'use a smaller number'],
  ['int64', 2 ** 63, '9223372036854776000 is not a number of 64 bits', 'use a smaller number'],
  ['quantity', '1x', '"1x" is not a valid quantity', 'use one such as 500m or 10Gi'],
  ['boolean', 'on', '"on" is not a boolean', 'use true or false'],
  ['map', 'a', '"a" is not a map', 'use a map of fields'],
  ['list', 'a', '"a" is not a list', 'use a list'],
  ['numeric or string', true, 'true is not a number or a string', 'use a number, or a string'],
  ['string', 1, '1 is not a string', 'write it in quotes: "1"'],
  ['time', 'x', '"x" is not a time', 'use a time'],
])('another type than %s: %j', (expected, value, message, remedy) => {
  expect(said({ path: 'spec.a', reason: 'type', expected, got: 'x', value })).toEqual([
    `error api/type spec.a: ${message}; ${remedy}`,
    400,
    `cannot unmarshal x into spec.a of type ${expected}`,
  ]);
});

test('what is nothing is called by its field', () => {
  expect(said({ path: 'spec.a', reason: 'type', expected: 'map', got: 'x' })[0]).toBe(
    'error api/type spec.a: a is not a map; use a map of fields',
  );
});

test.each(['data.a', 'stringData.a', 'data', 'stringData'])(
  'what is secret is not shown: %s',
  (path) => {
    const problem = { path, reason: 'type', expected: 'string', got: 'int', value: 1234 } as const;
    const name = path.split('.').pop()!;
    expect(said(problem, SECRET)[0]).toBe(
      `error api/type ${path}: ${name} is not a string; write it in quotes`,
    );
    expect(said(problem, POD)[0]).toContain('1234 is not a string');
  },
);

test('what is beside the data of a Secret is shown', () => {
  const problem = { path: 'metadata.data', reason: 'type', expected: 'string', value: 12 } as const;
  expect(said(problem, SECRET)[0]).toContain('12 is not a string');
  expect(said({ ...problem, path: 'dataset' }, SECRET)[0]).toContain('12 is not a string');
});

test('a field that is unknown is a warning, with the one that is meant', () => {
  const known = ['hostname', 'hostIPC'];
  expect(said({ path: 'spec.hostnam', reason: 'unknown', known })).toEqual([
    'warning api/unknown-field spec.hostnam: unknown field "hostnam": strict validation, the default of kubectl, and server-side apply reject it, and otherwise it is dropped; perhaps you meant "hostname"',
    400,
    'strict decoding error: unknown field "spec.hostnam"',
  ]);
  expect(said({ path: 'spec.x', reason: 'unknown' })[0]).toContain(
    '; remove it, or correct its name',
  );
});

test('items of one key are told with it', () => {
  expect(said({ path: 'spec.ports', reason: 'twice', key: '[port=80]' })).toEqual([
    'error api/duplicate spec.ports: several items have the key [port=80]; remove one of them',
    undefined,
    'duplicate entries for key [port=80]',
  ]);
});

describe('of an object', () => {
  test('nothing is wrong with one that is right', () => expect(decodeCauses(POD)).toEqual([]));

  test('all of one is told that is too deep, and nothing else', () => {
    let deep: unknown = 'a';
    for (let depth = 0; depth < 20_000; depth += 1) deep = { a: deep };
    const sent = read({
      apiVersion: 'example.com/v1',
      kind: 'Thing',
      metadata: { name: 'one', labels: { a: 1 } },
      spec: deep,
    });
    expect(sent.problems.map(({ reason, path }) => [reason, path])).toEqual([['deep', '']]);
    expect(decodeCauses(sent).map(({ path, message }) => [path, message])).toEqual([
      ['', expect.stringMatching(/^lists and mappings lie more than \d+ deep in each other$/)],
    ]);
  });

  test('bytes that are a list of numbers are taken', () => {
    expect(decodeCauses(objectOf('Secret', { data: { a: [104] } }))).toEqual([]);
    expect(decodeCauses(objectOf('Secret', { data: { a: [256] } }))).toHaveLength(1);
  });

  test.each<[string, string]>([
    ['', ''],
    ['YQ==', ''],
    ['YWI=', ''],
    ['YWJj', ''],
    ['+/+/', ''],
    ['YW\r\nJj\n', ''],
    ['YQ=', 'data.a'],
    ['YQ', 'data.a'],
    ['Y===', 'data.a'],
    ['YQ==YQ==', 'data.a'],
    ['YQ-_', 'data.a'],
    [' YQ=', 'data.a'],
  ])('%j in base64: %s', (a, path) => {
    expect(brokenBytes(objectOf('Secret', { data: { a } })).map((one) => one.path)).toEqual(
      path === '' ? [] : [path],
    );
  });

  test('bytes are in one field of two kinds', () => {
    const broken = { data: { a: 'x' }, binaryData: { b: 'x' }, stringData: { c: 'x' } };
    const paths = (kind: string) => brokenBytes(objectOf(kind, broken)).map(({ path }) => path);
    expect(['Secret', 'ConfigMap', 'Pod'].map(paths)).toEqual([['data.a'], ['binaryData.b'], []]);
  });

  test('broken bytes are told in the words of the server, which names the patch if it is one', () => {
    const sent = objectOf('Secret', { data: { a: 'x' } });
    const [{ message, remedy, server }] = brokenBytes(sent);
    expect([message, remedy, server]).toEqual([
      'the value of "a" is not valid base64',
      'write it in base64, or under stringData as it is',
      {
        field: '',
        message:
          'failed to convert new object (Secret/shop/one): error decoding from json: illegal base64 data in data.a',
      },
    ]);
    expect(brokenBytes(sent, true)[0].server!.field).toBe('patch');
  });
});
