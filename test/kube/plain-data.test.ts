/**
 * Data without classes: what has fields, what holds something else, and what is the same content.
 */
import { App, Lazy } from 'cdk8s';
import { k8s } from 'cdk8s-plus-28';
import {
  fieldsOf,
  foreignObject,
  hasLazy,
  isFields,
  itemsOfList,
  kindAndName,
  shortHash,
  stableJson,
  unwrap,
  withoutNulls,
  withoutUndefined,
} from '../../src/kube';

test.each<[unknown, boolean]>([
  [{}, true],
  [{ a: 1 }, true],
  [Object.create(null), true],
  [[], false],
  [null, false],
  [undefined, false],
  ['text', false],
  [5, false],
])('whether %p has fields: %p', (value, expected) => {
  expect(isFields(value)).toBe(expected);
  expect(fieldsOf(value)).toEqual(expected ? value : {});
});

describe('what is not plain data', () => {
  const app = new App();
  const shared = { a: [1, { b: null }] };
  const loop: { inner: object[] } = { inner: [] };
  loop.inner.push({ loop });

  test.each<[string, unknown, object | undefined]>([
    ['a construct', { a: [{ b: app }] }, app],
    ['the first of two', [app, new App()], app],
    ['what contains itself', { of: loop }, loop],
    ['a list that contains itself', loop.inner, loop.inner],
  ])('is found: %s', (_, value, expected) => expect(foreignObject(value)).toBe(expected));

  test.each<[string, unknown]>([
    ['texts, numbers and nulls', { a: ['x', 1, null, true, undefined] }],
    ['the same object twice', [shared, { shared }]],
    ['an object without a prototype', Object.assign(Object.create(null), { a: 1 })],
    ['a quantity and a port', [k8s.Quantity.fromString('1Gi'), k8s.IntOrString.fromNumber(80)]],
    ['a time', { at: new Date(0) }],
    ['a late value', Lazy.any({ produce: () => app })],
    ['a text', 'x'],
    ['nothing', null],
  ])('is not there: %s', (_, value) => expect(foreignObject(value)).toBeUndefined());

  test('is a class of one field that is not a scalar, or of two, or of another name', () => {
    class One {
      public constructor(public readonly value: unknown) {}
    }
    class Two {
      public readonly value = 'x';
      public readonly more = 1;
    }
    class Other {
      public readonly text = 'x';
    }
    const odd = [new One({}), new One(true), new Two(), new Other()];
    expect(odd.map((one) => foreignObject(one))).toEqual(odd);
    expect([new One('x'), new One(5)].map((one) => [foreignObject(one), unwrap(one)])).toEqual([
      [undefined, 'x'],
      [undefined, 5],
    ]);
  });
});

test.each<[unknown, boolean]>([
  [{ a: [{ b: Lazy.any({ produce: () => 1 }) }] }, true],
  [{ a: [{ b: 1 }] }, false],
  [null, false],
  ['produce', false],
  [{ produce: 'x' }, false],
  [undefined, false],
])('whether %p is known late: %p', (value, expected) => expect(hasLazy(value)).toBe(expected));

test('a value that contains itself is not known late', () => {
  const loop: { self?: unknown } = {};
  loop.self = [loop];
  expect(hasLazy(loop)).toBe(false);
});

test('a time is written as YAML has it, and an object that appears twice is written twice', () => {
  const twice = { a: 1 };
  expect(unwrap({ at: new Date(0), twice: [twice, twice] })).toEqual({
    at: '1970-01-01T00:00:00.000Z',
    twice: [{ a: 1 }, { a: 1 }],
  });
});

test('undefined fields go at any depth, and nothing else does', () => {
  const value = {
    a: undefined,
    b: [{ c: undefined, d: null }, 'x', [undefined, 1]],
    e: false,
    f: { g: undefined },
  };
  const copy = withoutUndefined(value);
  expect(JSON.stringify(copy)).toBe('{"b":[{"d":null},"x",[null,1]],"e":false,"f":{}}');
  expect(Object.keys(copy)).toEqual(['b', 'e', 'f']);
  expect([withoutUndefined(null), withoutUndefined('x')]).toEqual([null, 'x']);
});

test('what has no undefined fields is not copied, and what is of a class is', () => {
  const value = { a: [{ b: null }], c: { d: undefined } };
  const copy = withoutUndefined(value);
  expect(copy.a).toBe(value.a);
  expect(withoutUndefined(copy)).toBe(copy);
  expect(
    withoutUndefined([
      new (class Size {
        public readonly value = 1;
      })(),
    ]),
  ).toStrictEqual([{ value: 1 }]);
});

test('an object is called by kind, namespace and name', () => {
  expect([
    kindAndName({ kind: 'Pod', name: 'a', namespace: 'n' }),
    kindAndName({ kind: 'Node', name: 'a' }),
  ]).toEqual(['Pod/n/a', 'Node/a']);
});

describe('equal content', () => {
  test('is the same JSON whatever the order of its fields, and lists keep theirs', () => {
    expect(stableJson({ b: { d: 1n, c: [2, 1] }, a: null })).toBe(
      '{"a":null,"b":{"c":[2,1],"d":"1"}}',
    );
    expect(stableJson({ a: null, b: { c: [2, 1], d: 1n } })).toBe(
      '{"a":null,"b":{"c":[2,1],"d":"1"}}',
    );
  });

  test('has numbers among the fields first, by their size, and nothing that JSON leaves out', () => {
    expect(stableJson({ b: undefined, a: [undefined, new Date(0)], 10: 1, 9: 2, '-1': 3 })).toBe(
      '{"9":2,"10":1,"-1":3,"a":[null,"1970-01-01T00:00:00.000Z"]}',
    );
  });

  test('has the same hash, which tells the parts apart', () => {
    // As sha256sum has it of ["a","bc"].
    expect([
      shortHash(['a', 'bc']),
      shortHash(['a', 'bc'], 4),
      shortHash(['ab', 'c']) === shortHash(['a', 'bc']),
    ]).toEqual(['42a6f3f4', '42a6', false]);
  });
});

describe('a list of objects', () => {
  const items = [{ apiVersion: 'v1', kind: 'Pod' }, 'x'];

  test.each<[string, object, unknown]>([
    ['any', { apiVersion: 'v1', kind: 'List', items }, items],
    [
      'of one kind, whose items need not say it',
      { apiVersion: 'apps/v1', kind: 'DeploymentList', items: [{ metadata: { name: 'a' } }, 'x'] },
      [{ apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'a' } }, 'x'],
    ],
    [
      'of one kind, whose items say it otherwise',
      { apiVersion: 'apps/v1', kind: 'DeploymentList', items: [{ apiVersion: 'apps/v1beta1' }] },
      [{ apiVersion: 'apps/v1beta1', kind: 'Deployment' }],
    ],
    [
      'with metadata that have no name',
      { kind: 'List', metadata: { name: '', resourceVersion: '1' }, items },
      items,
    ],
    ['with metadata that are none', { kind: 'List', metadata: null, items }, items],
    [
      'with a name: it is an object of its own',
      { kind: 'AllowList', metadata: { name: 'a' }, items },
      undefined,
    ],
    ['of nothing', { kind: 'List' }, undefined],
    ['of another kind', { kind: 'ListOfPods', items }, undefined],
    ['without a kind', { items }, undefined],
  ])('%s', (_, manifest, expected) =>
    expect(itemsOfList(manifest as { readonly [field: string]: unknown })).toEqual(expected),
  );
});

test.each([
  ['withoutUndefined', withoutUndefined],
  ['withoutNulls', withoutNulls],
] as const)('%s keeps a field whatever it is called', (_, copy) => {
  const value: unknown = JSON.parse('{"__proto__":{"a":1},"constructor":2}');
  expect(JSON.stringify(copy(value))).toBe('{"__proto__":{"a":1},"constructor":2}');
});
