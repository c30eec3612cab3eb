import fc from 'fast-check';
import { nearest } from '../../src/findings';

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
  fc.assert(fc.property(fc.array(fc.string({ unit: 'grapheme-ascii', minLength: 1 }), { minLength: 1 }), (words) => {
    expect(nearest(words[0], words)!.toLowerCase()).toBe(words[0].toLowerCase());
  }));
});
