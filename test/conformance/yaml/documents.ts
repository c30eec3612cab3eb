/**
 * Documents with everything that YAML has, right and wrong, the same ones for the same seed.
 *
 * Half of those in brackets, and most of those in lines, are what people and machines write, with
 * blanks, line ends, comments and rare words in places; every fourth one in brackets has lost or
 * got a character somewhere.
 */

const USUAL_WORDS = [
  'a',
  'get',
  'list',
  'x y',
  'fd00::',
  'fd00::1',
  '10.0.0.0/8',
  '80',
  '0644',
  '1_000',
  '1e3',
  '-1',
  'yes',
  'on',
  'n',
  'true',
  'null',
  '~',
  'http://x.example:80/a?b=c',
  'a:b',
  'a#b',
  '-a',
  '--',
  'é',
  '😀',
  '${A}',
  '$(A)',
  'a=b',
];
const ODD_WORDS = [
  '',
  '0o17',
  '0x1F',
  '.5',
  '+2',
  '-0',
  '0b11',
  '12345678901234567890',
  '1:20',
  '2001-12-14',
  '.inf',
  'a:',
  ':a',
  '::',
  '-',
  '- a',
  '?',
  '?a',
  '? a',
  'a?b',
  'a #b',
  '#',
  '&x',
  '&x a',
  '*x',
  '* x',
  '*x ',
  '&y [b]',
  '&y {c: d}',
  '!',
  '!t',
  '!!str 1',
  '!!int 5',
  '!!int 1.0',
  '!!float 1',
  '!!binary aGk=',
  '!!binary gA==',
  '!!null',
  '!<tag:yaml.org,2002:str> 1',
  '|',
  '>',
  '%',
  '@',
  '`',
  '<<',
  '=',
  'a\tb',
  'null a',
  "'",
  '"',
];
const USUAL_DOUBLE = [
  'a',
  '',
  'x y',
  'a: b',
  '\\n',
  '\\"',
  '\\\\',
  '\\u00e9',
  'a\nb',
  'a\n  b',
  'true',
  '1',
  "'",
  '# c',
];
const ODD_DOUBLE = [
  '\\/',
  '\\ud83d\\ude00',
  '\\U0001F600',
  '\\x41',
  '\\ud800',
  '\\e\\0\\a\\_\\N\\L\\P',
  '\\q',
  '\\u12',
  'a\n\nb',
  'a \n b',
  'a\\\nb',
  'a\\\n  b',
  '\n',
  '\ta',
  'a\t\nb',
  'a\n--- b',
  'a\n... b',
  '\\ ',
  '\\\tb',
  '<<',
];
const SINGLE = [
  'a',
  '',
  'x y',
  'a: b',
  "''",
  "it''s",
  '\\n',
  '"',
  'a\nb',
  'a\n\n\nb',
  'a\n  b',
  ' a ',
  '# c',
  'yes',
  '<<',
];
const GAPS = [
  '',
  ' ',
  '  ',
  '\n',
  '\n  ',
  '\n    ',
  '\n\n ',
  '\t',
  ' # c\n',
  '# c\n',
  ' # c\n  ',
  '\r\n',
  '\n# c\n',
];
const COLONS = [':', ' : ', ' :', ':\n', ':\n  ', ':\t', '\n: ', ': # c\n'];
const COMMAS = [',', ',\n', ',\n  ', ' ,', '\n,', ',,', ', # c\n  ', ''];
const NOISE = [
  ...'[]{},:?-#&*!|>\'"%@` \t\n\\ax1.~<=/',
  '\n  ',
  ': ',
  '- ',
  '\u0085',
  '\u2028',
  '\u00a0',
  '\u0001',
];
const HEADS = [
  'a:\n  ',
  'a:\n',
  '- ',
  '',
  '? ',
  'a: &x ',
  'a: !!seq ',
  'x: &x {a: 1}\nb: ',
  'x: &x 1\nb: ',
  'a:\n  - ',
  'a:\n  b: ',
  'a:\n  - b: ',
  'a:\n  "b": ',
];
const TAILS = [
  '',
  ' # c\n',
  ' z\n',
  '\n---\nz: 1\n',
  '\n...\n',
  '\n  z: 1\n',
  ': z\n',
  '\n]\n',
  '\nz: 1\n',
];

const MODULUS = 2 ** 31 - 1;

/** Numbers from a seed (Park and Miller's). */
function numbers(seed: number): (below: number) => number {
  let state = ((seed * 1_664_525 + 1_013_904_223) % (MODULUS - 1)) + 1;
  const next = () => (state = (state * 48_271) % MODULUS);
  next();
  next();
  return (below) => Math.floor((next() / MODULUS) * below);
}

/** A document whose values are in brackets. */
export function flowDocument(seed: number): string {
  const random = numbers(seed);
  const pick = (list: readonly string[]) => list[random(list.length)];
  /** The first in most cases, else any of the others. */
  const usually = (usual: string, others: readonly string[], times: number) =>
    random(times) > 0 ? usual : pick(others);
  const scalar = (): string => {
    const kind = random(20);
    if (kind < 14) return random(16) > 0 ? pick(USUAL_WORDS) : pick(ODD_WORDS);
    return kind < 18
      ? `"${random(8) > 0 ? pick(USUAL_DOUBLE) : pick(ODD_DOUBLE)}"`
      : `'${pick(SINGLE)}'`;
  };
  const value = (depth: number): string => {
    const kind = depth === 0 ? random(2) : random(8);
    if (depth >= 3 || kind > 3) return scalar();
    return kind % 2 === 0 ? list(depth) : mapping(depth);
  };
  const items = (count: number, item: () => string): string => {
    let text = '';
    for (let index = 0; index < count; index += 1) {
      text += (index === 0 ? '' : usually(', ', COMMAS, 10)) + item() + usually('', GAPS, 12);
    }
    return text;
  };
  const pair = (depth: number): string =>
    usually('', ['? ', '?'], 30) +
    (random(60) === 0 ? value(depth + 1) : scalar()) +
    (random(20) === 0 ? '' : usually(': ', COLONS, 6) + value(depth + 1));
  const list = (depth: number): string =>
    `[${usually('', GAPS, 4)}${items(random(4), () => (random(6) === 0 ? pair(depth) : value(depth + 1)))}${usually('', [','], 8)}${usually('', GAPS, 4)}]`;
  const mapping = (depth: number): string =>
    `{${usually('', GAPS, 4)}${items(random(4), () => pair(depth))}${usually('', [','], 8)}${usually('', GAPS, 4)}}`;
  const characters = [...(usually('a: ', HEADS, 2) + value(0) + usually('\n', TAILS, 3))];
  if (random(4) === 0) {
    characters.splice(
      random(characters.length + 1),
      random(3),
      ...(random(2) === 0 ? [pick(NOISE)] : []),
    );
  }
  return characters.join('');
}

const KEYS = [
  'a',
  'b',
  'c',
  'name',
  'y',
  '1',
  '"q"',
  "'s'",
  '"q\\n"',
  'on',
  'x.y/z',
  'key-1',
  '0644',
  'constructor',
  'e f',
  'é',
  'a b c',
];
const ODD_KEYS = [
  '~',
  'null',
  '<<',
  '? a',
  '- a',
  '"a',
  '1.5',
  '1e6',
  '&x k',
  '!!str 1',
  '"q" ',
  'a#b',
  'k:k',
  '[a]',
  '{a: b}',
  '*x',
  '? ',
];
const BLOCK_WORDS = [
  'a',
  '0644',
  'yes',
  '~',
  '1',
  '-1',
  '1.5',
  '1_000',
  '0x1F',
  'foo bar',
  'a:b',
  'a #c',
  'a#c',
  '-x',
  '"q"',
  "'s'",
  '"a\\nb"',
  "'it''s'",
  '"a" # c',
  '"a: b"',
  '[a, b]',
  '[]',
  '{}',
  '{a: b}',
  '{a: 1, "b": [x, y]}',
  '# c',
  '',
  '',
  '  ',
];
const ODD_BLOCK_WORDS = [
  'a: b',
  '- x',
  '-',
  '"open',
  "'open",
  '"a"# c',
  '"a" b',
  '"a\\',
  '[a,]',
  '{"a":1}',
  '[a: b]',
  '[-]',
  '[a',
  '{a}',
  '[fd00::]',
  '&x a',
  '*x',
  '!!str 1',
  '!t',
  'a\tb',
  '\ta',
  'x  ',
  '%x',
  '@x',
  '`x',
  '?x',
  '? x',
  ':x',
  ': x',
  'a:',
  '.inf',
  '---',
  '...',
  '--- #',
  '--x',
  '- - a',
  '"x',
];
const HEADERS = ['|', '|', '|-', '|+', '>', '>-', '|2', '|1', '>+1', '| # c', '|# c', '|0', '|x'];
const LINES = [
  'x',
  'y z',
  '# c',
  ' x',
  'x ',
  '\tx',
  '',
  '',
  '  ',
  'a: b',
  '- x',
  '"',
  'é',
  '{',
  '%',
  '\u2028',
  'x\ty',
  '\\',
];
/** A document in lines. Every third one has lost or got something somewhere. */
export function blockDocument(seed: number): string {
  const random = numbers(seed + 1e9);
  const pick = <T>(list: readonly T[]) => list[random(list.length)];
  const key = () =>
    random(40) > 0 ? pick(KEYS) + (random(3) === 0 ? '' : String(random(99))) : pick(ODD_KEYS);
  const word = () => (random(30) > 0 ? pick(BLOCK_WORDS) : pick(ODD_BLOCK_WORDS));
  const gap = () =>
    random(30) > 0 ? ' ' : pick(['', '  ', '\t', ' \t ', '\n    ', ' # c\n      ']);
  const text = (indent: number) => {
    const inner = indent + (random(8) > 0 ? 2 : random(5));
    return (
      pick(HEADERS) +
      Array.from(
        { length: random(5) },
        () =>
          `\n${' '.repeat(Math.max(0, inner + (random(6) > 0 ? 0 : random(5) - 2)))}${pick(LINES)}`,
      ).join('')
    );
  };
  const value = (indent: number) => {
    const kind = random(16);
    if (kind > 1) return word();
    return kind === 0
      ? text(indent)
      : `${pick(['"a', "'a", 'a', 'a b'])}\n${' '.repeat(random(5) === 0 ? random(6) : indent + 2)}${pick(['b"', "c'", 'd', 'e # c'])}`;
  };
  const block = (indent: number, depth: number): string =>
    random(3) > 0 ? mapping(indent, depth) : list(indent, depth);
  const within = (indent: number, depth: number): string => {
    if (depth > 3 || random(3) > 0) return gap() + value(indent);
    return `${pick(['', '', '', ' ', ' # c', '\n', '\n# c'])}\n${random(4) === 0 ? list(indent, depth + 1) : block(indent + pick([2, 2, 2, 4, 1]), depth + 1)}`;
  };
  const lines = (indent: number, one: (start: string) => string): string => {
    const start = ' '.repeat(indent);
    return Array.from({ length: 1 + random(3) }, () => one(start)).join(
      pick(['\n', '\n', '\n', '\n\n', '\n# c\n']),
    );
  };
  const mapping = (indent: number, depth: number): string =>
    lines(indent, (start) => `${start}${key()}:${within(indent, depth)}`);
  const list = (indent: number, depth: number): string =>
    lines(indent, (start) =>
      random(3) > 0
        ? `${start}-${within(indent, depth)}`
        : `${start}- ${mapping(indent + 2, depth + 1).trimStart()}`,
    );
  const characters = [
    ...(block(random(30) === 0 ? 2 : 0, 0) + pick(['\n', '\n', '', '\n\n', '\n# c\n'])),
  ];
  if (random(3) === 0) {
    characters.splice(
      random(characters.length + 1),
      random(3),
      ...(random(2) === 0 ? [pick(NOISE)] : []),
    );
  }
  const document = characters.join('');
  return random(30) === 0 ? document.replaceAll('\n', '\r\n') : document;
}
