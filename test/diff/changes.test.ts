/** The paths at which two objects differ, as people write them, with what stands there. */
import { changedFields, changedPaths, joined } from '../../src/diff/changes';

const ITEMS = [
  { name: 'a', image: '1' },
  { name: 'b', image: '1' },
];
const [A, B] = ITEMS;

test.each<[string, unknown, unknown, readonly unknown[]]>([
  ['nothing, of the same', { spec: { items: ITEMS } }, { spec: { items: [A, B] } }, []],
  ['a value', { spec: { a: 1 } }, { spec: { a: 2 } }, [{ path: 'spec.a', before: 1, after: 2 }]],
  ['a field that comes', {}, { a: {} }, [{ path: 'a', before: undefined, after: {} }]],
  ['a field that goes', { a: { b: 1 } }, {}, [{ path: 'a', before: { b: 1 }, after: undefined }]],
  ['null where nothing was', {}, { a: null }, [{ path: 'a', before: undefined, after: null }]],
  ['an object in place of a list', { a: [] }, { a: {} }, [{ path: 'a', before: [], after: {} }]],
  ['a list in place of an object', { a: {} }, { a: [] }, [{ path: 'a', before: {}, after: [] }]],
  ['a text in place of a number', { a: 1 }, { a: '1' }, [{ path: 'a', before: 1, after: '1' }]],
  [
    'a key with dots or slashes in brackets',
    { labels: { 'a.b': '1', 'a/b': '1', 'a-b': '1' } },
    { labels: { 'a.b': '2', 'a/b': '2', 'a-b': '2' } },
    [
      { path: 'labels.a-b', before: '1', after: '2' },
      { path: 'labels[a.b]', before: '1', after: '2' },
      { path: 'labels[a/b]', before: '1', after: '2' },
    ],
  ],
  [
    'what every object has by birth is no field',
    {},
    { constructor: 1, toString: 2 },
    [
      { path: 'constructor', before: undefined, after: 1 },
      { path: 'toString', before: undefined, after: 2 },
    ],
  ],
  [
    'an item by its name',
    { items: [A, B] },
    { items: [A, { ...B, image: '2' }] },
    [{ path: 'items[b].image', before: '1', after: '2' }],
  ],
  [
    'an item that comes first, and no other one',
    { items: [B] },
    { items: [A, B] },
    [{ path: 'items[a]', before: undefined, after: A }],
  ],
  [
    'an item that goes',
    { items: [A, B] },
    { items: [B] },
    [{ path: 'items[a]', before: A, after: undefined }],
  ],
  [
    'one item in place of another',
    { items: [A] },
    { items: [B] },
    [
      { path: 'items[a]', before: A, after: undefined },
      { path: 'items[b]', before: undefined, after: B },
    ],
  ],
  [
    'the whole list, where items change places',
    { items: [A, B] },
    { items: [B, A] },
    [{ path: 'items', before: [A, B], after: [B, A] }],
  ],
  [
    'the whole list, where all items go',
    { items: [A] },
    { items: [] },
    [{ path: 'items', before: [A], after: [] }],
  ],
  [
    'the whole list, where the first items come',
    { items: [] },
    { items: [A] },
    [{ path: 'items', before: [], after: [A] }],
  ],
  ...[
    ['no name', { image: '1' }],
    ['an empty name', { name: '' }],
    ['a number for a name', { name: 1 }],
    ['the name of another one', { name: 'b', image: '2' }],
    ['no fields', 'a'],
  ].flatMap(([what, item]): [string, unknown, unknown, readonly unknown[]][] => [
    [
      `the whole list, where an item has ${what as string}`,
      { items: [B, item] },
      { items: [B] },
      [{ path: 'items', before: [B, item], after: [B] }],
    ],
    [
      `the whole list, where an item comes that has ${what as string}`,
      { items: [B] },
      { items: [B, item] },
      [{ path: 'items', before: [B], after: [B, item] }],
    ],
  ]),
  [
    'lists of values as a whole',
    { args: ['a', 'b'] },
    { args: ['a'] },
    [{ path: 'args', before: ['a', 'b'], after: ['a'] }],
  ],
  [
    'all of them in the order of their paths',
    { b: 1, a: 1, c: 1 },
    { d: 2, b: 2, a: 2 },
    [
      { path: 'a', before: 1, after: 2 },
      { path: 'b', before: 1, after: 2 },
      { path: 'c', before: 1, after: undefined },
      { path: 'd', before: undefined, after: 2 },
    ],
  ],
])('what differs is %s', (_what, before, after, fields) => {
  expect(changedFields(before, after)).toEqual(fields);
  expect(changedPaths(before, after)).toEqual(
    fields.map((field) => (field as { path: string }).path),
  );
});

test.each([
  ['', 'spec', 'spec'],
  ['', 'a.b', '[a.b]'],
  ['data', 'a', 'data.a'],
  ['data', 'a/b', 'data[a/b]'],
])('below %j the field %j is called %s', (path, key, name) => {
  expect(joined(path, key)).toBe(name);
});
