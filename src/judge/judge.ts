/**
 * The contract of a rule on objects: which kinds it looks at, and what it says of one object and
 * the world around it.
 */
import { JudgedObject, World } from './world';
import { Finding, isRefused, Rule } from '../findings';
import { isStored } from '../kube';

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
   * Whether it says what the API server would say of any object of the kind: at synthesis that is
   * only wanted where somebody asks for it.
   */
  readonly isOfApi?: boolean;
  /**
   * All findings on the object. Paths are those of the object: `spec.template.spec.volumes[0]`.
   * Never throws.
   */
  check(object: JudgedObject, world: World): readonly Finding[];
}

/** Every kind that makes pods: those of Kubernetes, and those that the topology was told of. */
export const WORKLOADS = 'workloads';

/** Every object, of whatever kind. */
export const EVERYTHING = '*';

/**
 * What rules on what the API server says find in an object: of one that a server has taken, it
 * refuses nothing, and knows each field.
 */
export function unlessStored(
  { manifest }: JudgedObject,
  findings: readonly Finding[],
  unknownField: Rule,
): readonly Finding[] {
  return findings.length > 0 && isStored(manifest)
    ? findings.filter((finding) => !isRefused(finding) && finding.rule !== unknownField.id)
    : findings;
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
  const byKind = new Map<string, Judge[]>();
  for (const one of judges) {
    for (const kind of one.kinds) byKind.set(kind, [...(byKind.get(kind) ?? []), one]);
  }
  const ofWorkloads = byKind.get(WORKLOADS) ?? [];
  const ofEverything = byKind.get(EVERYTHING) ?? [];
  const findings: Finding[] = [];
  const known = [new Map<string, readonly Judge[]>(), new Map<string, readonly Judge[]>()];
  for (const object of asked) {
    const lists = known[object.workload ? 1 : 0];
    let own = lists.get(object.kindKey);
    if (!own) {
      lists.set(
        object.kindKey,
        (own = [
          ...(byKind.get(object.kindKey) ?? []),
          ...(object.workload ? ofWorkloads : []),
          ...ofEverything,
        ]),
      );
    }
    for (const { check } of own) {
      for (const finding of check(object, world)) {
        findings.push({ ...finding, construct: object.key });
      }
    }
  }
  return findings;
}
