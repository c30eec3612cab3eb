import {
  besideTypes,
  dedupe,
  defineRules,
  Finding,
  Restated,
  Severity,
  violation,
} from '../../src/findings';

const TEXT = { error: 's', why: 'w', bad: 'b', good: 'g', source: 'x' };
const RULES = defineRules('dedupe', {
  type: TEXT,
  other: TEXT,
  better: { ...TEXT, restates: ['dedupe/other'] },
});
const at = (path: string): Finding => violation(RULES.other, path, 'it is wrong', 'mend it');
const wrong = (path: string): Finding => violation(RULES.type, path, 'no list', 'use a list');

test('of the items of one key the first one stays', () => {
  expect(dedupe([at('a'), at('b'), at('a')], ({ path }) => path)).toEqual([at('a'), at('b')]);
});

test('a rule restates another one of the same object, and of no other', () => {
  const restated = new Restated();
  restated.add('web', violation(RULES.better, '', 'worded better', 'mend it'));
  expect([restated.has('web', at('a')), restated.has('db', at('a'))]).toEqual([true, false]);
});

test.each<[string, readonly Finding[], readonly string[]]>([
  ['nothing has a wrong type', [], ['', 'a', 'a.b', 'ab', 'list', 'list[1]']],
  ['a field has a wrong type', [wrong('a')], ['', 'ab', 'list', 'list[1]']],
  ['a list lost an item', [wrong('list[0]')], ['', 'a', 'a.b', 'ab', 'list[1]']],
  ['all has a wrong type', [wrong('')], []],
  [
    'a warning is no wrong type',
    [{ ...wrong('a'), severity: Severity.WARNING }],
    ['', 'a', 'a.b', 'ab', 'list', 'list[1]'],
  ],
])('%s: what is below says no more', (_about, ofTypes, left) => {
  const findings = ['', 'a', 'a.b', 'ab', 'list', 'list[1]'].map(at);
  expect(besideTypes(findings, ofTypes).map(({ path }) => path)).toEqual(left);
});
