import {
  alike,
  defineRules,
  describeFindings,
  describeOthers,
  Finding,
  FindingsError,
  report,
  violation,
} from '../../src/findings';

const RULES = defineRules('demo', {
  bad: { error: 's', why: 'w', bad: 'b', good: 'g', source: 'x' },
  odd: { warning: 's', why: 'w', bad: 'b', good: 'g', source: 'x' },
});
const odd = (
  construct: string,
  message: string = 'no class "gold"',
  path: string = 'class',
  remedy: string = 'declare it',
): Finding => ({ ...violation(RULES.odd, path, message, remedy), construct });
const bad = (construct: string): Finding => ({
  ...violation(RULES.bad, 'class', 'no class "gold"', 'declare it'),
  construct,
});

test('a thousand findings that say the same are one line, with their number and the first three places', () => {
  const findings = Array.from({ length: 1000 }, (_, index) => odd(`shop/v${index}`));
  expect(report(findings)).toBe(
    '1000 warnings\n  warning: shop/v0: class: no class "gold"; declare it (demo/odd) [1000 times: shop/v0, shop/v1, shop/v2, …]',
  );
});

test.each([
  [1, ''],
  [2, ' [2 times: v0, v1]'],
  [3, ' [3 times: v0, v1, v2]'],
  [4, ' [4 times: v0, v1, v2, …]'],
])('%d of them name as many places as there are, up to three', (count, end) => {
  const findings = Array.from({ length: count }, (_, index) => odd(`v${index}`));
  expect(describeFindings(findings)).toEqual([
    `v0: class: no class "gold"; declare it (demo/odd)${end}`,
  ]);
});

test('a place is named once, however much is wrong with it', () => {
  const findings = [0, 1].map((index) => odd('v', `mounts[${index}]: odd`, `mounts[${index}]`));
  expect(describeFindings(findings)).toEqual([
    'v: mounts[0]: mounts[0]: odd; declare it (demo/odd) [2 times: v]',
  ]);
});

test.each([
  ['another value', odd('b', 'no class "silver"')],
  ['another remedy', odd('b', undefined, undefined, 'remove it')],
  ['another field', odd('b', undefined, 'other')],
  ['another weight', bad('b')],
])('%s is another finding', (_, other) => {
  expect(alike([odd('a'), other], ({ construct }) => construct!)).toHaveLength(2);
});

test('errors are counted and told in the same way, before warnings, in the order of the first ones', () => {
  expect(report([odd('a'), bad('b'), odd('c', 'x'), odd('d'), bad('e')])).toBe(
    [
      '2 errors, 3 warnings',
      '  error: b: class: no class "gold"; declare it (demo/bad) [2 times: b, e]',
      '  warning: a: class: no class "gold"; declare it (demo/odd) [2 times: a, d]',
      '  warning: c: class: x; declare it (demo/odd)',
    ].join('\n'),
  );
});

test('an error has all of them, whatever it says', () => {
  const error = new FindingsError([bad('a'), bad('b')]);
  expect(error.message).toBe(
    '2 errors\n  error: a: class: no class "gold"; declare it (demo/bad) [2 times: a, b]',
  );
  expect(error.findings).toEqual([bad('a'), bad('b')]);
});

test('nothing is said behind one finding', () => {
  expect(describeOthers({ finding: odd('a'), count: 1, places: ['a'] })).toBe('');
});
