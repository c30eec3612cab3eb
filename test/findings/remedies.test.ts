/** The remedies that many rules have in common, and findings as advice. */
import {
  asWarnings,
  didYouMean,
  FindingsError,
  hasErrors,
  inQuotes,
  report,
  Severity,
  show,
  someOf,
} from '../../src/findings';

const finding = (severity: Severity, message: string) => ({
  rule: 'demo/x',
  severity,
  path: 'a',
  message,
  remedy: 'mend it',
});

test.each([
  [true, 'write it in quotes: "true"'],
  [0o755, 'write it in quotes: "493"'],
  [null, 'use a string'],
  [['a'], 'use a string'],
])('%j in place of a string: %s', (value, remedy) => expect(inQuotes(value)).toBe(remedy));

test.each<[unknown, string]>([
  ['Retian', 'perhaps you meant "Retain"'],
  ['Recycle', 'use one of Retain, Delete'],
  [5, 'use one of Retain, Delete'],
])('%j in place of a word: %s', (word, remedy) =>
  expect(didYouMean(word, ['Retain', 'Delete'])).toBe(remedy),
);

test('what is advice only keeps its words and is no error', () => {
  const advice = asWarnings([finding(Severity.ERROR, 'one'), finding(Severity.WARNING, 'two')]);
  expect(advice).toEqual([finding(Severity.WARNING, 'one'), finding(Severity.WARNING, 'two')]);
  expect(hasErrors(advice)).toBe(false);
});

test.each([
  ['nothing', [], 'no findings'],
  [
    'one warning',
    [finding(Severity.WARNING, 'odd')],
    '1 warning\n  warning: a: odd; mend it (demo/x)',
  ],
  [
    'two errors',
    [finding(Severity.ERROR, 'one'), finding(Severity.ERROR, 'two')],
    '2 errors\n  error: a: one; mend it (demo/x)\n  error: a: two; mend it (demo/x)',
  ],
])('a report on %s has only what there is', (_, findings, text) =>
  expect(report(findings)).toBe(text),
);

test('an error with one finding is a single line, with more it is a report, and says what it is', () => {
  const [one, two] = [finding(Severity.ERROR, 'one'), finding(Severity.ERROR, 'two')];
  expect(String(new FindingsError([one]))).toBe('FindingsError: a: one; mend it (demo/x)');
  expect(String(new FindingsError([one, two]))).toBe(`FindingsError: ${report([one, two])}`);
});

test('a value of 200 characters is shown whole, one of 201 is cut', () => {
  expect(show('a'.repeat(198))).toBe(`"${'a'.repeat(198)}"`);
  expect(show('a'.repeat(199))).toBe(`"${'a'.repeat(199)}…`);
});

test('a remedy names twenty words, and counts the others', () => {
  const words = Array.from({ length: 21 }, (_, index) => `w${index}`);
  const twenty =
    'w0, w1, w2, w3, w4, w5, w6, w7, w8, w9, w10, w11, w12, w13, w14, w15, w16, w17, w18, w19';
  expect([someOf(words.slice(0, 20)), someOf(words)]).toEqual([twenty, `${twenty} and 1 more`]);
});
