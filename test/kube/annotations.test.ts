import { annotationBytes, isSurelyWithin, isTooDeep } from '../../src/kube';
import * as fc from '../support/fast-check';

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value) ?? 'null');

test('annotations have the bytes of their keys and values', () => {
  expect(annotationBytes({ a: 'b', key: 'ä' })).toBe(7);
});

test('an annotation that is not a text has the bytes of its key alone', () => {
  expect(annotationBytes({ one: 12345, two: ['x'], three: null })).toBe(11);
});

test('what is surely within a limit is so', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.nat({ max: 2000 }), (value, bytes) => {
      if (isSurelyWithin(value, bytes)) expect(bytesOf(value)).toBeLessThanOrEqual(bytes);
    }),
  );
});

test('a text counts with the longest that JSON makes of it', () => {
  expect(bytesOf('\u0000')).toBe(8);
  expect([isSurelyWithin('\u0000', 8), isSurelyWithin('\u0000', 7)]).toEqual([true, false]);
});

test.each([[1n], [{ a: 1n }], [new Date(0)], [() => 1]])('nothing is sure of %p', (value) => {
  expect(isSurelyWithin(value, 1e9)).toBe(false);
});

test('an object of ordinary size is within what annotations may hold', () => {
  const object = {
    metadata: { name: 'web', labels: { app: 'web' } },
    spec: { replicas: 3, ports: [80, 443], isPaused: false, none: null },
  };
  expect(isSurelyWithin(object, 1024)).toBe(true);
  expect(isSurelyWithin({ ...object, data: 'x'.repeat(1024) }, 1024)).toBe(false);
});

const nested = (levels: number): unknown =>
  Array.from({ length: levels }).reduce<unknown>(
    (inner, _, index) => (index % 2 === 0 ? { a: inner } : [inner]),
    1,
  );

test('nothing is sure of what lies too deep, or without end', () => {
  const circle: { self?: unknown } = {};
  circle.self = circle;
  expect([nested(20_000), circle].map((value) => isSurelyWithin(value, 1e9))).toEqual([
    false,
    false,
  ]);
});

test.each([
  [500, false],
  [501, false],
  [502, true],
  [20_000, true],
])('%d levels are too deep: %p', (levels, expected) => {
  expect(isTooDeep(nested(levels))).toBe(expected);
});
