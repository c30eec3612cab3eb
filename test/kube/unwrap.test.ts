import { Lazy } from 'cdk8s';
import { k8s } from 'cdk8s-plus-28';
import { foreignObject, hasLazy, isPlainData, plainClass, unwrap } from '../../src/kube';

test('quantities and ports lose their wrappers at any depth', () => {
  expect(
    unwrap({
      requests: { storage: k8s.Quantity.fromString('1Gi') },
      ports: [{ port: k8s.IntOrString.fromNumber(80) }],
    }),
  ).toEqual({ requests: { storage: '1Gi' }, ports: [{ port: 80 }] });
});

test('a late value is produced, and what it produces is unwrapped', () => {
  const late = { size: Lazy.any({ produce: () => k8s.Quantity.fromString('1Gi') }) };
  expect(hasLazy(late)).toBe(true);
  expect(unwrap(late)).toEqual({ size: '1Gi' });
});

test('plain data that look like a wrapper stay as they are', () => {
  expect(unwrap({ value: 'x' })).toEqual({ value: 'x' });
});

test('fields that no type knows pass through, null included', () => {
  expect(unwrap({ brandNew: { deep: [null, 1] } })).toEqual({ brandNew: { deep: [null, 1] } });
});

test('a field stays, whatever it is called', () => {
  const value: unknown = JSON.parse('{"__proto__":"a","constructor":"b"}');
  expect(JSON.stringify(unwrap(value))).toBe('{"__proto__":"a","constructor":"b"}');
});

test('undefined fields are left out and the input is not touched', () => {
  const input = Object.freeze({ a: undefined, b: 1 });
  expect(Object.keys(unwrap(input))).toEqual(['b']);
});

test('a value that contains itself is refused', () => {
  const loop: { self?: unknown } = {};
  loop.self = loop;
  expect(() => unwrap(loop)).toThrow('the value contains itself');
});

test('an instance of a class of plain data is plain data, and nothing else that is an instance', () => {
  class Fields {
    public readonly name = 'a';
    public readonly absent?: string;
  }
  class Other {
    public readonly name = 'a';
    public readonly other = 'b';
  }
  plainClass(Fields);
  expect(foreignObject({ list: [new Fields()] })).toBeUndefined();
  expect(unwrap({ list: [new Fields()] })).toEqual({ list: [{ name: 'a' }] });
  expect(foreignObject({ list: [new Other()] })).toBeInstanceOf(Other);
});

test('data are plain where nothing in them is late, foreign, wrapped or within itself', () => {
  const loop: { self?: unknown } = {};
  loop.self = loop;
  const others = [
    Lazy.any({ produce: () => 1 }),
    k8s.Quantity.fromString('1Gi'),
    new Date(0),
    new Map(),
    loop,
  ];
  expect(isPlainData({ a: [{ b: null, c: undefined }], d: 'x' })).toBe(true);
  expect(others.filter((one) => isPlainData(one) || isPlainData({ a: [one] }))).toEqual([]);
});

test('what is looked for is found behind what is plain, and a value may be there twice', () => {
  const late = Lazy.any({ produce: () => 1 });
  const twice = { a: 1 };
  expect(hasLazy({ a: twice, b: [twice, { c: late }] })).toBe(true);
  const foreign = new Map();
  expect(foreignObject({ a: twice, b: [twice, { c: late, d: foreign }] })).toBe(foreign);
});
