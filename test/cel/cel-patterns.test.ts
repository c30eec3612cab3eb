/**
 * The regular expressions that are evaluated: those that RE2 and JavaScript read alike, in a time
 * that does not explode.
 */
import { isSharedPattern } from '../../src/cel/patterns';

test.each([
  '^[a-z0-9]([-a-z0-9]*[a-z0-9])?$',
  "^(?:[-A-Za-z0-9/._~!$&'()*+,;=:@]|[%][0-9a-fA-F]{2})+$",
  '^(a|b)+$',
  '^[^]a]$'.replace('[^]a]', '[^a\\]]'),
  '\\.',
  '^(?:ab){2}$',
  '',
])('%s is', (pattern) => {
  expect(isSharedPattern(pattern)).toBe(true);
});

test.each([
  '^(a+)+$',
  '^(a*)*$',
  '^((a+)b?)+$',
  '^(a?){20}$',
  '^(a|aa)+$',
  '^(?:x|y|xz)*$',
  '^(a{1,3})+$',
  '(?i)a',
  '(?=a)',
  '(?<n>a)',
  '(a)\\1',
  '\\k<n>',
  '\\Aa',
  'a\\z',
  '[[:alpha:]]',
  '[]a]',
  '[a',
  'a)',
  '(a',
  'a{',
])('%s is not', (pattern) => {
  expect(isSharedPattern(pattern)).toBe(false);
});
