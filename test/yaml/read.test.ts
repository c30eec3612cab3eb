import { readYaml } from '../../src/yaml';
import { repeated } from '../conformance/yaml/streams';

const dataOf = (text: string) =>
  readYaml(text).documents.map(({ data, problem }) => problem ?? data);
const formsOf = (text: string) => readYaml(text).documents.map(({ form }) => form);

function problemIn(text: string) {
  const stream = readYaml(text);
  const { problem } = stream.documents.find((document) => document.problem)!;
  return { ...stream.positionAt(problem!.offset), message: problem!.message };
}

describe('a stream of documents', () => {
  test('is split at lines of three dashes, and documents of comments only are none', () => {
    expect(dataOf('# head\n---\na: 1\n--- # next\nb: 2\n---\n\n---\n# nothing\n')).toEqual([
      { a: 1 },
      { b: 2 },
    ]);
  });

  test('is not split within a text', () => {
    expect(dataOf('a: |\n  ---\n  x\nb: ---\n')).toEqual([{ a: '---\nx\n', b: '---' }]);
  });

  test('ends at three dots, and goes on after three dashes', () => {
    expect(dataOf('a: 1\n...\n---\nc: 3\n')).toEqual([{ a: 1 }, { c: 3 }]);
  });

  test.each([
    ['line ends of Windows', 'a: |\r\n  x\r\n  y\r\n---\r\nb: 2\r\n', [{ a: 'x\ny\n' }, { b: 2 }]],
    ['a byte order mark', '\ufeffa: 1\n', [{ a: 1 }]],
    ['no line end at all', 'a: |\n  x', [{ a: 'x\n' }]],
    ['nothing', '', []],
    ['blanks only', ' \n\n', []],
    ['nothing but null', 'a: 1\n---\n~\n---\nnull # c\n', [{ a: 1 }]],
  ])('may have %s', (_, text, data) => {
    expect(dataOf(text)).toEqual(data);
  });

  test('may be JSON objects, one after the other', () => {
    expect(dataOf('{"a": 1}{"b": [true, null, "x\\u00e9\\n"]}\n\n{"c": {}}')).toEqual([
      { a: 1 },
      { b: [true, null, 'xé\n'] },
      { c: {} },
    ]);
    expect(formsOf('{"a": 1}{"b": 2}')).toEqual(['json', 'json']);
  });

  test('may have JSON between dashes, and mappings in braces that are no JSON', () => {
    expect(dataOf('{"a": 1}\n---\n{b: yes, c: [x]}\n---\nd: 1\n')).toEqual([
      { a: 1 },
      { b: true, c: ['x'] },
      { d: 1 },
    ]);
    expect(formsOf('{"a": 1}\n---\n{"b": 1}\n---\nd: 1\n')).toEqual(['json', 'yaml', 'plain']);
  });
});

describe('data', () => {
  test.each([
    ['octal numbers and booleans of YAML 1.1', 'mode: 0644\non: yes\n', { mode: 420, true: true }],
    ['exact large integers', 'a: 12345678901234567890\n', { a: 12345678901234567890n }],
    [
      'exact large integers in JSON',
      '{"a": 12345678901234567890, "b": 1.5e3}',
      { a: 12345678901234567890n, b: 1500 },
    ],
    ['dates as texts', 'a: 2026-01-01\n', { a: '2026-01-01' }],
    ['anchors', 'a: &x [1]\nb: *x\n', { a: [1], b: [1] }],
    [
      'merge keys: what is merged loses against what comes after',
      'x: &x {a: 1, b: 2}\nz:\n  <<: *x\n  b: 3\n',
      { x: { a: 1, b: 2 }, z: { a: 1, b: 3 } },
    ],
    [
      'merge keys: and wins against what stands before, as for kubectl',
      'x: &x {a: 1}\nz:\n  a: 2\n  <<: *x\n',
      { x: { a: 1 }, z: { a: 1 } },
    ],
    [
      'several merged mappings: the first wins',
      'x: &x {a: 1}\nw: &w {a: 2, b: 2}\nz:\n  <<: [*x, *w]\n',
      { x: { a: 1 }, w: { a: 2, b: 2 }, z: { a: 1, b: 2 } },
    ],
    ['a merge key in quotes, which is none', '"<<": 1\n', { '<<': 1 }],
    [
      'tags',
      'a: !!str 1\nb: !!int "5"\nc: !!binary aGk=\nd: !x 1\ne: !!float 1\n',
      { a: '1', b: 5, c: 'hi', d: '1', e: 1 },
    ],
    ['folded texts', 'a: >-\n  x\n  y\n\n  z\nb: x\n  y\n', { a: 'x y\nz', b: 'x y' }],
    ['comments', '# a\na: x # b\n# c\nb: x#c\n', { a: 'x', b: 'x#c' }],
    [
      'lists at the column of their key',
      'a:\n- x\n- - w\n  - z\nb:\n  - c: 1\n    d: 2\n  -\n    - 3\n',
      { a: ['x', ['w', 'z']], b: [{ c: 1, d: 2 }, [3]] },
    ],
    [
      'a key that is a name of every object',
      'constructor: 1\n__proto__: {a: 1}\n',
      JSON.parse('{"constructor":1,"__proto__":{"a":1}}'),
    ],
    ['an explicit key', '? a\n: b\n', { a: 'b' }],
    [
      'brackets that are closed in any column, and a colon at the end of a word in them',
      'a: [fd00::]\nb:\n  - [get,\nlist]\n',
      { a: ['fd00::'], b: [['get', 'list']] },
    ],
    [
      'a list in a list, and a mapping in it',
      '- - a\n  - - b\n    - c: 1\n-\n  - d\n',
      [['a', ['b', { c: 1 }]], ['d']],
    ],
    [
      "quoted texts that go on in any column, as Kubernetes' reader takes them",
      'a:\n  - b: \'x\n  y\'\n    c: "x\ny"\nz: 1\n',
      { a: [{ b: 'x y', c: 'x y' }], z: 1 },
    ],
    [
      'half a pair of escapes in JSON as another character, as Go has it',
      '{"a": "x\\ud800y\\ud83d\\ude00"}',
      { a: 'x\ufffdy😀' },
    ],
  ])('has %s', (_, text, data) => {
    expect(dataOf(text)).toEqual([data]);
  });
});

const chained = (line: (index: number) => string) =>
  Array.from({ length: 20_000 }, (_, index) => line(index)).join('\n');

describe('what cannot be read is told with its place', () => {
  test.each([
    ['a tab', 'a:\n\tb: 1\n', 2, 1, 'a line is indented with a tab, which YAML does not allow'],
    [
      'a key that appears twice',
      'a: 1\nb:\n  c: 1\n  c: 2\n',
      4,
      3,
      'the key "c" appears twice in one mapping',
    ],
    [
      'a key that appears twice in other words',
      'a: 1\n"a": 2\n',
      2,
      1,
      'the key "a" appears twice in one mapping',
    ],
    [
      'a key that appears twice in JSON',
      '{"a": 1,\n "a": 2}',
      2,
      2,
      'the key "a" appears twice in one mapping',
    ],
    [
      'bad indentation',
      'a:\n    b: 1\n  c: 2\n',
      3,
      3,
      'the indentation does not match the lines before',
    ],
    [
      'a quote that is not closed',
      'b: 1\na: "x\n  y\n',
      2,
      4,
      'a quote or bracket opens here and is not closed',
    ],
    [
      'a colon in a text',
      'a: b: c\n',
      1,
      5,
      'there is a second mapping or list on the line of a key',
    ],
    ['JSON that ends too early', '{"a": [1, 2', 2, 1, 'the text ends where JSON has "," or "]"'],
    [
      'a bracket that is not closed',
      'a:\n  b: [x, {c: d]\n',
      2,
      10,
      'a quote or bracket opens here and is not closed',
    ],
    [
      'a third JSON object that is broken',
      '{"a": 1}\n{"b": 2}\n{"c": }',
      3,
      7,
      '"}" stands where JSON has a value',
    ],
    [
      'YAML behind two JSON objects',
      '{"a": 1}\n{"b": 2}\n---\nc: 3\n',
      3,
      1,
      '"-" stands where JSON has a value',
    ],
    [
      'less than four characters behind a JSON object',
      '{"a": 1} b:',
      1,
      10,
      '"b" stands where JSON has a value',
    ],
    ['an alias without anchor', 'a: *x\n', 1, 4, 'there is no anchor &x before this *x'],
    ['an anchor that contains itself', 'a: &x [*x]\n', 1, 8, 'the anchor &x contains itself'],
    [
      'a merge of what is not a mapping',
      'a: &x [1]\nb:\n  <<: *x\n',
      3,
      7,
      'only mappings can be merged with <<',
    ],
    ['infinity', 'a: .inf\n', 1, 4, '.inf is a number that JSON, and so Kubernetes, does not have'],
    ['a null key', 'null: 1\n', 1, 1, 'a key is null'],
    ['a list as a key', '? [a]\n: b\n', 1, 3, 'a key is a list or a mapping'],
    ['a tag that does not fit', 'a: !!int x\n', 1, 10, '"x" is not a valid !!int'],
    [
      'base64 that is none',
      'a: !!binary x\n',
      1,
      13,
      '"x" is not valid base64, which !!binary requires',
    ],
    [
      'a control character',
      'a: 1\nb: x\u0001\n',
      2,
      5,
      'the character U+0001 is not allowed in YAML',
    ],
    [
      'half a pair of escapes',
      'a: "x\\ud800"\n',
      1,
      6,
      'a double-quoted string has the escape \\ud800, which is half of a character',
    ],
    [
      'a pair of escapes',
      'a: "\\ud83d\\ude00"\n',
      1,
      5,
      'a double-quoted string has the escape \\ud83d, which is half of a character',
    ],
    [
      'an escape of JSON that YAML lacks',
      'a: "b\\/c"\n',
      1,
      6,
      'a double-quoted string has an invalid escape',
    ],
    [
      'an escape that is too short',
      'a: "\\x4"\n',
      1,
      5,
      'a double-quoted string has an invalid escape',
    ],
    [
      'an escape beyond all characters',
      'a: "\\U00110000"\n',
      1,
      5,
      'a double-quoted string has an invalid escape',
    ],
    [
      'an integer as a key that needs more than 64 bits with a sign',
      '9223372036854775808: a\n',
      1,
      1,
      'the key 9223372036854775808 is a number that Kubernetes does not read as one',
    ],
    [
      'a fraction that is tagged as an integer',
      'a: !!int 1.0\n',
      1,
      10,
      '"1.0" is not a valid !!int',
    ],
    [
      'a day that is none',
      'a: !!timestamp 2001-02-29\n',
      1,
      16,
      '"2001-02-29" is not a valid !!timestamp',
    ],
    [
      'what stands behind three dots',
      'a: 1\n...\nb: 2\n',
      3,
      1,
      'a document ends before this: kubectl would silently ignore what follows, up to the next ---',
    ],
    [
      'what stands behind a text that is a document',
      '"a" b\n',
      1,
      5,
      'a document ends before this: kubectl would silently ignore what follows, up to the next ---',
    ],
    [
      'what stands behind three dashes',
      'a: 1\n--- {b: 1}\n',
      2,
      1,
      'a line begins with --- and continues, which kubectl does not accept',
    ],
    [
      'more than three dashes',
      '----\na: 1\n',
      1,
      1,
      'a line begins with --- and continues, which kubectl does not accept',
    ],
    [
      'a directive',
      '%YAML 1.1\n---\na: 1\n',
      1,
      1,
      'a line begins with %, which is a directive to YAML',
    ],
    [
      'a comma that is missing',
      'a: ["b"\n  "c"]\n',
      2,
      3,
      'there is no comma or closing bracket before this',
    ],
    ['two commas', 'a: [b,,c]\n', 1, 7, 'there is nothing where a value must be'],
    ['a bracket that is not open', 'a: ]\n', 1, 4, 'a closing bracket has no opening bracket'],
    ['a list on the line of its key', 'a: - b\n', 1, 4, 'a list item begins where none is allowed'],
    ['a key without colon', 'a: 1\nb\n', 2, 1, 'there is no colon after a key'],
    [
      'a key of more than 1024 characters',
      `${'k'.repeat(1025)}: a\n`,
      1,
      1026,
      'there is a second mapping or list on the line of a key',
    ],
    [
      'a text without quotes that begins with a sign',
      'a: @b\n',
      1,
      4,
      'a text begins with a character that YAML keeps for itself',
    ],
    ['an anchor without name', 'a: & b\n', 1, 4, 'an alias or anchor has no name'],
    ['a tag that is not declared', 'a: !b!c d\n', 1, 4, 'a tag is not well-formed'],
    [
      'a text that is indented by 0',
      'a: |0\n  b\n',
      1,
      5,
      'the indentation of a block string cannot be 0',
    ],
    [
      'a text on the line of its indicator',
      'a: | b\n',
      1,
      6,
      'there is more than an indicator after | or >',
    ],
    [
      'three dots in quotes',
      'a: "b\n... c"\n',
      2,
      1,
      'a line within a text in quotes begins with --- or ...',
    ],
    [
      'a tab before a text in lines',
      'a: |\n\tb\n',
      2,
      1,
      'a line is indented with a tab, which YAML does not allow',
    ],
    [
      'mappings in brackets that are too deep',
      `a: ${'['.repeat(600)}${']'.repeat(600)}\n`,
      1,
      503,
      'lists and mappings lie more than 500 deep in each other',
    ],
    [
      'JSON that is too deep',
      `{"a": ${'['.repeat(100000)}`,
      1,
      507,
      'lists and mappings lie more than 500 deep in each other',
    ],
  ])('%s', (_, text, line, column, message) => {
    expect(problemIn(text)).toEqual({ line, column, message });
  });

  test.each([
    ['brackets without end', `a: ${'['.repeat(100000)}\n`],
    ['lists in lists without end', `${'- '.repeat(100000)}\n`],
    [
      'mappings in lines without end',
      Array.from({ length: 5000 }, (_, depth) => `${' '.repeat(depth)}a:\n`).join(''),
    ],
    ['brackets of mappings without end', `a: ${'{a: '.repeat(100000)}\n`],
    [
      'aliases of aliases without end',
      `k0: &k0 [x]\n${chained((index) => `k${index + 1}: &k${index + 1} [*k${index}]`)}`,
    ],
    [
      'aliases in mappings without end',
      `k0: &k0 {a: x}\n${chained((index) => `k${index + 1}: &k${index + 1} {a: *k${index}}`)}`,
    ],
    ['merges in merges without end', '{<<: '.repeat(100000)],
    ['marks of keys without end', `${'? '.repeat(100000)}\n`],
  ])('%s', (_, text) => {
    expect(problemIn(text).message).toBe('lists and mappings lie more than 500 deep in each other');
  });

  test('500 lists in each other are read, of JSON too, and 500 aliases', () => {
    expect(
      readYaml(`${'['.repeat(500)}${']'.repeat(500)}\n`).documents.map(({ problem }) => problem),
    ).toEqual([undefined]);
    expect(problemIn(`${'['.repeat(501)}${']'.repeat(501)}\n`)).toEqual({
      line: 1,
      column: 501,
      message: 'lists and mappings lie more than 500 deep in each other',
    });
    const json = (depth: number) => `{"a": ${'['.repeat(depth)}${']'.repeat(depth)}}`;
    expect(readYaml(json(500)).documents.map(({ problem }) => problem)).toEqual([undefined]);
    expect(problemIn(json(501))).toEqual({
      line: 1,
      column: 507,
      message: 'lists and mappings lie more than 500 deep in each other',
    });
    // What stands first makes the share of the aliases small enough.
    const aliases = (depth: number) =>
      `- [${Array(2000).fill('x').join(', ')}]\n- &k0 x\n${Array.from({ length: depth }, (_, index) => `- &k${index + 1} [*k${index}]\n`).join('')}`;
    expect(readYaml(aliases(249)).documents.map(({ problem }) => problem)).toEqual([undefined]);
    expect(problemIn(aliases(250))).toEqual({
      line: 2,
      column: 7,
      message: 'lists and mappings lie more than 500 deep in each other',
    });
  });

  test('a document of several megabytes, which is read as well', () => {
    expect(
      Object.keys(
        readYaml(
          `x: &x 1\n${Array.from({ length: 400_000 }, (_, index) => `b${index}: 1\n`).join('')}`,
        ).documents[0].data as object,
      ),
    ).toHaveLength(400_001);
  });

  test('a billion laughs', () => {
    const bomb = ['a: &a [x, x, x, x, x, x, x, x, x, x]'];
    for (const [name, before] of ['ba', 'cb', 'dc', 'ed', 'fe', 'gf', 'hg', 'ih', 'ji']) {
      bomb.push(`${name}: &${name} [${Array(10).fill(`*${before}`).join(', ')}]`);
    }
    expect(problemIn(bomb.join('\n')).message).toBe(
      'nearly all values of this document come from aliases',
    );
  });

  test('as many aliases as kubectl takes, and one more', () => {
    expect(readYaml(repeated(199)).documents.map(({ problem }) => problem)).toEqual([undefined]);
    expect(problemIn(repeated(200)).message).toBe(
      'nearly all values of this document come from aliases',
    );
  });

  test('as many characters from aliases as are read, and one more', () => {
    const text = (length: number) =>
      `x: &x ${'a'.repeat(length)}\ny: [${Array(20).fill('*x').join(', ')}]\n`;
    expect(readYaml(text(100_000)).documents.map(({ problem }) => problem)).toEqual([undefined]);
    expect(problemIn(text(100_001)).message).toBe(
      'the aliases of this document expand to more than 2000000 characters',
    );
  });

  test('the other documents are read all the same', () => {
    expect(
      readYaml('a: 1\n---\na: "\n---\nb: 2\n').documents.map(
        ({ data, problem }) => problem?.code ?? data,
      ),
    ).toEqual([{ a: 1 }, 'syntax', { b: 2 }]);
  });
});
