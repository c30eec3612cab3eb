/** What others have set of an object, by the elements that Kubernetes writes into managedFields. */
import {
  fieldElement,
  itemElement,
  keyOf,
  othersSince,
  partOf,
  valueElement,
} from '../../src/diff/apply/others';

test('fields, values and items are written as in managedFields', () => {
  expect([
    fieldElement('replicas'),
    valueElement('a'),
    valueElement(1),
    itemElement({ name: 'app', image: 'x' }, ['name']),
    itemElement({ protocol: 'UDP', containerPort: 80 }, ['protocol', 'containerPort']),
  ]).toEqual([
    'f:replicas',
    'v:"a"',
    'v:1',
    'k:{"name":"app"}',
    'k:{"containerPort":80,"protocol":"UDP"}',
  ]);
});

test('an item that leaves out its protocol has that of the server', () => {
  expect(itemElement({ containerPort: 80 }, ['containerPort', 'protocol'])).toBe(
    'k:{"containerPort":80,"protocol":"TCP"}',
  );
});

test('numbers that JSON does not hold are written as texts', () => {
  expect(valueElement(9007199254740993n)).toBe('v:"9007199254740993"');
});

test.each<[string, unknown, unknown, readonly string[], boolean]>([
  ['equal names', { name: 'a', x: 1 }, { name: 'a' }, ['name'], true],
  ['other names', { name: 'a' }, { name: 'b' }, ['name'], false],
  ['a number and its text', { name: 1 }, { name: '1' }, ['name'], false],
  ['no name twice', {}, {}, ['name'], true],
  [
    'one of two keys',
    { port: 1, protocol: 'TCP' },
    { port: 1, protocol: 'UDP' },
    ['port', 'protocol'],
    false,
  ],
  [
    'a default and its value',
    { port: 1 },
    { port: 1, protocol: 'TCP' },
    ['port', 'protocol'],
    true,
  ],
])('keys of items: %s', (_about, one, other, keys, isSame) => {
  expect(keyOf(one, keys) === keyOf(other, keys)).toBe(isSame);
});

test.each<[string, unknown, string, unknown]>([
  ['a field', { a: 1 }, 'f:a', 1],
  ['a field that is not there', { a: 1 }, 'f:b', undefined],
  ['a field of a list', ['a'], 'f:0', undefined],
  ['a field of every object', {}, 'f:toString', undefined],
  ['a value', ['a', 'b'], 'v:"b"', 'b'],
  ['a value that is not there', ['a'], 'v:"b"', undefined],
  ['an item', [{ name: 'a' }, { name: 'b', x: 1 }], 'k:{"name":"b"}', { name: 'b', x: 1 }],
  [
    'an item of two keys',
    [
      { p: 1, q: 1 },
      { p: 1, q: 2 },
    ],
    'k:{"p":1,"q":2}',
    { p: 1, q: 2 },
  ],
  ['an item that is not there', [{ name: 'a' }], 'k:{"name":"b"}', undefined],
  ['an item of an object', { name: 'a' }, 'k:{"name":"a"}', undefined],
  ['a value that is no JSON', ['a'], 'v:a', undefined],
])('the part that an element names: %s', (_about, value, element, part) => {
  expect(partOf(value, element)).toEqual(part);
});

test('what is as it was applied is of nobody else', () => {
  const applied = { spec: { replicas: 1 } };
  expect(othersSince(applied, applied)).toBeUndefined();
});

test('what is not as it was applied is of others, and what is, is not', () => {
  const others = othersSince(
    { a: 1, b: { c: 1, d: [1] } },
    { a: 2, b: { c: 1, d: [1, 2] }, e: {} },
  )!;
  expect([
    others.isMember,
    others.below('f:a')?.isMember,
    others.below('f:b')?.isMember,
    others.below('f:b')?.below('f:c'),
    others.below('f:b')?.below('f:d')?.isMember,
    others.below('f:e')?.isMember,
    others.below('f:gone'),
  ]).toEqual([false, true, false, undefined, true, true, undefined]);
});

test('what others removed is not theirs', () => {
  expect(othersSince({ a: 1 }, {})!.below('f:a')).toBeUndefined();
});

test('the revision that the controller of Deployments writes is not the appliers own', () => {
  const annotations = { 'deployment.kubernetes.io/revision': '1', other: '1' };
  const others = othersSince({ annotations }, { annotations: { ...annotations } })!;
  expect([
    others.below('f:deployment.kubernetes.io/revision')?.isMember,
    others.below('f:deployment.kubernetes.io/revision')?.below('f:a'),
    others.below('f:annotations'),
  ]).toEqual([true, undefined, undefined]);
});
