/** Texts written by hand: what words, keys and tags mean, and where documents begin and end. */

const WORDS = [
  '', '~', 'null', 'Null', 'NULL', 'nULL', 'y', 'Y', 'yes', 'Yes', 'YES', 'yEs', 'n', 'N', 'no', 'on', 'On', 'ON', 'off', 'OFF', 'true', 'True', 'TRUE', 'tRue', 'false', 'f', 't',
  '0', '-0', '+0', '00', '7', '+12', '-12', '0644', '-0644', '08', '0o17', '-0o17', '0O17', '0o8', '0x1F', '0XaF', '-0x1F', '+0x1', '0x', '0b11', '-0b11', '0b-101', '0b+11', '-0b-11', '0b2', '0B11',
  '1_000', '_1', '1_', '0_644', '0x_1', '1__0', '9007199254740991', '9007199254740993', '-9007199254740993', '9223372036854775807', '9223372036854775808', '-9223372036854775808', '-9223372036854775809',
  '18446744073709551615', '18446744073709551616', '+18446744073709551615', '1.', '.5', '-.5', '+.5', '.5e3', '.', '..', '-', '+', '1.5', '1.0', '-0.0', '1e3', '1E3', '1e+3', '1e-3', '1e', '1e400', '-1e400', '1e-400', '1_0.5', '1.5_0', '0.1e1_0',
  '123456789.123456789', '1e21', '1e20', '123456789012345678901234567890', '1e-7', '0.000001', '.inf', '.Inf', '-.INF', '+.inf', '.nan', '.NaN', 'inf', 'nan', '0x1p4', '1:20', '190:20:30', '=', '<<',
  '2001-12-14', '2001-1-1', '2001-13-01', '2001-02-29', '2000-02-29', '2001-12-14T21:59:43Z', '2001-12-14t21:59:43.10-05:00', '2001-12-14 21:59:43', '2001-12-14 21:59:43.10 -5', '2001-12-14T25:00:00Z', '20011-12-14',
  '1Gi', '250m', '10.0.0.1', '10.0.0.0/8', 'fd00::', 'fd00::1', '::', ':a', 'a:', 'a:b', '-a', '--', '?a', '?', 'a b', 'a#b', 'a #b', '@a', '`a', '%a', '|a', '>a', '!', '!a', '&a', '*a', '"a', '\'a', '[', ']', '{', '}', ',', ',a', 'a,', '#', '#a', '/', '\\', '\\n', '<', '=a',
];
const TAGS = ['!!str', '!!int', '!!float', '!!bool', '!!null', '!!timestamp', '!!binary', '!!merge', '!!map', '!x', '!', '!<tag:yaml.org,2002:int>', '!!%69nt', '!y!z'];
const TAGGED = ['1', '1.0', '1e3', '"1"', 'true', 'yes', '"yes"', 'null', '""', '', 'x', '2001-12-14', '"2001-12-14"', '2001-02-30', 'aGk=', 'gA==', '4oI=', 'a', '18446744073709551615', '[1]', '{a: 1}', '.inf', '0644', '<<', '0b-11'];
const QUOTED = [
  'a', '', ' a ', '\\/', '\\n\\t\\r\\b\\f\\v\\a\\e\\0', '\\"', '\\\\', '\\\'', '\\ ', '\\_\\N\\L\\P', '\\x41', '\\x4', '\\u00e9', '\\u00E9', '\\u00e', '\\U0001F600', '\\U00110000', '\\ud83d\\ude00', '\\ud7ff', '\\ud800', '\\udc00x', '\\udfff', '\\ue000', '\\U0010ffff', '\\q', '\\', 'a\nb', 'a\n\nb', 'a \n b', 'a\n  b', 'a\\\nb', 'a\\\n  b', 'a \\\n\n b',
  'a\tb', '\ta', 'a\t\nb', 'a\n\tb', 'a\n---\nb', 'a\n--- b', 'a\n...\nb', 'a\n....\nb', 'a # b', 'a: b', '\'', '\'\'', '\n', '\n\n', 'a\r\nb', 'a\rb', 'a\u0085b', 'a\u2028b', 'a\u2028\n\u2029b', '\ufeff', '\u0001', '\u007f', '\u00a0', '😀',
];
const BLOCKS = [
  'x\n', '  x\n', '  x\n  y\n', '  x\n\n  y\n\n', '  x\n   y\n  z\n', '\n  x\n', '    \n  x\n', '  \n   x\n  y\n', '  x\n y\n', '\tx\n', '  \tx\n', ' \n\n', '', '  x', '  # c\n  x\n', '  x\n# c\n', '  x\n # c\n  y\n', '  x \n  y\n', '  > x\n', '  x\n  \n  y\n', '  x\r\n  y\r\n', '  x\u2028y\n', '  x\n  ...\n', '   x\n  y\n', '  x\u0085  y\n',
];
const HEADERS = ['|', '>', '|-', '>-', '|+', '>+', '|1', '>2-', '|-2', '|+1', '|0', '|10', '| ', '| # c', '|# c', '|x', '|--', '>\t'];

const ROWS = [
  // Lists and mappings.
  'a: [fd00::]', 'a: [fd00::, b]', 'clusterIPs: [fd00::]', 'a: {b:: c}', 'a: {fd00::: c}', '- a: [get,\n  list]', 'a:\n  - b: [get,\nlist]\n  - c', 'a:\n  b: "x\ny"\n', 'a:\n  b: \'x\ny\'\n  c: d\n', 'a: {\nb: 1\n}\n', 'a: {b: 1\n,c: 2}', 'a: [1,2,]', 'a: [,]', 'a: [1,,2]', 'a: [[]: x]', '{a, b: , c}', '[a: b, c: d]', '[? a : b]', '[?]', '[? , a]', '[? : a]', '{?}', '{? : a}', '{: a}',
  '[:]', '[: a]', '["a":b]', '{"a":b}', '{a:b}', '{a :b}', '{"a" :b}', '[a\n#c\n,b]', '[a #c\n,b]', '[a#c\n,b]', '["a"#c\n,b]', '[\n%a\n]', '[\n---\n]', '[a,\n--- b]', '[-]', '[-, -]', '[- a]', '[-a]', '[*a]', '[&a b, *a]', '[&a , *a]', '[!!str , a]', '[!!str, a]', '[a]b', '[a] b', '[a]: b', '{a: 1}: b', '[]: b', '{}: b', '"a": b', '"a" : b', '"a":b', '\'a\'b: c', '"a" b: c', 'a: "b" c', 'a: [b] c', 'a: b]', 'a: ]', 'a: }', 'a: b: c', 'a: - b', '- a: b\n c: d', '- a: b\n  c: d', '- - a\n  - b\n- c', '-\n - a\n', '-\ta', '- \ta', '-\t- a', 'a:\tb', 'a :\tb', 'a\t: b', '\ta: b', 'a:\n\tb: c', 'a:\n \tb: c', 'a:\n  b: c\n\td: e', 'a: b\n\tc', 'a: b\n \tc', 'a: b\n  \tc', 'a:\n  b\n\t\n  c', 'a:\n- b\n-  c\n', 'a:\n- b\n - c\n', 'a:\n  - b\n- c\n', 'a:\n    b: 1\n  c: 2\n', 'a:\n  b: 1\n c: 2\n', ' a: 1\nb: 2\n', 'a: 1\n b: 2\n', 'a\nb: c', 'a\n b: c', 'a: b\n  c\n\n  d\ne: f', 'a: b # c\n  d', 'a: b\n  # c\n  d', 'a:\n  b\n  c: d', 'a: ? b', '? a', '? a\n: b', '? a\n? b\n: c', '? - a\n: b', '? a: b\n: c', ': a', 'a: 1\n: b', '? |\n  a\n: b', '?a: b', '? a\n:b', '-a: b', ':a: b', '::a: b', 'a:: b', 'a::b: c', '- : a', '-: a', '- ?', '- ? a\n  : b', '&a a: b\nc: *a', '&a\na: b', 'a: &a\nb: *a', 'a: &a b\nc: *a d', 'a: *a', '*a : b', 'a: &x 1\n*x : b', 'a: &x [1]\n*x : b', 'a: &an:chor b', 'a: &a&b c', 'a: &a &b c', 'a: &a !!str 1', 'a: !!str &a 1\nb: *a', 'a: !!str !!int 1', 'a: & b', 'a: * b', 'a: &ä b', 'a: *a,', 'a: &x b\nc: *x,', 'a: &x b\nc: [*x, *x]', 'a: &x b\nc: {*x : d}', 'a: &x b\nc: {*x: d}', 'a: !<a b', 'a: !<> b', 'a: !a!b c', 'a: !a!', 'a: !!', 'a: !a{b} c', 'a: !%zz b', 'a: !%41 b',
  '- - - a', '- \n- a', '-', '- -', 'a:\n\n\nb:\n', 'a: # c\n  b', 'a: #c\n- b', '# c', '', '\n', ' \n ', '\t\n', 'a', '"a"', '1', '|\n a', '- a\n- b: c\nd: e', 'a: b\n- c', '- a\nb: c', '#c\n a: b', 'a: b\n#c', 'a: b #', 'a: "b"#c', 'a: "b" #c', 'a:#c', 'a: |#c\n  b', `${'k'.repeat(1024)}: a`, `${'k'.repeat(1025)}: a`, `${'é'.repeat(1024)}: a`, `${'😀'.repeat(1024)}: a`, `${'😀'.repeat(1025)}: a`, `"${'k'.repeat(1022)}": a`, `"${'k'.repeat(1023)}": a`, `[${'k'.repeat(1030)}: a]`, `? ${'k'.repeat(2000)}\n: a`, `${'['.repeat(300)}${']'.repeat(300)}`, '[', '{', '[a', '{a', '{a: ', '[[]', '"', '\'', '"a', 'a: "\nb', 'a: \'b\n', '[\'a]', '{"a: 1}',
  // Keys.
  'null: a', '~: a', ': a\nb: c', '1: a', '1.5: a', '1e6: a', '123456789: a', '1234567.5: a', '0.00001: a', '.inf: a', '-.inf: a', '.nan: a', 'yes: a', '0644: a', '18446744073709551615: a', '9223372036854775807: a', '!!float 1: a', '!!float 1000000: a', '!!int 1: a', '!!str 1: a', '!!binary aGk=: a', '!!null "": a', '"null": a', '2001-12-14: a', '"": a', '\'\': a', '! 1: a',
  // The same key twice.
  'a: 1\na: 2', 'a: 1\n"a": 2', '{a: 1, a: 2}', '1: a\n"1": b', 'yes: a\non: b', 'a: {b: 1, b: 2}', '- {a: 1, a: 1}', 'constructor: 1\nconstructor: 2', '__proto__: 1\n__proto__: 2', '__proto__: {a: 1}', 'toString: 1',
  // Merges.
  'x: &x {a: 1, b: 2}\ny: {<<: *x}', 'x: &x {a: 1}\ny:\n  <<: *x\n  a: 2', 'x: &x {a: 1}\ny:\n  a: 2\n  <<: *x', 'x: &x {a: 1}\ny: &y {a: 2, b: 2}\nz: {<<: [*x, *y]}', 'x: &x {a: 1}\ny: &y {b: 2}\nz: {<<: *x, <<: *y}', 'x: &x [1]\ny: {<<: *x}', 'x: &x 1\ny: {<<: *x}', '<<: {a: 1}', '<<: [{a: 1}, {b: 2, a: 2}]', '<<: [a]', '<<: a', '<<:', '<<: []', '"<<": a', '\'<<\': {a: 1}', '!!merge <<: {a: 1}', '! <<: {a: 1}', '!!str <<: {a: 1}', 'x: &x {<<: {a: 1}, b: 2}\ny: {<<: *x}', '<<: {a: 1}\na: 2', 'a: 2\n<<: {a: 1}', '<<: {a: 1, a: 2}', 'x: &x {<<: *x}', 'x: &x\n  y: {<<: *x}', '<<: &a {b: 1}\nc: *a', '? <<\n: {a: 1}', '- <<\n- <<: {a: 1}', 'a: <<',
  // Anchors.
  'a: &a [*a]', 'a: &a {b: *a}', 'a: &a 1\nb: &a 2\nc: *a', 'a: &a [1, &a 2, *a]\nb: *a', 'a: &a\n  - 1\nb: *a', 'a: *b\nb: &b 1', '- &a a\n- &b *a', '- &a\n- *a', 'a: !!str &a\nb: *a',
  // Streams.
  'a: 1\n---\nb: 2', '---\na: 1\n---\nb: 2\n---\n', '---\n---\na: 1', '---\n\n---\n# c\n---\na: 1', 'a: 1\n--- # c\nb: 2', 'a: 1\n---#c\nb: 2', 'a: 1\n---\t\nb: 2', 'a: 1\n---  \nb: 2', '--- {a: 1}', 'a: 1\n--- b', '--- |\n a', '---a: 1', '----\na: 1', 'a: 1\n---b\nc: 2', '--- # c\na: 1', ' ---\na: 1', 'a: 1\n ---\nb: 2', 'a: |\n  ---\n  b', 'a: "\n---\n"', '...', '---\n...', 'a: 1\n...', 'a: 1\n...\n...\n', 'a: 1\n...\n---\nb: 2', 'a: 1\n...\nb: 2', 'a: 1\n... b', 'a: 1\n...b', '...\na: 1', '%YAML 1.1\n---\na: 1', '%YAML 1.2\n---\na: 1', '%TAG ! x:\n---\na: 1', '# c\n%YAML 1.1\n', 'a: 1\n%b: 2', 'a: %b', '{a: 1} b', '[a] ]', '"a" "b"', '"a": 1\n[b]', 'a: 1\n---\n{"b": 2}', 'a: 1\n---\n{"b": "\\/"}', 'a: 1\n---\n{"b": 2}{"c": 3}', 'a: 1\n---\n{\n\t"b": 2\n}',
  '{"a": 1}', ' \n {"a": 1}', '{"a": 1}{"b": 2}', '{"a": 1}\n{"b": 2}\n{"c": 3}', '{"a": 1} {"b": ', '{"a": 1}\n{"b": 2}\n{"c": ', '{"a": 1}\n{b: 2}', '{"a": 1}\n{"b": 2}\n{c: 3}', '{"a": 1}\n---\n{"b": 2}', '{"a": 1}\n---\n{"b": 2}\n---\n{"c": 3}', '{"a": 1}{"b": 2}\n---\n{"c": 3}', '{"a": 1}\nb: 2', '{"a": 1}\n---\nb: 2', '{"a": 1}, {"b": 2}', '{"a": 1}]', '{"a": 1}\n]\n', '{"a": 1} 5', '{"a": 1} null', '{} bcd', '{} bcde', '{} é: ', '{} ét', '{}1...', '{}12...', '{}1e..', '{"a": 1.}', '{"a": 1e}', '{"a": 12345678901234567890123}', '{"a": {"b": 1, "b": 2}}', '{"a": 1, "a": 2}', '{}\n\n a: [1]\nb: 2', '{"a": 1}\n\n\n', '{"a": "\\/"}', '{"a": "\\ud83d\\ude00"}', '{"a": "\\ud800"}', '{"a": "\\u0000"}', '{"a": "x\ty"}', '{"a": "x\ny"}', '{"a": 1.0}', '{"a": 1e3}', '{"a": -0}', '{"a": 01}', '{"a": 12345678901234567890}', '{"a": 0x1}', '{"a": .5}', '{"a": NaN}', '{"a": 1,}', '{"a" 1}', '{\'a\': 1}', '{a: 1}', '{a: yes}\n---\nb: 2', '{"a": {"b": [1, true, null, "x"]}}', '{"__proto__": {"a": 1}}', '{"a": 1}#c', '{"a": 1} # comment', '{"a": 1}\n# c\n', '{}', '{ }', '{\t}', '{"a":1}\ufeff', '[{"a": 1}]', '[1]\n[2]', '"a"',
  '\ufeffa: 1', '\ufeff{"a": 1}', '\ufeff---\na: 1', 'a: 1\n---\n\ufeffb: 2', 'a: 1\r\nb: 2\r\n', 'a: 1\r\n---\r\nb: 2\r\n', 'a: |\r\n  x\r\n  y\r\n', 'a: 1\rb: 2', 'a: 1\u0085b: 2', 'a: 1\u2028b: 2', 'a: x\u2028  y', 'a: x\u0085  y', 'a: x\r  y', 'a: b\u0001', 'a: "\u0007"', 'a: \u007f', 'a: b\ufffe', 'a: 😀', 'é: ü', '\u00a0a: 1', 'a:\u00a0b', 'a: b\u00a0', '\u3000{"a": 1}',
];

/** A text of so many levels, each of which is the one before several times. */
function bomb(levels: number, width: number): string {
  const names = Array.from({ length: levels }, (_, level) => `k${level}`);
  return names.map((name, level) => `${name}: &${name} [${Array<string>(width).fill(level === 0 ? 'x' : `*${names[level - 1]}`).join(', ')}]`).join('\n');
}

/** A list of 200 values, which aliases repeat. */
export function repeated(aliases: number): string {
  return `x: &x [${Array<string>(200).fill('1').join(', ')}]\ny: [${Array<string>(aliases).fill('*x').join(', ')}]\n`;
}

/** All of them. */
export function streams(): string[] {
  return [
    ...ROWS,
    ...WORDS.flatMap((word) => [`a: ${word}`, `${word}: a`, `- ${word}`, `a: [${word}]`, `a: {${word}: b}`, `a: {b: ${word}}`]),
    ...TAGS.flatMap((tag) => [...TAGGED.map((text) => `a: ${tag} ${text}`), `${tag} 1: a`, `a: [${tag} 1]`, `a: ${tag}\nb: 1`]),
    ...QUOTED.flatMap((text) => [`a: "${text}"`, `a: '${text}'`, `a:\n  b: "${text}"\n  c: 1`, `["${text}"]`, `"${text}": a`]),
    ...HEADERS.flatMap((header) => BLOCKS.map((block) => `a: ${header}\n${block}`)),
    ...BLOCKS.flatMap((block) => [`- |\n${block}b`, `a:\n  - >\n  ${block.replaceAll('\n', '\n  ')}`, `|\n${block}`]),
    bomb(3, 9), bomb(3, 10), bomb(4, 9), bomb(5, 10), bomb(9, 10), repeated(199), repeated(200), repeated(201),
  ];
}
