/**
 * The contract of a rule on objects: which kinds it looks at, and what it says of one object and
 * the world around it.
 */
import { JudgedObject, World } from './world';
import { Finding } from '../findings';
import { fieldsOf, isStored } from '../kube';

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
   * Whether it looks at claims, volumes and pods that live in a cluster. Other judges are not asked
   * of those, nor of what controllers make of workloads: nobody wrote them by hand, and their
   * status says how they fare.
   */
  readonly isOfLiving?: boolean;
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

/** The kinds into whose spec controllers write, and whose status says how they fare. */
const OF_CONTROLLERS = new Set(['/PersistentVolumeClaim', '/PersistentVolume', '/Pod']);
/** The groups of workloads, whose templates are judged in place of what is made of them. */
const OF_WORKLOADS = /^(?:apps|batch)\//;

/** Whether controllers have written into an object what nobody is to be told of. */
function isOfControllers({ kindKey, manifest }: JudgedObject): boolean {
  if (OF_CONTROLLERS.has(kindKey)) return true;
  const { ownerReferences } = fieldsOf(manifest.metadata);
  return (
    Array.isArray(ownerReferences) &&
    ownerReferences
      .map(fieldsOf)
      .some(
        ({ controller, apiVersion }) =>
          controller === true && OF_WORKLOADS.test(String(apiVersion)),
      )
  );
}

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
    if (isStored(object.manifest) && isOfControllers(object)) {
      own = own.filter(({ isOfLiving }) => isOfLiving === true);
    }
    for (const { check } of own) {
      const found = check(object, world);
      // Of nearly all objects nearly all judges say nothing.
      if (found.length === 0) continue;
      for (const finding of found) findings.push({ ...finding, construct: object.key });
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
