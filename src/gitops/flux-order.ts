/**
 * Objects that Flux applies in one go though one part has to be there before the other: policies,
 * and what they judge.
 */
import { GITOPS_MODE_RULES as RULES } from './rules';
import { admittedAs, judgedBy, POLICIES } from './waves-needs';
import { Finding, show, violation } from '../findings';
import { JudgedObject, World } from '../judge';
import { addTo, kindAndName } from '../kube';

/** How many objects a message names. */
const MOST_NAMES = 3;

/**
 * Findings on policies that are in one part of the app with what they are for, by `partOf`: what
 * nothing is said of has no part. Their `construct` is the key of the policy. Linear.
 */
export function checkFluxOrder(
  world: World,
  partOf: (object: JudgedObject) => string | undefined,
): Finding[] {
  const policies = POLICIES.flatMap((kind) => world.ofKind(kind)).filter(
    (policy) => partOf(policy) !== undefined,
  );
  if (policies.length === 0) return [];
  const admitted = new Map<string, JudgedObject[]>();
  for (const object of world.objects) {
    const part = partOf(object);
    if (part !== undefined) {
      for (const key of admittedAs(object)) addTo(admitted, `${part} ${key}`, object);
    }
  }
  return policies.flatMap((policy) => {
    const lists = judgedBy(policy).flatMap((key) => admitted.get(`${partOf(policy)} ${key}`) ?? []);
    const judged = [...new Set(lists)];
    if (judged.length === 0) return [];
    const names = judged.slice(0, MOST_NAMES).map(kindAndName).join(', ');
    const rest = judged.length > MOST_NAMES ? ` and ${judged.length - MOST_NAMES} more` : '';
    return [
      {
        ...violation(
          RULES.policyInOneGo,
          '',
          `Flux applies the policy ${show(policy.name)} at the same time as ${names}${rest}, which the policy does not apply to yet`,
          'move it to a separate chart, and make the Kustomization of the others depend on that one (dependsOn)',
        ),
        construct: policy.key,
      },
    ];
  });
}
