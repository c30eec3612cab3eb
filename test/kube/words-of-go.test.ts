/**
 * Texts as Go and the API server read them, at the limits. Answers of Go 1.26 and of
 * k8s.io/apimachinery 0.36.3.
 */
import {
  labelProblems,
  label1035Problems,
  labelValueProblems,
  MAX_LABEL_LENGTH,
  qualifiedKeyProblems,
  toDnsLabel,
} from '../../src/kube';
import { cleanPath, fields, parseInt32, parseInt64, quote, toLower } from '../../src/kube/go';

test.each([
  ['0', 0],
  ['+7', 7],
  ['-7', -7],
  ['007', 7],
  ['2147483647', 2147483647],
  ['2147483648', undefined],
  ['-2147483648', -2147483648],
  ['-2147483649', undefined],
  ['', undefined],
  ['+', undefined],
  ['1x', undefined],
  ['x1', undefined],
  ['1.0', undefined],
  ['--1', undefined],
  ['+-1', undefined],
])('strconv.ParseInt(%j, 10, 32) is %p', (text, expected) =>
  expect(parseInt32(text)).toBe(expected),
);

test.each([
  ['18446744073709551615x', 'invalid syntax'],
  ['18446744073709551616x', 'value out of range'],
  ['18446744073709551615', 'value out of range'],
  ['1٣', 'invalid syntax'],
])('strconv.ParseInt(%j, 10, 64) fails: %s', (text, why) =>
  expect(parseInt64(text)).toEqual({ error: `strconv.ParseInt: parsing "${text}": ${why}` }),
);

test.each([
  ['  a b\t\nc ', ['a', 'b', 'c']],
  ['', []],
  [' ', []],
  ['a\u0085b\u00a0c\u3000d', ['a', 'b', 'c', 'd']],
  ['a\ufeffb', ['a\ufeffb']],
  ['"a b"', ['"a', 'b"']],
])('strings.Fields(%j) are %j', (text, words) => expect(fields(text)).toEqual(words));

test.each([
  ['\b\f\r\v\x07\t\n\\"', '"\\b\\f\\r\\v\\a\\t\\n\\\\\\""'],
  ['\x00\x1f\x7f ~', '"\\x00\\x1f\\x7f ~"'],
  ['é😀', '"é😀"'],
  ['\u0080\u200b\uffff', '"\\u0080\\u200b\\uffff"'],
  ['\u{e0001}\u{10ffff}', '"\\U000e0001\\U0010ffff"'],
  ['\ud800x', '"\ufffdx"'],
])('strconv.Quote(%j) is %s', (text, quoted) => expect(quote(text)).toBe(quoted));

test.each([
  ['ABC', 'abc'],
  ['İ', 'i'],
  ['ΑΣ', 'ας'.replace('ς', 'σ')],
  ['𐐀', '𐐨'],
  ['ß', 'ß'],
])('strings.ToLower(%j) is %j', (text, lower) => expect(toLower(text)).toBe(lower));

test.each([
  ['/', '/'],
  ['//', '/'],
  ['/a/', '/a'],
  ['a/', 'a'],
  ['', '.'],
  ['/a/../..', '/'],
])('path.Clean(%j) is %j', (path, clean) => expect(cleanPath(path)).toBe(clean));

describe('the API server says', () => {
  const LABEL =
    "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric " +
    "character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')";
  const SERVICE =
    "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an " +
    "alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')";
  const VALUE =
    "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an " +
    "alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";
  const SUBDOMAIN =
    "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric " +
    "character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";

  test.each([
    ['A', labelProblems, [LABEL]],
    ['a.b', labelProblems, ['must not contain dots']],
    ['a'.repeat(64), labelProblems, ['must be no more than 63 characters']],
    ['0a', label1035Problems, [SERVICE]],
    ['a'.repeat(64), label1035Problems, ['must be no more than 63 characters']],
    ['-a', labelValueProblems, [VALUE]],
    ['a'.repeat(64), labelValueProblems, ['must be no more than 63 bytes']],
    ['A_b/c', qualifiedKeyProblems, [`prefix part ${SUBDOMAIN}`]],
    [`${'a'.repeat(254)}/c`, qualifiedKeyProblems, ['prefix part must be no more than 253 bytes']],
  ])('of %.20s: %#', (text, problems, expected) => expect(problems(text)).toEqual(expected));
});

describe('a label of any text', () => {
  const label = (text: string) => toDnsLabel(text, () => 'f00dcafe');

  test.each([
    ['a', 'a'],
    ['A', 'a-f00dcafe'],
    ['a..b', 'a-b-f00dcafe'],
    ['.a.', 'a-f00dcafe'],
    ['', 'v-f00dcafe'],
    ['é', 'v-f00dcafe'],
    ['a--b', 'a-b-f00dcafe'],
    ['a'.repeat(63), 'a'.repeat(63)],
    ['a'.repeat(64), `${'a'.repeat(54)}-f00dcafe`],
    [`${'a'.repeat(53)}.${'b'.repeat(20)}`, `${'a'.repeat(53)}-f00dcafe`],
  ])('%.20s… becomes one', (text, expected) => {
    expect(label(text)).toBe(expected);
    expect(label(text).length).toBeLessThanOrEqual(MAX_LABEL_LENGTH);
  });
});
