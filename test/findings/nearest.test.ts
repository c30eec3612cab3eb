import { nearest, nearestIn, nearestRuleId } from '../../src/findings';
import '../../src/rules';
import * as fc from '../support/fast-check';

const WORDS = ['fileSystemId', 'basePath', 'az', 'uid', 'gid'];

test.each([
  ['fileSystemID', 'fileSystemId'],
  ['filesystemid', 'fileSystemId'],
  ['fielSystemId', 'fileSystemId'],
  ['basepaths', 'basePath'],
  ['uids', 'uid'],
  ['a', 'az'],
  ['encrypted', undefined],
  ['', undefined],
])('of the words, %j is nearest to %j', (word, expected) => {
  expect(nearest(word, WORDS)).toBe(expected);
});

test('the first of equally close words wins', () => {
  expect(nearest('xid', WORDS)).toBe('uid');
});

test('two letters that are swapped count as one difference', () => {
  expect(nearest('iud', ['uid'])).toBe('uid');
});

test('a word is nearest to itself', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 63 }), {
        minLength: 1,
      }),
      (words) => {
        expect(nearest(words[0], words)!.toLowerCase()).toBe(words[0].toLowerCase());
      },
    ),
  );
});

const MANY = Array.from({ length: 1000 }, (_, index) => `volume-${index}`);

test.each([
  ['volume-77x', 'volume-77'],
  ['vlume-777', 'volume-777'],
  ['voluem-777', 'volume-777'],
  ['Volume-777', 'volume-777'],
  ['vloume-77x', undefined],
  ['claim', undefined],
])(
  'of a thousand words, only one that is one letter off is near: to %j it is %j',
  (word, expected) => {
    expect(nearestIn(MANY)(word)).toBe(expected);
  },
);

test('a word is looked up among many without a look at each', () => {
  let reads = 0;
  const near = nearestIn(
    new Proxy(MANY, {
      get: (words, at, receiver) => {
        reads += 1;
        return Reflect.get(words, at, receiver);
      },
    }),
  );
  near('vlume-777');
  const before = reads;
  for (let index = 0; index < 1000; index += 1) near(`vlume-${index}`);
  expect(reads - before).toBe(0);
});

test('a letter of which lower case makes two counts as two, where only one may be off', () => {
  const names = [...MANY, 'i\u0307ab'];
  expect(nearestIn(names)('\u0130a')).toBe('i\u0307ab');
});

test('words that are too long to be names are near to nothing', () => {
  expect(nearest('x'.repeat(64), ['x'.repeat(64)])).toBeUndefined();
  expect(nearest('x'.repeat(63), ['x'.repeat(63)])).toBe('x'.repeat(63));
  expect(nearestIn([...MANY, 'x'.repeat(64)])('x'.repeat(64))).toBeUndefined();
  expect(nearestIn([...MANY, 'x'.repeat(63)])(`${'x'.repeat(62)}y`)).toBe('x'.repeat(63));
});

test.each([
  ['a letter too many costs one', 'abcx', 'abc', 'abc'],
  ['two letters that are not neighbours in turn are two differences', 'cba', 'abc', undefined],
  [
    'letters that are swapped at the end count once',
    'fileSystemdI',
    'fileSystemId',
    'fileSystemId',
  ],
  ['letters that are swapped, and others that differ, add up', 'abdcxy', 'abcdef', undefined],
  ['of six letters two may differ', 'abcdxy', 'abcdef', 'abcdef'],
  ['of six letters three may not', 'abcxyz', 'abcdef', undefined],
  [
    'a letter that moves by one, with another one in its place, is two differences',
    'xa',
    'ay',
    undefined,
  ],
  ['whichever of the two letters moves', 'xy', 'yz', undefined],
  ['the same letter twice is no swap', 'aa', 'ab', 'ab'],
])('%s', (_, word, candidate, expected) => expect(nearest(word, [candidate])).toBe(expected));

test.each([
  ['a hundred words are compared letter by letter', 100, 'volme-77x', 'volume-77'],
  ['of a hundred and one, only one that is one letter off is near', 101, 'volme-77x', undefined],
  ['which is found', 101, 'vlume-77', 'volume-77'],
])('%s', (_, count, word, expected) => expect(nearest(word, MANY.slice(0, count))).toBe(expected));

test('the rules are prepared once, however many IDs of none are looked up', () => {
  const prepare = jest.spyOn(
    jest.requireActual<typeof import('../../src/findings/nearest')>('../../src/findings/nearest'),
    'nearestIn',
  );
  try {
    const words = ['pod/mout-path', 'x.r1', 'x.r2'].map(nearestRuleId);
    expect(words).toEqual(['pod/mount-path', undefined, undefined]);
    expect(prepare.mock.calls.length).toBeLessThanOrEqual(1);
  } finally {
    prepare.mockRestore();
  }
});
