/**
 * Changes of live clusters, and what a real control plane made of them: each object's verdict,
 * fields, pods and data, from the read-out and the manifests alone.
 */
import { caseOf, mistakesOf } from './live-cases';
import { moreThan, sayReplayed } from '../support/conformance';
import { liveFiles } from '../support/live-cases';

const CASES = liveFiles().filter(({ case: { kind } }) => kind === 'diff');

test('there are cases', () => {
  expect(CASES.length).toBeGreaterThan(moreThan(500));
});

describe('a comparison with a read-out predicts', () => {
  test.each(CASES.map((one) => [one.case.id, one.case.about, one] as const))(
    '%s: %s',
    (_id, _about, one) => {
      expect(mistakesOf(caseOf(one))).toEqual([]);
    },
  );
});

afterAll(() => sayReplayed('live', CASES.length));
