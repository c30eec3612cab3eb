import { mutantsOf, survivorsOf } from './cel-mutants';

const policy = (expression: string) => ({
  metadata: { name: 'p' },
  spec: { validations: [{ expression }] },
});
const changesOf = (expression: string) =>
  mutantsOf(policy(expression)).map(({ about }) => about.replace('validations[0]: ', ''));

test.each<[string, string[]]>([
  ['!true', ['!true → true', 'true → false']],
  ['1 < 2', ['1 < 2 → 1 <= 2', '1 < 2 → 1 > 2', '1 → 2', '2 → 3']],
  ['has(object.a)', ['has(object.a) → true', 'has(object.a) → false']],
  [
    'object.a in ["x", "y"]',
    [
      'object.a in ["x", "y"] → !(object.a in ["x", "y"])',
      'object → oldObject',
      '["x", "y"] → ["y"]',
      '["x", "y"] → ["x"]',
      '"x" → "xx"',
      '"y" → "yx"',
    ],
  ],
  [
    'params.a.?b.orValue("") == "c"',
    [
      'params.a.?b.orValue("") == "c" → params.a.?b.orValue("") != "c"',
      'params.a.?b.orValue("") → params.a.?b.value()',
      '"c" → "cx"',
    ],
  ],
  ['params.all(p, p)', ['params.all(p, p) → params.exists(p, p)']],
  ['params.filter(p, p)', ['params.filter(p, p) → params']],
  [
    'params.matches("a")',
    ['params.matches("a") → true', 'params.matches("a") → false', '"a" → "ax"'],
  ],
  [
    'params.a && params.b',
    [
      'params.a && params.b → params.a',
      'params.a && params.b → params.b',
      'params.a && params.b → params.a || params.b',
    ],
  ],
  [
    'params.a ? params.b : params.c',
    ['params.a ? params.b : params.c → params.b', 'params.a ? params.b : params.c → params.c'],
  ],
  ['[1, 2, 3, 4, 5]', ['[1, 2, 3, 4, 5] → [2, 3, 4, 5]', '[1, 2, 3, 4, 5] → [1, 2, 3, 4]']],
])('%s is wrong in each of these ways', (expression, changes) => {
  expect(changesOf(expression)).toEqual(changes);
});

test('everything survives where nothing is asked, and nothing that no API server takes', () => {
  expect(survivorsOf(policy('!true'), () => true, [])).toHaveLength(2);
  const throwing = (one: object) => {
    if (JSON.stringify(one).includes('!')) return true;
    throw new Error('not taken');
  };
  expect(survivorsOf(policy('!true'), throwing, [])).toEqual(['validations[0]: true → false']);
});

test('a policy that answers wrong, or has no expression, and an excuse for nothing are no results', () => {
  expect(() => survivorsOf(policy('!true'), () => false, [])).toThrow(
    'the policy itself gives a wrong answer',
  );
  expect(() => survivorsOf({ spec: {} }, () => true, [])).toThrow('there are no mutants');
  const isAsGiven = (one: object) => JSON.stringify(one) === JSON.stringify(policy('!true'));
  expect(() => survivorsOf(policy('!true'), isAsGiven, [[/nothing/, 'why']])).toThrow(
    'no mutant is like /nothing/',
  );
  expect(survivorsOf(policy('!true'), () => true, [[/→ true/, 'why']])).toEqual([
    'validations[0]: true → false',
  ]);
});
