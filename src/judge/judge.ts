/**
 * The contract of a rule on objects: which kinds it looks at, and what it says of one object and
 * the world around it.
 */
import { NeededField, NeededFields } from './needed-fields';
import { JudgedObject, World } from './world';
import { Check, Finding, RuleTable } from '../findings';
import { fieldsOf, isStored } from '../kube';
import { Workload } from '../topology';

/** A check of objects of some kinds, one by one, and which objects it is run on. */
export interface Judge {
  /**
   * The tables of the rules that it may find broken, of which the catalogue is made; a function,
   * since texts of rules are loaded when somebody needs one.
   */
  readonly rules: () => readonly RuleTable[];
  /**
   * The kinds, as `group/Kind` whatever the version is (`/Pod`, `apps/Deployment`), `WORKLOADS` for
   * all that make pods, or `CLAIMS` for all that claims are written in.
   */
  readonly kinds: readonly string[];
  /**
   * Fields, and keys such as those of annotations: the check is run only on objects that have one
   * of them somewhere, and can find nothing in others.
   */
  readonly needs?: readonly string[];
  /**
   * Whether the check can find anything in a world: it is not run in others.
   */
  readonly when?: (world: World) => boolean;
  /**
   * Whether it looks at claims, volumes and pods that live in a cluster. Other judges are not asked
   * of those, nor of what controllers make of workloads: nobody wrote them by hand, and their
   * status says how they fare.
   */
  readonly isOfLiving?: boolean;
  /** Paths of findings are those of the object: `spec.template.spec.volumes[0]`. */
  readonly check: Check<JudgedObject, World>;
  /**
   * What it says at synthesis of objects that nobody has asked to be checked, and that the
   * library's volumes are tied to; all findings, unless it is there.
   */
  readonly checkTied?: Check<JudgedObject, World>;
}

/** Every kind that makes pods: those of Kubernetes, and those that the topology was told of. */
export const WORKLOADS = 'workloads';

/** Claims, StatefulSets with claim templates, and all that makes pods with ephemeral volumes. */
export const CLAIMS = 'claims';

/** Every object, of whatever kind. */
export const EVERYTHING = '*';

const CLAIM = '/PersistentVolumeClaim';

/** Whether something in a world lives in a cluster. */
export function hasStored(world: World): boolean {
  return world.once(isSomeStored);
}

function isSomeStored({ objects }: World): boolean {
  return objects.some(({ manifest }) => isStored(manifest));
}

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
  const needed = new NeededFields();
  const all = judges
    .filter(({ when }) => when === undefined || when(world))
    .map((one): AskedJudge => ({
      ...one,
      fields: one.needs && needed.named(one.needs),
      isOfClaims: one.kinds.includes(CLAIMS),
    }));
  const known = [
    new Map<string, readonly AskedJudge[]>(),
    new Map<string, readonly AskedJudge[]>(),
  ];
  for (const object of asked) {
    const lists = known[object.workload ? 1 : 0];
    let own = lists.get(object.kindKey);
    if (!own) lists.set(object.kindKey, (own = all.filter(looksAt(object))));
    const hasClaims = object.workload === undefined || makesClaims(object.workload);
    const isLiving = isStored(object.manifest) && isOfControllers(object);
    needed.lookAt(object.manifest);
    for (let at = 0; at < own.length; at += 1) {
      const one = own[at];
      if ((isLiving && one.isOfLiving !== true) || (one.isOfClaims && !hasClaims)) continue;
      if (one.fields !== undefined && !needed.hasOne(one.fields)) continue;
      const found = one.check(object, world);
      // Of nearly all objects nearly all judges say nothing.
      if (found.length === 0) continue;
      for (const finding of found) findings.push({ ...finding, construct: object.key });
    }
  }
  return findings;
}

interface AskedJudge extends Judge {
  readonly fields?: readonly NeededField[];
  readonly isOfClaims: boolean;
}

/** Whether pods bring claims with them. */
export function makesClaims({ claims }: Workload): boolean {
  for (const { origin } of claims) if (origin !== 'declared') return true;
  return false;
}

function looksAt({ kindKey, workload }: JudgedObject): (judge: Judge) => boolean {
  return ({ kinds }) =>
    kinds.includes(kindKey) ||
    kinds.includes(EVERYTHING) ||
    (workload !== undefined && (kinds.includes(WORKLOADS) || kinds.includes(CLAIMS))) ||
    (kindKey === CLAIM && kinds.includes(CLAIMS));
}
