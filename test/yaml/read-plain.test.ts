import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { convert } from '../../src/yaml/convert';
import { parseDocument } from '../../src/yaml/parser';
import { RARE_BREAKS, readPlain } from '../../src/yaml/plain';
import { YamlProblem } from '../../src/yaml/problem';
import { blockDocument, flowDocument } from '../conformance/yaml/documents';
import * as fc from '../support/fast-check';
import { runsOf } from '../support/size';

/** What the parser makes of it, which follows kubectl's reader in everything. */
function parsed(text: string): { data: unknown; isUsual: boolean } | string {
  try {
    const { root, isUsual } = parseDocument(text, 0, text.length);
    return { data: root && convert(root), isUsual };
  } catch (error) {
    if (error instanceof YamlProblem) return error.code;
    throw error;
  }
}

const spelled = (value: unknown) => inspect(value, { depth: null });

/** Whether it is read in one pass; then the parser has to agree. */
function isReadAsParsed(written: string): boolean {
  const text = written.endsWith('\n') ? written : `${written}\n`;
  if (RARE_BREAKS.test(text)) return false;
  const data = readPlain(text, 0, text.length);
  if (data === undefined) return false;
  // In the same order, too.
  expect({ text, parsed: spelled(parsed(text)) }).toEqual({
    text,
    parsed: spelled({ data, isUsual: true }),
  });
  return true;
}

test.each([
  ['lines', blockDocument, 300],
  ['brackets', flowDocument, 0],
] as const)(
  'generated documents in %s are read in one pass only as the parser reads them',
  (_, make, fewest) => {
    let count = 0;
    for (let seed = 0; seed < runsOf(6000); seed += 1) if (isReadAsParsed(make(seed))) count += 1;
    expect(count).toBeGreaterThanOrEqual(runsOf(fewest));
  },
);

const WORDS = [
  'a',
  'b',
  'yes',
  'null',
  '~',
  '1',
  '-1',
  '0644',
  '1e3',
  '.5',
  '.nan',
  '.inf',
  '1.0',
  '0x1F',
  '1_000',
  '-',
  '- ',
  '?',
  ':',
  'a:b',
  'a: b',
  'a #b',
  'a#b',
  '# c',
  'é',
  '𝄞',
  '"q"',
  '"q\\n\\"r"',
  '"\\e"',
  "'s'",
  "'it''s'",
  '"open',
  '"a" b',
  '"a"#b',
  '{}',
  '[]',
  '{a: b}',
  '[a, b]',
  '|',
  '|-',
  '|+',
  '>',
  '>-',
  '|2',
  '| # c',
  '&x',
  '*x',
  '!!str a',
  '<<',
  '%',
  '@',
  '`',
  '--flag',
  '---',
  '...',
  '2024-01-01',
  'a\tb',
  '\t',
  '',
  ' ',
  '9223372036854775808',
  '123456789012345678901234',
  '=',
  'on',
  'On',
  'y',
  '__proto__',
  'constructor',
  'toString',
];
const word = fc.constantFrom(...WORDS);
const key = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('a', 'b', 'c', 'd', 'app.kubernetes.io/name', 'x-y_z') },
  word,
);
const line = fc.oneof(
  fc.tuple(key, word).map(([name, value]) => `${name}: ${value}`),
  key.map((name) => `${name}:`),
  fc.tuple(key, word).map(([name, value]) => `- ${name}: ${value}`),
  word.map((value) => `- ${value}`),
  fc.constant('-'),
  fc.constant('- - a'),
  fc.constant('-   a: 1'),
  fc.constant(''),
  fc.constant('# c'),
  word,
);
const lines = fc.array(
  fc
    .tuple(fc.constantFrom(0, 0, 1, 2, 2, 4, 6), line)
    .map(([indentation, content]) => `${' '.repeat(indentation)}${content}\n`),
  { minLength: 1, maxLength: 8 },
);

test('any lines are read in one pass only as the parser reads them', () => {
  let count = 0;
  fc.assert(
    fc.property(lines, fc.boolean(), (all, isMarked) => {
      if (isReadAsParsed(`${isMarked ? '---\n' : ''}${all.join('')}`)) count += 1;
    }),
    { numRuns: 30_000 },
  );
  expect(count).toBeGreaterThan(runsOf(500));
});

/** YAML files below a folder. */
function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.ya?ml$/.test(name))
    .map((name) => join(folder, name));
}

test('what this library writes is read in one pass', () => {
  const documents = filesBelow(join(__dirname, '..', '..', 'dist', 'manifests'))
    .flatMap((file) =>
      readFileSync(file, 'utf8')
        .split(/^---$/m)
        .map((text) => text.replace(/^\n/, '')),
    )
    .filter((text) => text.trim() !== '');
  expect(documents.length).toBeGreaterThan(100);
  expect(documents.filter((text) => !isReadAsParsed(text))).toEqual([]);
});

test.each([
  ['a key that appears twice', 'a: 1\nb: 2\na: 3\n'],
  ['a key that is a word', 'yes: 1\n'],
  ['a key that no object has as its own', '__proto__: 1\n'],
  ['a list in the column of a mapping', 'a: 1\n- b\n'],
  ['a mapping in the column of a list', '- a\nb: 1\n'],
  ['a mapping in the column of a list in it', 'a:\n  - b\n  c: 1\n'],
  ['a value that goes on on the next line', 'a: b\n  c\n'],
  ['lines that are less indented than those before', 'a:\n    b: 1\n  c: 2\n'],
  ['nothing but a comment', '# a\n'],
  ['a number that JSON does not have', 'a: .nan\n'],
])('the parser has to read %s', (_, text) => {
  expect(readPlain(text, 0, text.length)).toBeUndefined();
});

test('it reads as deep as programs write, and leaves deeper ones to the parser', () => {
  const nested = (depth: number) =>
    Array.from({ length: depth }, (_, index) => `${' '.repeat(index)}a:\n`).join('');
  expect(
    [200, 201].map((depth) => readPlain(nested(depth), 0, nested(depth).length) === undefined),
  ).toEqual([false, true]);
});
