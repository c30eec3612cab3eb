/**
 * The policies on local disks, request by request; and that these requests tell a right expression
 * from one that is wrong anywhere.
 */
import { casesOn } from './policies.cases';
import { buildEphemeralOnly } from '../../src/local/policies/ephemeral-only';
import { EphemeralOnlySpec } from '../../src/local/policies/spec';
import { admissionBy } from '../support/cel';
import { Alike, survivorsOf } from '../support/cel-mutants';
import { get } from '../support/reading';

const SPEC: EphemeralOnlySpec = {
  name: 'only',
  validationActions: ['Deny'],
  failurePolicy: 'Fail',
  statefulSets: true,
};
const SPECS: readonly (readonly [string, EphemeralOnlySpec])[] = [
  [
    'for each class of the cluster',
    { ...SPEC, pods: true, storageClasses: true, persistentVolumes: true },
  ],
  ['for classes by name', { ...SPEC, pods: true, storageClassNames: ['local'] }],
  [
    'for the classes of a ConfigMap',
    { ...SPEC, pods: true, storageClassConfigMap: { name: 'classes', namespace: 'kube-system' } },
  ],
  ['where any pod will do', { ...SPEC, anyPodOwner: true, statefulSets: false }],
];

/** Mutants that answer every request alike, and why. */
const ALIKE: readonly Alike[] = [
  [
    /^validations\[0\]: (oldObject == null \|\| oldObject\.\?metadata.* → oldObject\.\?metadata|oldObject → object$)/,
    'a claim that is not there has no class either, as far as it is asked for with fields that need not be there',
  ],
  [
    /^validations\[0\]: object\.\?spec\.storageClassName\.orValue\(""\) → object\.\?spec\.storageClassName\.value\(\)$/,
    'the conditions hold for claims with a class only',
  ],
  [
    /^validations\[1\]: request\.operation != "UPDATE" \|\| variables\.admitted.* → variables\.admitted/,
    'a claim that is not there has not accepted anything, as far as it is asked for with fields that need not be there',
  ],
];

describe.each(SPECS)('policies %s', (_about, spec) => {
  describe.each(buildEphemeralOnly(spec).map((one) => [one.policy.metadata.name, one] as const))(
    '%s',
    (_name, { on, policy, binding }) => {
      const cases = casesOn(on, {
        ...spec,
        paramKind: get(policy, 'spec', 'paramKind', 'kind') as string | undefined,
      });

      test.each(cases)('%s', (_case, request, messages) => {
        expect(admissionBy(policy, binding)(request).denied).toEqual(messages);
      });

      test('a wrong expression gives a wrong answer to one of them', () => {
        expect(
          survivorsOf(
            policy,
            (mutant) => {
              const judge = admissionBy(mutant, binding);
              return cases.every(
                ([, request, messages]) =>
                  JSON.stringify(judge(request).denied) === JSON.stringify(messages),
              );
            },
            on === 'claims' ? ALIKE : [],
          ),
        ).toEqual([]);
      });
    },
  );
});
