import { isSameInAnyOrder, withoutOrder } from '../../src/diff/notes/any-order';
import { isSame } from '../../src/kube';
import * as fc from '../support/fast-check';

const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom<unknown>(1, 2, '1', 'a', null, true),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('value'), { maxKeys: 3 }),
  ),
}));

test('values are the same in any order just if they are without their order', () => {
  fc.assert(
    fc.property(value, value, (one, other) => {
      const expected = isSame(withoutOrder(one), withoutOrder(other));
      expect(isSameInAnyOrder(one, other)).toBe(expected);
    }),
    { numRuns: 1000 },
  );
});

test.each<[unknown, unknown, boolean]>([
  [{ a: 1 }, { a: 1, b: undefined }, true],
  [{ a: 1, b: undefined }, { a: 1 }, true],
  [{ a: 1 }, { a: 1, b: null }, false],
  [[{ a: 1, b: 2 }, { c: 3 }], [{ c: 3 }, { b: 2, a: 1 }], true],
  [[{ a: 1, b: 2 }, { c: 3 }], [{ c: 3 }, { b: 2 }], false],
])('%j and %j are the same in any order: %j', (one, other, isSameOne) => {
  expect(isSameInAnyOrder(one, other)).toBe(isSameOne);
});

test('lists that are turned round at every depth are the same', () => {
  fc.assert(
    fc.property(value, (one) => {
      expect(isSameInAnyOrder(one, turned(one))).toBe(true);
    }),
  );
});

function turned(given: unknown): unknown {
  if (Array.isArray(given)) return given.map(turned).reverse();
  if (typeof given !== 'object' || given === null) return given;
  return Object.fromEntries(Object.entries(given).map(([key, one]) => [key, turned(one)]));
}
