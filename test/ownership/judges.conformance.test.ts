/** The cases of manifests on ownership: what the check must find, and what it must leave alone. */
import { checkCases, complaintsOf, findingsOf } from '../check/cases';
import { sayReplayed } from '../support/conformance';

const ROWS = [10, 11, 12, 13];
const CASES = checkCases().filter(({ row }) => ROWS.includes(row as number));

test('there are cases of all rows', () => {
  sayReplayed(`check, rows ${ROWS.join(', ')}`, CASES.length);
  expect(new Set(CASES.map(({ row }) => row))).toEqual(new Set(ROWS));
});

test.each(CASES.map((one) => [one.id, one.about, one] as const))('%s: %s', (_id, _about, one) => {
  expect(complaintsOf(one, findingsOf(one))).toEqual([]);
});
