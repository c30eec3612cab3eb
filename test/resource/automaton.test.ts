/**
 * Regular expressions that take no more time than their text is long, and find what those of
 * JavaScript find.
 */
import { finderOf } from '../../src/resource/automaton';
import * as fc from '../support/fast-check';

const anyLetter = fc.constantFrom(
  'a',
  'b',
  '.',
  '\\w',
  '\\W',
  '\\d',
  '[ab]',
  '[^a]',
  '[a-c-]',
  '\\.',
  '\\x61',
  '\\u{1F600}',
  '\\n',
  '[\\]a]',
  '𝄞',
  '\\p{L}',
);
const anyPlace = fc.constantFrom('^', '$', '\\b', '\\B');
const { anyPattern } = fc.letrec<{ anyPattern: string; single: string; group: string }>((tie) => ({
  group: fc
    .tuple(fc.constantFrom('(', '(?:', '(?<n>'), tie('anyPattern'))
    .map(([head, inside]) => `${head}${inside.replaceAll('(?<n>', '(')})`),
  single: fc.oneof(
    { maxDepth: 3 },
    anyPlace,
    fc
      .tuple(
        fc.oneof({ maxDepth: 3 }, anyLetter, tie('group')),
        fc.constantFrom('', '', '', '*', '+', '?', '*?', '{2}', '{0,2}', '{1,}', '{1,}?'),
      )
      .map((both) => both.join('')),
  ),
  anyPattern: fc
    .array(
      fc.oneof({ weight: 6, arbitrary: tie('single') }, { weight: 1, arbitrary: fc.constant('|') }),
      { maxLength: 5 },
    )
    .map((parts) => parts.join('')),
}));
const anyText = fc
  .array(fc.constantFrom('a', 'b', 'c', '-', '.', ' ', '\n', '1', '😀', '𝄞', ']'), { maxLength: 8 })
  .map((all) => all.join(''));

test.each(['u', 'ui', 'us', 'um'])(
  'they find what those of JavaScript find, with the flags %s',
  (flags) => {
    fc.assert(
      fc.property(anyPattern, fc.array(anyText, { maxLength: 5 }), (pattern, texts) => {
        let whole: RegExp | undefined;
        try {
          whole = new RegExp(pattern, flags);
        } catch {
          whole = undefined;
        }
        const find = finderOf(pattern, flags);
        expect([pattern, find === undefined]).toEqual([pattern, whole === undefined]);
        for (const text of texts) {
          expect([pattern, text, find?.(text)]).toEqual([pattern, text, whole?.test(text)]);
        }
      }),
      { numRuns: 400 },
    );
  },
);

test.each([
  ['^(a+)+$', false],
  ['^(a|a)*$', false],
  ['(a*)*b', false],
  ['a*a*a*a*a*a*c', false],
  ['(a?){30}a{30}!', true],
  ['^(([a-z])+.)+[A-Z]([a-z])+$', false],
  ['.*.*=.*', false],
])('no text keeps them busy: %s', (pattern, expected) => {
  expect(finderOf(pattern, 'u')!(`${'a'.repeat(5000)}!`)).toBe(expected);
});

test.each([
  ['is none', '('],
  ['refers back', '(a)\\1'],
  ['looks ahead', '(?=a)'],
  ['has more steps than anybody needs', '((a{100}){100}){100}'],
  ['repeats nothing without end', '((((){9999}){9999}){9999}){9999}'],
  ['is nested without end', `${'('.repeat(5000)}${')'.repeat(5000)}`],
])('what %s is not run', (_, pattern) => {
  expect(finderOf(pattern, 'u')).toBeUndefined();
});
