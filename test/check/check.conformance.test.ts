/**
 * Manifests with storage mistakes, and manifests that only look like it: what a real control plane
 * made of them.
 */
import { checkCases, complaintsOf, findingsOf } from './cases';
import { sayReplayed } from '../support/conformance';

const CASES = checkCases();

describe('check finds what is wrong, and nothing else', () => {
  test.each(CASES.map((one) => [one.id, one.about, one] as const))('%s: %s', (_id, _about, one) => {
    expect(complaintsOf(one, findingsOf(one))).toEqual([]);
  });

  afterAll(() => sayReplayed('check', CASES.length));
});
