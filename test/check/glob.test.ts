import { globProblem, matchesGlob, namesOf } from '../../src/check/glob';

const matches = (pattern: string, path: string) =>
  matchesGlob(pattern, { names: namesOf(path), isFolder: path.endsWith('/') });

test.each([
  [
    'values.yaml',
    ['values.yaml', 'a/values.yaml', 'a/b/values.yaml', './values.yaml'],
    ['my-values.yaml', 'values.yaml.bak', 'values.yaml/x'],
  ],
  ['*.tpl.yaml', ['a.tpl.yaml', 'x/.tpl.yaml'], ['a.yaml', 'a.tpl.yaml/x']],
  ['a?.yaml', ['a1.yaml', 'x/aé.yaml', 'a😀.yaml'], ['a.yaml', 'a12.yaml', 'a/.yaml']],
  ['charts/', ['charts/', 'a/charts/'], ['charts', 'a/charts']],
  ['charts/**', ['charts/a', 'charts/a/b', 'charts/'], ['a/charts/b', 'chart/a']],
  ['/charts', ['charts', 'charts/'], ['a/charts']],
  ['a/*.yaml', ['a/b.yaml', './a/b.yaml'], ['a/b/c.yaml', 'b/a/c.yaml']],
  [
    '**/test/*.yaml',
    ['test/a.yaml', 'x/test/a.yaml', 'x/y/test/a.yaml'],
    ['test/x/a.yaml', 'tests/a.yaml'],
  ],
  ['a/**/b', ['a/b', 'a/x/b', 'a/x/y/b', 'a/b/b'], ['a', 'b', 'a/b/c']],
  ['a**b', ['ab', 'axxb'], ['a/b']],
  ['*', ['a', 'a/b'], []],
  ['é.yaml', ['é.yaml'], ['e.yaml']],
  ['a.yaml', ['a.yaml'], ['axyaml', 'A.yaml']],
])('%s means these paths and no others', (pattern, fine, others) => {
  expect({
    fine: fine.filter((path) => !matches(pattern, path)),
    others: others.filter((path) => matches(pattern, path)),
  }).toEqual({ fine: [], others: [] });
});

test.each([
  [
    '[ab].yaml',
    '"[" has no special meaning here; use * and ? for characters of one name, and ** for any folders',
  ],
  [
    '{a,b}',
    '"{" has no special meaning here; use * and ? for characters of one name, and ** for any folders',
  ],
  [
    'a\\b',
    '"\\\\" has no special meaning here; use * and ? for characters of one name, and ** for any folders',
  ],
  ['/', 'it matches nothing'],
  ['./', 'it matches nothing'],
  ['*', undefined],
])('what is wrong with %s is told', (pattern, problem) => {
  expect(globProblem(pattern)).toBe(problem);
});

test('a pattern of many stars is no work forever', () => {
  expect(matches(`${'*a'.repeat(120)}b`, 'a'.repeat(250))).toBe(false);
  expect(matches(`${'**/a/'.repeat(100)}b`, 'a/'.repeat(1000))).toBe(false);
});
