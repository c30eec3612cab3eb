/** Variables in a text, as fluxcd/pkg/envsubst v1.7.1 fills them in. */
import { substitute } from '../../src/render/envsubst';

const VALUES: { readonly [name: string]: string } = {
  A: 'abc',
  PATH_1: 'path/to/file.tar.gz',
  EMPTY: '',
  LONG: 'a'.repeat(200),
  UMLAUT: 'für',
};
const filled = (text: string) => substitute(text, (name) => VALUES[name]);

// What the program itself answered.
test.each([
  ['${A}', 'abc'],
  ['x-${A}-${A}', 'x-abc-abc'],
  ['$A', '$A'],
  ['$${A}', '${A}'],
  ['$$', '$'],
  ['${EMPTY}', ''],
  ['${A:=other}', 'abc'],
  ['${EMPTY:=other}', 'other'],
  ['${EMPTY:=}', ''],
  ['${NONE:=other}', 'other'],
  ['${NONE:-other}', 'other'],
  ['${NONE=other}', 'other'],
  ['${NONE:?other}', 'other'],
  ['${NONE:=${A}-x}', 'abc-x'],
  ['${#A}', '3'],
  ['${A:1}', 'bc'],
  ['${A:1:1}', 'b'],
  ['${A:9}', ''],
  ['${A:-1}', 'abc'],
  ['${A:1:-1}', 'b'],
  ['${A:1:-3}', ''],
  ['${A:x}', 'abc'],
  ['${A:0:x}', 'abc'],
  ['${A^}', 'Abc'],
  ['${A^^}', 'ABC'],
  ['${A,}', 'abc'],
  ['${A,,}', 'abc'],
  ['${A/b/x}', 'axc'],
  ['${A/b/}', 'ac'],
  ['${PATH_1//t/T}', 'paTh/To/file.Tar.gz'],
  ['${PATH_1/\\//-}', 'path-to/file.tar.gz'],
  ['${A/#a/x}', 'xbc'],
  ['${A/#b/x}', 'abc'],
  ['${A/%c/x}', 'abx'],
  ['${A/%b/x}', 'abc'],
  ['${A/#a/}', 'abc'],
  ['${PATH_1#*/}', 'to/file.tar.gz'],
  ['${PATH_1##*/}', 'file.tar.gz'],
  ['${PATH_1%.*}', 'path/to/file.tar'],
  ['${PATH_1%%.*}', 'path/to/file'],
  ['${A#?}', 'bc'],
  ['${A#*}', 'bc'],
  ['${A#b}', 'abc'],
  ['${A/${A}/x}', 'x'],
  ['${A/b/${A}}', 'aabcc'],
  [`\${LONG##${'*a'.repeat(20)}*b}`, 'a'.repeat(200)],
  ['${#UMLAUT}', '4'],
])('%s is filled in: %s', (text, expected) => {
  expect(filled(text)).toBe(expected);
});

test.each(['${NONE}', 'a${NONE}b', '${NONE^^}', '${#NONE}', '${NONE:1}', '${A}${NONE}'])(
  'a variable that nobody sets has no value: %s',
  (text) => expect(filled(text)).toBeUndefined(),
);

test.each([
  '${A#a${A}}',
  '${A/b/x${A}}',
  '${',
  '${}',
  '${A',
  '${ A}',
  '${A-x}',
  '${A#}',
  '${A/}',
  '${A/b}',
  '${A//x',
  '${A:}',
])('what envsubst refuses has no value: %s', (text) => expect(filled(text)).toBeUndefined());

test.each(['${A#[ab]}', '${A%\\c}', '${A/${EMPTY}/x}', '${UMLAUT:2}', '${UMLAUT^^}'])(
  'what is not played has no value: %s',
  (text) => expect(filled(text)).toBeUndefined(),
);

test('variables within variables are filled in to some depth, and have no value below', () => {
  const nested = (depth: number) => '${NONE:='.repeat(depth) + 'x' + '}'.repeat(depth);
  expect(filled(nested(100))).toBe('x');
  expect(filled(nested(101))).toBeUndefined();
  expect(filled('${NONE:='.repeat(100_000))).toBeUndefined();
});
