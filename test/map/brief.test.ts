/** Names in brief: numbers that follow each other are one range. */
import { inBrief } from '../../src/map/brief';
import * as fc from '../support/fast-check';

test.each([
  [['a-1', 'a-2', 'a-3'], ['a-1…3']],
  [['a-3', 'a-1', 'a-2'], ['a-1…3']],
  [
    ['a-1', 'a-2'],
    ['a-1', 'a-2'],
  ],
  [['a-8', 'a-9', 'a-10', 'a-11'], ['a-8…11']],
  [['a-08', 'a-09', 'a-10'], ['a-08…10']],
  [['a-098', 'a-099', 'a-100'], ['a-098…100']],
  [
    ['a-1', 'a-02', 'a-3'],
    ['a-1', 'a-02', 'a-3'],
  ],
  [
    ['a-1', 'a-2', 'a-3', 'a-5'],
    ['a-1…3', 'a-5'],
  ],
  [['/d (sub path 1)', '/d (sub path 2)', '/d (sub path 3)'], ['/d (sub path 1…3)']],
  [
    ['1-a', '2-b', '3-c'],
    ['1-a', '2-b', '3-c'],
  ],
  [
    ['b', 'a', 'b'],
    ['b', 'a'],
  ],
  [['', ''], ['']],
  [[], []],
])('%j is in brief %j', (texts, brief) => {
  expect(inBrief(texts)).toEqual(brief);
});

test('of any texts, each is told, and a range says where it begins and ends', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }).filter((one) => !one.includes('…')),
    fc.nat({ max: 30 }).map((number) => `a-${number}`),
    fc.nat({ max: 130 }).map((number) => `b-${String(number).padStart(2, '0')}-x`),
  );
  fc.assert(
    fc.property(fc.array(text, { maxLength: 60 }), (texts) => {
      const told = inBrief(texts).flatMap((one) => {
        const range = /^(.*?)(\d+)…(\d+)(\D*)$/su.exec(one);
        if (!range) return [one];
        const [, before, from, to, behind] = range;
        return Array.from({ length: Number(to) - Number(from) + 1 }, (_, index) => {
          const digits = String(Number(from) + index);
          const padded = from.startsWith('0') ? digits.padStart(from.length, '0') : digits;
          return `${before}${padded}${behind}`;
        });
      });
      expect([...told].sort()).toEqual([...new Set(texts)].sort());
    }),
  );
});
