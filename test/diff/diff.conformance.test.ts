/**
 * Edits of manifests, and what a real control plane made of them: each object's verdict, fields,
 * pods and data, by both ways of applying.
 */
import { diffCases, mistakesOf, predicted, recorded } from './cases';
import { sayReplayed } from '../support/conformance';

const CASES = diffCases();

describe.each(['serverSide', 'clientSide'] as const)('a comparison predicts, %s', (way) => {
  test.each(CASES.map((one) => [one.id, one.about, one] as const))('%s: %s', (_id, _about, one) => {
    expect(mistakesOf(one, way)).toEqual([]);
  });
});

// Of the cases of this repository every key agrees: paths, numbers of pods, phases, finalizers as
// well.
const isForeign = Boolean(process.env.CONFORMANCE);
const why = isForeign
  ? ' (skipped: these are cases of another folder, of which only what is promised is compared)'
  : '';
(isForeign ? describe.skip : describe).each(['serverSide', 'clientSide'] as const)(
  `a comparison predicts in full, %s${why}`,
  (way) => {
    test.each(CASES.map((one) => [one.id, one] as const))('%s', (_id, one) => {
      expect(predicted(one, way)).toEqual(recorded(one, way));
    });
  },
);

afterAll(() => sayReplayed('diff', CASES.length));
