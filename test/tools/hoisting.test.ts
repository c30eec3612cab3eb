/** Functions in tables of a bundle: which are declared beside them, and what is left there. */
import { hoisted } from '../../tools/hoisting';

/** What makes a function long enough. */
const LONG = `return [${'"some long text", '.repeat(20)}one];`;

test.each<readonly [what: string, before: string, after: string]>([
  [
    'a field',
    `var JUDGE = { kinds: [], check: (one, { two }) => { ${LONG} } };`,
    `var JUDGE = { kinds: [], check: (a0, a1) => JUDGE_check(a0, a1) };
function JUDGE_check(one, { two }) { ${LONG} }`,
  ],
  [
    'an expression',
    `var JUDGE = { check: (one = 1) => [${LONG.slice(8, -2)}] };`,
    `var JUDGE = { check: (a0) => JUDGE_check(a0) };
function JUDGE_check(one = 1) {
  return [${LONG.slice(8, -2)}];
}`,
  ],
  [
    'a method',
    `var JUDGE = { check(one) { ${LONG} } };`,
    `var JUDGE = { check: (a0) => JUDGE_check(a0) };
function JUDGE_check(one) { ${LONG} }`,
  ],
  [
    'what a function is given',
    `var read = remembered((one) => { ${LONG} });`,
    `var read = remembered((a0) => read2(a0));
function read2(one) { ${LONG} }`,
  ],
  [
    'a function by its name',
    `var JUDGES = [check, { check, by: check }];
function check(one) { ${LONG} }`,
    `var JUDGES = [(a0) => check(a0), { check: (a0) => check(a0), by: (a0) => check(a0) }];
function check(one) { ${LONG} }`,
  ],
])('%s is called where it was', (_what, before, after) => {
  expect(hoisted(`${before}\nvar next = 1;`)).toBe(`${after}\nvar next = 1;`);
});

test('what is declared has a name of its own', () => {
  expect(hoisted(`var JUDGE = { check: (one) => { ${LONG} } };\nvar JUDGE_check;`)).toContain(
    'function JUDGE_check2(one)',
  );
});

test.each([
  ['a short function', 'var JUDGE = { check: (one) => one };'],
  ['a variable that is a function', `var check = (one) => { ${LONG} };`],
  ['what a list is mapped with', `var all = [1].map((one) => { ${LONG} });`],
  ['a method that says `this`', `var JUDGE = { check(one) { this.one = 1; ${LONG} } };`],
  ['a function with a rest', `var JUDGE = { check: (...one) => { ${LONG} } };`],
  ['what waits', `var JUDGE = { check: async (one) => { ${LONG} } };`],
  ['what gives one by one', `var JUDGE = { *check(one) { ${LONG} } };`],
  ['a getter', `var JUDGE = { get check() { ${LONG} } };`],
  ['a class', `var Judge = class { check(one) { ${LONG} } };`],
  ['a short function by its name', 'var JUDGES = [check];\nfunction check(one) {}'],
  ['what a name is asked for', `var kinds = check.kinds;\nfunction check(one) { ${LONG} }`],
])('%s stays as it is', (_what, text) => {
  expect(hoisted(text)).toBe(text);
});
