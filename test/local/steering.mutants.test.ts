/**
 * The policy that steers pods, pod by pod; and that these pods tell a right expression from one
 * that is wrong anywhere.
 */
import { STEERING_CASES, SteeringCase } from './steering.cases';
import { buildHyperconverged } from '../../src/local/policies/hyperconverged';
import { Mutated, mutationBy } from '../support/cel';
import { Alike, survivorsOf } from '../support/cel-mutants';
import { get } from '../support/reading';

const [policy, binding] = buildHyperconverged({
  name: 'steer',
  kubernetes: '1.36',
  everyPod: true,
  failurePolicy: 'Fail',
});
const requestOf = ({ object, cluster }: SteeringCase) =>
  ({ operation: 'CREATE', resource: 'pods', namespace: 'apps', object, cluster }) as const;
const affinityIn = (result: Mutated) =>
  'denied' in result ? 'refused' : get(result.object, 'spec', 'affinity');
/** Fields of an object come in any order. */
const text = (value: unknown): string =>
  JSON.stringify(value, (_key, one: unknown) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort())
      : one,
  ) ?? '';

/** Mutants that do the same with every pod, and why. */
const ALIKE: readonly Alike[] = [
  [
    /^matchConditions\[0\]: has\(params\.spec\.claimRef\)/,
    'a field of what is not there is not there either for this engine; the API server fails',
  ],
  [/^variables\[4\]: "terms: "/, 'the text is that of an error: any will do'],
];

test.each(STEERING_CASES.map((one) => [one.about, one] as const))('%s', (_about, one) => {
  expect(affinityIn(mutationBy(policy, binding)(requestOf(one)))).toEqual(one.affinity);
});

test('a wrong expression does something wrong with one of them', () => {
  expect(
    survivorsOf(
      policy,
      (mutant) => {
        const steer = mutationBy(mutant, binding);
        return STEERING_CASES.every(
          (one) => text(affinityIn(steer(requestOf(one)))) === text(one.affinity),
        );
      },
      ALIKE,
    ),
  ).toEqual([]);
});
