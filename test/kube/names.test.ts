import {
  label1035Problems,
  labelProblems,
  labelValueProblems,
  portNameProblems,
  qualifiedKeyProblems,
  shortHash,
  subdomainProblems,
  toDnsLabel,
} from '../../src/kube';
import * as fc from '../support/fast-check';

// As the API server 1.36 says it.
const FORM =
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character " +
  "(e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";

test.each(['a', 'a-b', 'a.b', '0', '1.2.3.4', 'a'.repeat(253)])('%.20s is a subdomain', (name) => {
  expect(subdomainProblems(name)).toEqual([]);
});

test.each(['', '-a', 'a-', 'A', 'a..b', 'a.', 'a_b', 'a b', 'ä', 'a\n', 'a/b'])(
  '%j is no subdomain',
  (name) => {
    expect(subdomainProblems(name)).toHaveLength(1);
  },
);

test('a subdomain that is too long is told so', () => {
  expect(subdomainProblems('a'.repeat(254))).toEqual(['must be no more than 253 characters']);
});

test('a subdomain that is wrong is told so in the words of the API server', () => {
  expect(subdomainProblems('A')).toEqual([
    "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric " +
      "character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
  ]);
});

test.each([
  ['a', 0],
  ['0a', 0],
  ['a'.repeat(63), 0],
  ['a'.repeat(64), 1],
  ['a.b', 1],
  ['', 1],
])('%.20s has %i problems as a label', (name, count) => {
  expect(labelProblems(name)).toHaveLength(count);
});

test.each([
  ['a', 0],
  ['0a', 1],
  ['a0', 0],
  ['a-', 1],
])('%s has %i problems as the name of a service', (name, count) => {
  expect(label1035Problems(name)).toHaveLength(count);
});

test.each([
  ['', 0],
  ['A_b.c-1', 0],
  ['-a', 1],
  ['a'.repeat(63), 0],
  ['a'.repeat(64), 1],
  ['a b', 1],
])('%.20s has %i problems as a label value', (value, count) => {
  expect(labelValueProblems(value)).toHaveLength(count);
});

test.each([
  ['app', []],
  ['app.kubernetes.io/name', []],
  [
    'a/b/c',
    [
      `a valid label key ${FORM} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`,
    ],
  ],
  ['/a', ['prefix part must be non-empty']],
  ['example.com/', ['name part must be non-empty', `name part ${FORM}`]],
  [`example.com/${'a'.repeat(64)}`, ['name part must be no more than 63 bytes']],
])('%.30s as a key has the problems %j', (key, expected) => {
  expect(qualifiedKeyProblems(key)).toEqual(expected);
});

test('a text that is a DNS label already stays as it is', () => {
  expect(toDnsLabel('pvc-data', (text) => shortHash([text]))).toBe('pvc-data');
});

test('texts that differ only in characters that labels lack get different labels', () => {
  const label = (text: string) => toDnsLabel(text, (whole) => shortHash([whole]));
  expect(label('a.b')).not.toBe(label('a-b'));
});

test('any text becomes a DNS label', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 300 }), (text) => {
      expect(labelProblems(toDnsLabel(text, (whole) => shortHash([whole])))).toEqual([]);
    }),
  );
});

test.each([
  ['http', []],
  ['80', ['must contain at least one letter (a-z)']],
  [
    '8_0',
    [
      'must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)',
      'must contain at least one letter (a-z)',
    ],
  ],
  ['-a', ['must not begin or end with a hyphen']],
  ['a--b', ['must not contain consecutive hyphens']],
  ['a'.repeat(16), ['must be no more than 15 characters']],
])('all that is wrong with the name %j of a port is told', (name, problems) => {
  expect(portNameProblems(name)).toEqual(problems);
});
