/**
 * Durations of Go: what they are worth, which texts are none, and that none of them keeps the
 * program busy.
 */
import { parseDuration } from '../../src/kube';

test.each([
  ['1.5s', 1_500_000_000n],
  ['1h2m3s', 3_723_000_000_000n],
  ['-1ms', -1_000_000n],
  ['0', 0n],
  ['+0', 0n],
  ['.5us', 500n],
  ['1µs', 1000n],
  ['1μs', 1000n],
  ['+2s', 2_000_000_000n],
  ['1.s', 1_000_000_000n],
  ['0.1ns', 0n],
  ['1m1m', 120_000_000_000n],
  ['007s', 7_000_000_000n],
])('%s is understood as Go does', (text, value) => {
  expect(parseDuration(text)).toBe(value);
});

test.each([
  '',
  '-',
  '1',
  '00',
  's',
  '1 s',
  '1d',
  '1s2',
  '.s',
  '.',
  '1..s',
  '--1s',
  '1s-2s',
  'constructor',
  '1toString',
])('%j is no duration of Go', (text) => {
  expect(parseDuration(text)).toBeUndefined();
});

test('a duration ends where an int64 of nanoseconds does', () => {
  expect(parseDuration('9223372036854775807ns')).toBe(2n ** 63n - 1n);
  expect(parseDuration('9223372036854775808ns')).toBeUndefined();
  expect(parseDuration('-9223372036854775808ns')).toBe(-(2n ** 63n));
  expect(parseDuration('-9223372036854775809ns')).toBeUndefined();
  expect(parseDuration('9223372036854775807ns1ns')).toBeUndefined();
  expect(parseDuration('2562047h')).toBe(9_223_369_200_000_000_000n);
  expect(parseDuration('2562048h')).toBeUndefined();
});

test.each<[what: string, text: string, value: bigint | undefined]>([
  ['many numbers of many digits', `${'1111111s'.repeat(9)}!`, undefined],
  ['many more of them', `${'1111111s'.repeat(100_000)}!`, undefined],
  ['many parts', '1ns'.repeat(100_000), 100_000n],
  ['many parts, and one that is none', `${'1ns'.repeat(100_000)}1`, undefined],
  ['one number of many digits', `${'1'.repeat(1_000_000)}s`, undefined],
  ['one number without a unit', '1'.repeat(1_000_000), undefined],
  ['one unit of many letters', `1${'s'.repeat(1_000_000)}`, undefined],
  ['many zeros', `${'0'.repeat(1_000_000)}.${'0'.repeat(1_000_000)}s`, 0n],
])('a text of any length is read once: %s', (_what, text, value) => {
  expect(parseDuration(text)).toBe(value);
});
