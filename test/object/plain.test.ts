/** Tests of values that are surely right, and what is read of values of any type. */
import * as object from '../../src/object';
import * as plain from '../../src/object/plain';

const LONG = 'a'.repeat(64);

test.each<[string, plain.Test, readonly unknown[], readonly unknown[]]>([
  ['text', plain.text, ['', 'a'], [1, null, undefined, {}, []]],
  ['bool', plain.bool, [true, false], ['true', 0, null, undefined]],
  ['a whole number', plain.whole(1), [1, 2 ** 31 - 1], [0, 2 ** 31, 1.5, '1', NaN, null]],
  ['a whole number of a range', plain.whole(-1, 2), [-1, 0, 2], [-2, 3, 1.5, 2n]],
  ['one of a few', plain.oneOf('a', 1), ['a', 1], ['b', '1', null, undefined]],
  ['a text of a pattern', plain.like(/^a+$/, 3), ['a', 'aaa'], ['', 'b', 'aaaa', 1]],
  ['either', plain.either(plain.bool, plain.oneOf('a')), [true, 'a'], ['b', 1]],
  ['a list', plain.arrayOf(plain.bool), [[], [true, false]], [{}, ['a'], [true, 'a'], null]],
  [
    'a list of a length',
    plain.arrayOf(plain.bool, 1, 2),
    [[true], [true, true]],
    [[], [true, true, true]],
  ],
  ['a short list', plain.arrayOf(plain.bool), [Array(32).fill(true)], [Array(33).fill(true)]],
  [
    'a map',
    plain.mapOf((key) => key !== 'x', plain.bool),
    [{}, { a: true, b: false }],
    [{ x: true }, { a: true, b: 1 }, { a: true, x: true }, [], null, 'a'],
  ],
  [
    'a map of a size',
    plain.mapOf(() => true, plain.bool, 1),
    [{}, { a: true }],
    [{ a: true, b: true }],
  ],
  [
    'a struct',
    plain.struct({ a: plain.bool, b: plain.text }, ['a'], ({ b }) => b !== 'no'),
    [{ a: true }, { a: false, b: 'x' }],
    [
      {},
      { b: 'x' },
      { a: 1 },
      { a: true, c: 1 },
      { a: true, b: 'no' },
      { a: true, toString: 1 },
      null,
      [],
    ],
  ],
  [
    'a struct of what may all be left out',
    plain.struct({ a: plain.bool }),
    [{}, { a: true }],
    [{ b: true }],
  ],
  ['a label', plain.label, ['a', 'a-1', 'a'.repeat(63)], ['', 'A', '-a', 'a.b', LONG, 1]],
  ['a subdomain', plain.subdomain, ['a', 'a.b-c'], ['', 'A', 'a..b', LONG, 1]],
  ['visible text', plain.visible, ['a', 'a b', '/x'], ['', ' a', 'ä', 'a\n', 'a'.repeat(1001), 1]],
  [
    'a size',
    plain.size,
    ['1Gi', '10M', '100000000', '999999Ti'],
    ['0', '1', '0Gi', '1.5Gi', '1gb', '-1Gi', 1],
  ],
  ['a port', plain.port, [1, 65535], [0, 65536, '80']],
  [
    'a name of a port',
    plain.portName,
    ['http', 'a-1', '1a'],
    ['', '80', 'a--b', '-a', 'a-', 'A', 'a'.repeat(16)],
  ],
  [
    'a path',
    plain.path,
    ['/a', '/a/b.c', '/_/-'],
    ['', '/', 'a', '/a/', '/a//b', '/..', '/.a', '/a b'],
  ],
  ['a directory', plain.directory, ['/a', '/a/', '/a/b/'], ['/', 'a/', '/a//', '/../']],
  ['a relative path', plain.relativePath, ['a', 'a/b'], ['', '/a', 'a/', '../a', 'a/../b', '.a']],
  ['a protocol', plain.protocol, ['TCP', 'UDP', 'SCTP'], ['tcp', 'HTTP', '', null]],
  [
    'a name of a file',
    plain.fileName,
    ['a', '_a', '-a', 'A.b', 'a'.repeat(253)],
    ['', '.a', 'a/b', 'a'.repeat(254), 1],
  ],
  ['a value of a label', plain.labelValue, ['', 'a', 'A_b.c'], ['a b', '-a', LONG, 1]],
  ['a qualified name', plain.qualified, ['a', 'a.b/c'], ['', 'a b', 'a/b/c', 1]],
  ['labels', plain.labels, [{}, { 'a/b': 'c', d: '' }], [{ 'a b': 'c' }, { a: 1 }, { a: 'b c' }]],
  [
    'labels of pods of a Job',
    plain.labelsOfJob,
    [{ a: 'b' }],
    [
      { 'job-name': 'a' },
      { 'batch.kubernetes.io/job-name': 'a' },
      { 'controller-uid': 'a' },
      { 'a b': 'c' },
    ],
  ],
  [
    'annotations',
    plain.annotations,
    [{}, { 'A/b': 'any thing' }],
    [{ 'a b': 'c' }, { a: 1 }, { a: 'x'.repeat(1001) }],
  ],
  [
    'metadata',
    plain.metadata,
    [
      { name: 'a' },
      { name: 'a', namespace: 'b', labels: { c: 'd' }, annotations: { e: 'f' } },
      { name: 'a', finalizers: ['kubernetes.io/pvc-protection'] },
      { name: 'a', finalizers: ['kubernetes.io/pv-protection'] },
      { name: 'a', finalizers: [] },
    ],
    [
      {},
      { namespace: 'b' },
      { name: 'a', uid: 'x' },
      { name: 'A' },
      { name: 'a', finalizers: ['foregroundDeletion'] },
      { name: 'a', finalizers: ['kubernetes.io/pvc-protection', 'kubernetes.io/pv-protection'] },
    ],
  ],
  [
    'an object',
    plain.objectWith({ data: plain.labels }, ['data']),
    [{ apiVersion: 'v1', kind: 'A', metadata: { name: 'a' }, data: {} }],
    [
      { metadata: { name: 'a' } },
      { data: {} },
      { metadata: { name: 'a' }, data: {}, spec: {} },
      { kind: 1, metadata: { name: 'a' }, data: {} },
      { apiVersion: 1, metadata: { name: 'a' }, data: {} },
    ],
  ],
])('%s', (_about, isRight, right, wrong) => {
  expect([right.filter((one) => !isRight(one)), wrong.filter((one) => isRight(one))]).toEqual([
    [],
    [],
  ]);
});

test('exactly one field of several', () => {
  const hasOne = plain.hasOneOf(['a', 'b']);
  expect([{}, { c: 1 }, { a: 1 }, { b: 0 }, { a: 1, b: 1 }].map(hasOne)).toEqual([
    false,
    false,
    true,
    true,
    false,
  ]);
});

test.each<[unknown, boolean]>([
  [undefined, true],
  [[], true],
  [[{ a: 1 }], true],
  [[{ a: 1 }, { a: 2 }], true],
  [[{ a: 1 }, { a: 1 }], false],
  [[{ a: 1 }, { a: 2 }, { a: 1 }], false],
  [[{ b: 1 }, { b: 1 }], true],
])('items of %j differ in a field: %p', (list, differ) => {
  expect(plain.differIn(list, 'a')).toBe(differ);
});

test('whether a value is among the first items of a list', () => {
  const list = [{ a: 1 }, { a: 2 }];
  expect([
    plain.isAmong(1, list, 'a'),
    plain.isAmong(2, list, 'a'),
    plain.isAmong(2, list, 'a', 1),
    plain.isAmong(3, list, 'a'),
    plain.isAmong(1, undefined, 'a'),
  ]).toEqual([true, true, false, false, false]);
});

test('null and nothing are not given', () => {
  const value = { a: 1, b: null, c: undefined, d: false };
  expect([
    object.entriesOf(value),
    object.namesOf(value),
    [0, '', false, null, undefined].map(object.isGiven),
    object.entriesOf('a'),
  ]).toEqual([
    [
      ['a', 1],
      ['d', false],
    ],
    ['a', 'd'],
    [true, true, true, false, false],
    [],
  ]);
});

test('a field is one of the object itself', () => {
  expect([
    object.fieldOf({ a: 1 }, 'a'),
    object.fieldOf({}, 'constructor'),
    object.fieldOf(undefined, 'a'),
  ]).toEqual([1, undefined, undefined]);
});

test('texts, numbers and quantities of any value', () => {
  expect([
    object.textsOf(['a', 'b']),
    object.textsOf(['a', 1]),
    object.textsOf('a'),
    [1, 2n, '1', null].map(object.numberOf),
    ['1', 1, 1n, null, {}].map(object.isQuantityLike),
    [' 1Gi ', '1 Gi', 2, true].map((value) => object.readQuantity(value)?.nano),
  ]).toEqual([
    ['a', 'b'],
    ['a', ''],
    [],
    [1, 2, NaN, NaN],
    [true, true, false, false, false],
    [1073741824n * 10n ** 9n, undefined, 2n * 10n ** 9n, undefined],
  ]);
});
