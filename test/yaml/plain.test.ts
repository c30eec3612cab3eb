import * as fc from 'fast-check';
import { readYaml } from '../../src/yaml';
import { readFull } from '../../src/yaml/full';
import { readPlain, UNCERTAIN } from '../../src/yaml/plain';

const KEYS = ['a', 'b', 'c', 'name', 'y', '1', '"q"', '\'s\'', '"q\\n"', 'on', 'x.y/z', 'key-1', '0644', 'constructor', 'e f', 'é', '~', 'null', '<<', '- a', '? a'];
const WORDS = [
  'a', '0644', 'yes', 'null', '~', '1', '-1', '1.5', '1e3', '1_000', '0x1F', '-0', '12345678901234567', 'foo bar', 'a: b', 'a:b', 'a #c', 'a#c', '- x', '-x', '-',
  '"q"', '\'s\'', '"a\\nb"', '"\\u00e9\\/"', '\'it\'\'s\'', '"open', '\'open', '"a" # c', '"a"# c', '"a" b', '"a\\', '"a: b"', '\'a: b\': c',
  '[a, b]', '[]', '{}', '{a: b}', '{a: 1, "b": [x, y]}', '[1, 0x10, yes]', '[a b , c]', '[a,]', '[a,b]', '{a:1}', '{"a":1}', '[a: b]', '[-]', '[- a]', '[-1, +2]',
  '{a}', '{a: }', '[{a: b}, c]', '[a#b]', '[a #b]', '[.inf]', '[', '{a: [}', '[a, "b c", \'d\'] # e', '{a: 1, a: 2}',
  '|', '|-', '|+', '|2', '>', '>-', '| # c', '&x a', '*x', '!!str 1', '# c', '', '  ', 'a\tb', '\ta', 'x  ', '%x', '@x', '`x', '?x', '? x', ':x', ': x', 'a:', '.inf', '---', '...',
];
const GAPS = [' ', ' ', ' ', '', '  ', '\t'];

const lineOf = (indent: number) => {
  const start = ' '.repeat(indent);
  const keys = fc.constantFrom(...KEYS);
  const words = fc.constantFrom(...WORDS);
  return fc.oneof(
    { weight: 5, arbitrary: fc.tuple(keys, fc.constantFrom(...GAPS), words).map(([key, gap, word]) => `${start}${key}:${gap}${word}`) },
    { weight: 3, arbitrary: keys.map((key) => `${start}${key}:`) },
    { weight: 3, arbitrary: words.map((word) => `${start}- ${word}`) },
    { weight: 1, arbitrary: fc.tuple(keys, words).map(([key, word]) => `${start}- ${key}: ${word}`) },
    { weight: 1, arbitrary: fc.constantFrom('', ' ', `${start}-`, `${start}# c`, `${start}- - a`) },
    { weight: 1, arbitrary: words.map((word) => `${start}${word}`) },
  );
};

/** Lines that mostly fit together, and sometimes not. */
const documents = fc.array(fc.constantFrom(0, 0, 0, 2, 2, 2, -2, -2, 1, 4, -4), { minLength: 1, maxLength: 10 }).chain((steps) => {
  let indent = 0;
  return fc.tuple(...steps.map((step) => lineOf(indent = Math.max(0, indent + step))));
}).map((lines) => `${lines.join('\n')}\n`);

/** What the `yaml` package makes of it, in the order of the text. */
function byFullReader(text: string): unknown {
  try {
    return { data: readFull(text, 0, text.length) };
  } catch (error) {
    return { error };
  }
}

test('the fast reader says the same as the full one, or nothing', () => {
  let answers = 0;
  fc.assert(fc.property(documents, (text) => {
    const data = readPlain(text, 0, text.length);
    if (data === UNCERTAIN) return;
    answers += 1;
    expect({ data }).toEqual(byFullReader(text));
  }), { numRuns: 20000 });
  // Or the property would hold for a reader that never answers.
  expect(answers).toBeGreaterThan(1000);
});

const PIECES = [
  'x', 'y z', '1', '--f', ' x', 'x ', '"', '\'\'', '# c', 'x # c', '\\n', '\\"', 'a: b', '- x', 'é', 'x\\', '{', '[a]', '&x', '%', 'k:v', '!t', '|', '>', '', '   ',
];
const folded = fc.tuple(
  fc.constantFrom('"', '"', '\'', '', '', '>', '>-', '>+', '|', '|-', '|+ '), fc.constantFrom('a: ', 'a:\n  - ', 'a:\n- ', 'a:\n  - b: '),
  fc.array(fc.tuple(fc.constantFrom(2, 4, 4, 4, 4, 6, 3, 5), fc.constantFrom(...PIECES)), { minLength: 1, maxLength: 6 }), fc.constantFrom('', '\n', '\n\n', ' # c'),
).map(([style, head, pieces, tail]) => {
  const quote = style === '"' || style === '\'' ? style : '';
  const first = quote === '' && style !== '' ? `${style}\n` : `${quote}x\n`;
  return `${head}${first}${pieces.map(([indent, piece]) => ' '.repeat(indent) + piece).join('\n')}${quote}${tail}\nz: 1\n`;
});

test('it says the same of texts over several lines', () => {
  let answers = 0;
  fc.assert(fc.property(folded, (text) => {
    const data = readPlain(text, 0, text.length);
    if (data === UNCERTAIN) return;
    answers += 1;
    expect({ data }).toEqual(byFullReader(text));
  }), { numRuns: 10000 });
  expect(answers).toBeGreaterThan(1000);
});

test('it answers for what people write', () => {
  expect(readYaml([
    'apiVersion: v1', 'kind: ConfigMap # c', 'metadata: {name: "a b", labels: {}}', 'data:', '  a.py: |', '    # x', '', '      y: z', '  b: |-', '    t', '  c: >-', '    --f x', '    --g', '  d: "x', '    y"', 'list:', '- a: 1', '  b: \'it\'\'s\'',
    '-', '  - [1, 2]', '',
  ].join('\n')).documents.map(({ form, data }) => ({ form, data }))).toEqual([{
    form: 'plain',
    data: {
      apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a b', labels: {} }, data: { 'a.py': '# x\n\n  y: z\n', 'b': 't', 'c': '--f x --g', 'd': 'x y' }, list: [{ a: 1, b: 'it\'s' }, [[1, 2]]],
    },
  }]);
});

test.each([
  'a: b\n  c: d\n', 'a: &x b\n', 'a: b # c\n  d\n', 'a: "b\nc"\n', 'a: "b\\\n  c"\n', 'a:\n  - x\n b: 1\n', 'a: x\ta: y\n', '- a\nb: 1\n', 'a: [1,\n  2]\n', 'a: |2\n   x\n', 'a: !!str 1\n', ': a\n', 'a\n',
])('and leaves %p to the full one', (text) => {
  expect(readPlain(text, 0, text.length)).toBe(UNCERTAIN);
});

test('any text is documents or problems, never an exception', () => {
  const line = fc.oneof(fc.constantFrom(...WORDS), fc.constantFrom('{"a":', '[', '}', '\ufeff', '%YAML 1.1', '--- a', '\r', '\u2028', '\0'), fc.string({ unit: 'binary' }));
  fc.assert(fc.property(fc.oneof(documents, fc.array(line).map((lines) => lines.join('\n')), fc.string({ unit: 'binary' })), (text) => {
    const stream = readYaml(text);
    for (const { problem } of stream.documents) if (problem) expect(stream.positionAt(problem.offset).line).toBeGreaterThan(0);
  }), { numRuns: 3000 });
});
