/** The order of lists that several write: nothing is lost, and nobody's own order is changed. */
import { inOrder } from '../../src/diff/apply/list-order';
import * as fc from '../support/fast-check';

const WAYS = ['serverSide', 'clientSide'] as const;
const mapOf = (keys: readonly string[], by: string) =>
  new Map(keys.map((key) => [key, `${key} of ${by}`]));

/** The keys of the list that comes of what is stored, and of what the applier wants. */
function orderOf(stored: readonly string[], wanted: readonly string[], way: (typeof WAYS)[number]) {
  const others = stored.filter((key) => !wanted.includes(key) && key === key.toUpperCase());
  return inOrder(stored, mapOf(wanted, 'applier'), mapOf(others, 'others'), way).map(
    (item) => String(item).split(' ')[0],
  );
}

test.each<[string, string, string, string]>([
  ['abc', 'abc', 'abc', 'abc'],
  ['abc', 'cab', 'cab', 'cab'],
  ['abc', 'ad', 'ad', 'ad'],
  ['', 'ab', 'ab', 'ab'],
  ['X', '', 'X', 'X'],
  ['aXb', 'ab', 'aXb', 'aXb'],
  ['Xab', 'ab', 'Xab', 'Xab'],
  ['abX', 'ab', 'abX', 'abX'],
  ['XaYbZ', 'ab', 'XaYbZ', 'XaYbZ'],
  ['aX', 'ab', 'aXb', 'abX'],
  ['XY', 'ab', 'XYab', 'abXY'],
])('%s to which %s is applied, by either way', (stored, wanted, serverSide, clientSide) => {
  expect(WAYS.map((way) => orderOf([...stored], [...wanted], way).join(''))).toEqual([
    serverSide,
    clientSide,
  ]);
});

const keys = (letters: string) => fc.shuffledSubarray([...letters]);

describe.each(WAYS)('%s, whatever is stored and wanted', (way) => {
  test('each item is there once, in the order of those who wrote it', () => {
    fc.assert(
      fc.property(keys('abcdefWXYZ'), keys('abcdefgh'), (stored, wanted) => {
        const order = orderOf(stored, wanted, way);
        const others = stored.filter((key) => 'WXYZ'.includes(key));
        expect(order.filter((key) => wanted.includes(key))).toEqual(wanted);
        expect(order.filter((key) => 'WXYZ'.includes(key))).toEqual(others);
        expect(order).toHaveLength(wanted.length + others.length);
      }),
    );
  });
});
