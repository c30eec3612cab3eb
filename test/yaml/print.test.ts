import { parse } from 'yaml';
import { printJson, printYaml, readYaml } from '../../src/yaml';
import * as fc from '../support/fast-check';

const WORDS = [
  'y',
  'Yes',
  'no',
  'on',
  'OFF',
  'null',
  '~',
  '',
  '0644',
  '1e3',
  '1_000',
  '0x1F',
  '1:20',
  '2001-01-01',
  '-',
  '- a',
  'a: b',
  'a #b',
  'a:',
  ' a',
  'a ',
  '#a',
  '&a',
  '*a',
  '!a',
  '|',
  '>',
  '%',
  '@',
  '`',
  '"',
  "'",
  '{',
  '}',
  '[',
  ']',
  ',',
  '?',
  '? a',
  ':',
  '<<',
  '=',
  '.inf',
  '.nan',
  '+1',
  '1.',
  '.5',
  '---',
  '...',
  '--- a',
  '\n',
  'a\n',
  'a\nb',
  'a\n\n',
  'a\n\nb\n',
  ' a\nb',
  'a\n b',
  '\ta\n',
  'a\n\t',
  'a\n  ',
  '\r',
  'a\r\nb',
  '\u2028',
  '\u0085',
  '\ufeff',
  'é',
  '😀',
  '\0',
  '\x7f',
  '\u00a0x',
  'true',
  '1Gi',
  '10.0.0.1',
  'a\tb',
  '#!/bin/sh\nset -e\n  x\n\ny # z\n',
  '\n\na',
  '12e03',
  '0o17',
  '0b1',
  '190:20:30',
  '1e1000',
  'a\n---\nb\n',
  'key: |\n  x\n',
  'a'.repeat(1200),
  '\\',
  'a\n \nb',
];
const texts = fc.oneof(
  fc.constantFrom(...WORDS),
  fc.string({ unit: 'binary' }).filter((text) => !/\p{Cs}/u.test(text)),
  fc.array(fc.constantFrom(...WORDS), { maxLength: 4 }).map((words) => words.join('')),
);
// Integral doubles beyond 2^53 are written as the integers that they are, and read as such.
const doubles = fc
  .double({ noNaN: true, noDefaultInfinity: true })
  .map((value) => (value === 0 ? 0 : value))
  .filter(
    (value) => !Number.isInteger(value) || Number.isSafeInteger(value) || Math.abs(value) >= 1e21,
  );
const integers = fc.oneof(
  fc.integer(),
  fc.maxSafeInteger(),
  fc.bigInt({ min: 2n ** 53n, max: 2n ** 64n - 1n }),
);
const scalars = fc.oneof(texts, doubles, integers, fc.boolean(), fc.constant(null));
const { value: values } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    scalars,
    fc.array(tie('value'), { maxLength: 4 }),
    mappingsOf(tie('value')),
  ),
}));

function mappingsOf(value: fc.Arbitrary<unknown>) {
  return fc.dictionary(
    texts.filter((key) => key !== '__proto__'),
    value,
    { maxKeys: 4, noNullPrototype: true },
  );
}

const rounded = (value: unknown) =>
  JSON.parse(JSON.stringify(value, (_, one) => (typeof one === 'bigint' ? Number(one) : one)));

test('what is printed as YAML is read as the same data, by this reader', () => {
  fc.assert(
    fc.property(mappingsOf(values), (data) => {
      expect(readYaml(printYaml(data)).documents.map((document) => document.data)).toEqual([data]);
    }),
    { numRuns: 1000 },
  );
});

test.each(['1.1', '1.2'] as const)(
  'what is printed as YAML is read as the same data, by readers of YAML %s',
  (version) => {
    fc.assert(
      fc.property(mappingsOf(values), (data) => {
        expect(parse(printYaml(data), { version, merge: true })).toEqual(rounded(data));
      }),
      { numRuns: 1000 },
    );
  },
);

test('what is printed as JSON is read as the same data', () => {
  fc.assert(
    fc.property(mappingsOf(values), (data) => {
      expect(JSON.parse(printJson(data))).toEqual(rounded(data));
      expect(readYaml(printJson(data)).documents.map((document) => document.data)).toEqual([data]);
    }),
    { numRuns: 1000 },
  );
});

test('YAML is printed in blocks, with lists indented and as few quotes as are safe', () => {
  expect(
    printYaml({
      kind: 'Job',
      mode: '0644',
      flag: true,
      none: undefined,
      nothing: null,
      args: ['--host', 'https://x.example', '-f', 'a: b', 'no'],
      size: '1Gi',
      big: 12345678901234567890n,
      tiny: 1e-7,
      env: [{ name: 'A', value: '' }, {}],
      script: 'set -e\n\necho "x"\n',
      last: 'a\nb',
      kept: 'a\n\n',
      indented: ' a\nb',
      nested: [['x'], []],
      map: {},
    }),
  ).toBe(`kind: Job
mode: "0644"
flag: true
nothing: null
args:
  - --host
  - https://x.example
  - -f
  - "a: b"
  - "no"
size: 1Gi
big: 12345678901234567890
tiny: 1.0e-7
env:
  - name: A
    value: ""
  - {}
script: |
  set -e

  echo "x"
last: |-
  a
  b
kept: |+
  a

indented: " a\\nb"
nested:
  -
    - x
  - []
map: {}
`);
});

// kubectl looks 1024 characters far for the colon behind a key.
test('keys of up to 1000 characters are printed before a colon, longer ones behind a question mark', () => {
  expect(printYaml({ ['k'.repeat(1000)]: 1 })).toBe(`${'k'.repeat(1000)}: 1\n`);
  expect(printYaml({ a: { ['k'.repeat(1001)]: [1] } })).toBe(
    `a:\n  ? ${'k'.repeat(1001)}\n  :\n    - 1\n`,
  );
  expect(
    readYaml(printYaml({ a: { ['k'.repeat(2000)]: 1 } })).documents.map(({ data }) => data),
  ).toEqual([{ a: { ['k'.repeat(2000)]: 1 } }]);
});

test('lists in lists, and mappings in them, are printed on lines of their own', () => {
  expect(printYaml([[['a'], [], { b: [[1]] }], {}])).toBe(`-
  -
    - a
  - []
  - b:
      -
        - 1
- {}
`);
});
