/**
 * The contract of a rule on objects: which kinds it looks at, and what it says of one object and
 * the world around it.
 */
import { JudgedObject, World } from './world';
import { Finding } from '../findings';

/**
 * Looks at objects of some kinds, whoever made them. Pure: the same object in the same world has
 * the same findings.
 */
export interface Judge {
  /**
   * The kinds, as `group/Kind` whatever the version is (`/Pod`, `apps/Deployment`), or `WORKLOADS`
   * for all that make pods.
   */
  readonly kinds: readonly string[];
  /**
   * All findings on the object. Paths are those of the object: `spec.template.spec.volumes[0]`.
   * Never throws.
   */
  check(object: JudgedObject, world: World): readonly Finding[];
  /**
   * What it says at synthesis of objects that nobody has asked to be checked, and that the
   * library's volumes are tied to; all findings, unless it is there.
   */
  checkTied?(object: JudgedObject, world: World): readonly Finding[];
}

/** Every kind that makes pods: those of Kubernetes, and those that the topology was told of. */
export const WORKLOADS = 'workloads';

/** Every object, of whatever kind. */
export const EVERYTHING = '*';

/**
 * What all judges say of a world's objects, of those that are asked about, one by one; the
 * `construct` of a finding is the key of its object. Linear.
 */
export function judge(
  world: World,
  judges: readonly Judge[],
  asked: readonly JudgedObject[] = world.objects,
): Finding[] {
  const findings: Finding[] = [];
  const known = [new Map<string, readonly Judge[]>(), new Map<string, readonly Judge[]>()];
  for (const object of asked) {
    const lists = known[object.workload ? 1 : 0];
    let own = lists.get(object.kindKey);
    if (!own) lists.set(object.kindKey, (own = judges.filter(looksAt(object))));
    for (const { check } of own) {
      for (const finding of check(object, world)) {
        findings.push({ ...finding, construct: object.key });
      }
    }
  }
  return findings;
}

function looksAt({ kindKey, workload }: JudgedObject): (judge: Judge) => boolean {
  return ({ kinds }) =>
    kinds.includes(kindKey) ||
    kinds.includes(EVERYTHING) ||
    (workload !== undefined && kinds.includes(WORKLOADS));
}
