import { isSame } from '../../src/kube';

const proto = (value: unknown) => JSON.parse(`{"__proto__": ${JSON.stringify(value)}}`);

test.each([
  [1, 1],
  [null, null],
  [
    { a: 1, b: [{ c: 2 }] },
    { b: [{ c: 2 }], a: 1 },
  ],
  [{ a: 1, b: undefined }, { a: 1 }],
  [{ a: 1 }, { b: undefined, a: 1 }],
  [proto(1), proto(1)],
])('%j and %j are the same', (a, b) => {
  expect([isSame(a, b), isSame(b, a)]).toEqual([true, true]);
});

test.each([
  [1, '1'],
  [null, undefined],
  [null, {}],
  [[], {}],
  [[1], [1, 1]],
  [
    [1, 2],
    [2, 1],
  ],
  [{ a: 1 }, { a: 1, b: 2 }],
  [
    { a: 1, c: undefined },
    { a: 1, b: 2 },
  ],
  [
    { a: 1, b: 3 },
    { a: 1, c: 3 },
  ],
  [{ toString: undefined }, { a: undefined, b: 1 }],
  [proto(1), proto(2)],
  [proto(1), {}],
])('%j and %j are not', (a, b) => {
  expect([isSame(a, b), isSame(b, a)]).toEqual([false, false]);
});
