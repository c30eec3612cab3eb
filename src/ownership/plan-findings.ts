/** Findings on what is asked for the volumes of a workload, and cannot be planned. */
import { TargetFacts } from '../facts';
import { Finding, nearest, show, violation } from '../findings';
import { fieldsOf } from '../kube';
import { listOf } from '../object';
import { Topology, Workload } from '../topology';
import { OWNERSHIP_RULES as RULES } from './rules';
import { Group, VolumeFacts } from './spec';

/** The field of an object that says what a volume of its pods is. */
export function placeOf(workload: Workload, name: string): string {
  const at = listOf(workload.podSpec.volumes).findIndex(({ name: own }) => own === name);
  if (at >= 0) return `${workload.podPath}.volumes[${at}]`;
  const template = listOf(fieldsOf(workload.manifest.spec).volumeClaimTemplates).findIndex(
    ({ metadata }) => fieldsOf(metadata).name === name,
  );
  return template >= 0 ? `spec.volumeClaimTemplates[${template}]` : `${workload.podPath}.volumes`;
}

/** The pod does not have the volume. */
export function unknownVolume(workload: Workload, name: string, names: readonly string[]): Finding {
  const guess = nearest(name, names);
  return violation(
    RULES.unknownVolume,
    `${workload.podPath}.volumes`,
    `the pod has no volume ${show(name)}`,
    guess !== undefined
      ? `perhaps you meant ${show(guess)}`
      : names.length === 0
        ? 'add it to the pod'
        : `name one of ${names.join(', ')}`,
  );
}

/** Two requests ask for different things. */
export function two(
  what: 'group' | 'user',
  workload: Workload,
  name: string,
  ...[first, second]: readonly Group[]
): Finding {
  const nameOf = (one: Group) => (what === 'group' ? groupName(one) : `user ${one}`);
  return violation(
    RULES.oneGroup,
    placeOf(workload, name),
    `${show(name)} should go to ${nameOf(first)} and to ${nameOf(second)}`,
    'choose one',
  );
}

/** The workload makes no pods. */
export function noPods({ kind, podPath }: Workload): Finding {
  return violation(
    RULES.workload,
    podPath,
    `the ${kind} has no pod spec, so it has no volumes`,
    'add a pod spec',
  );
}

/** The finding on a volume that is not known since its claim is in another namespace. */
export function claimElsewhere(
  { name, source, claim }: VolumeFacts,
  path: string,
  { namespace }: Workload,
  topology: Topology,
): Finding | undefined {
  if (source !== undefined || claim === undefined || topology.claim(namespace, claim)) {
    return undefined;
  }
  const other = topology.claims.find((one) => one.name === claim);
  return (
    other &&
    violation(
      RULES.notPossible,
      path,
      `${show(name)} is the claim ${show(claim)}, which is declared in the namespace ${show(other.namespace)} only, and pods of ${show(namespace)} can use only claims of their own namespace`,
      `declare it in the namespace ${show(namespace)}, or move the pods to the namespace of the claim`,
    )
  );
}

/** A group, as messages call it. */
export function groupName(gid: Group): string {
  return gid === 'assigned' ? 'the group that the platform assigns' : `group ${gid}`;
}

/** Nothing would change the user. */
export function uselessUser(name: string, user: number, path: string): Finding {
  return violation(
    RULES.user,
    path,
    `no init container sets the group of ${show(name)}, and nothing else changes users, so user ${user} would have no effect`,
    'remove user, or name only volumes whose group an init container sets',
  );
}

/** No platform chooses the group. */
export function notAssigned({ platform }: TargetFacts): Finding {
  return violation(
    RULES.assigned,
    '',
    `the group is left to the platform, but ${platform === undefined ? 'the target does not specify one' : `${platform} assigns none`}`,
    'specify a group, or a platform that assigns one: Target.enable(app, { platform: Platform.OPENSHIFT })',
  );
}
