/** Workloads that share a volume: whether they set one group for it. */
import { Finding, show, violation } from '../findings';
import { fieldsOf, putFirst } from '../kube';
import { Topology, Workload } from '../topology';
import { kubeletStep } from './kubelet';
import { OwnershipPlan } from './plan';
import { placeOf } from './plan-findings';
import { readVolumes } from './read';
import { OWNERSHIP_RULES as RULES } from './rules';
import { GroupsOfDriver } from './spec';

export type DriversFor = (workload: Workload) => GroupsOfDriver;

/** A workload and its plan; none if nobody asked for one. */
interface PlannedWorkload {
  readonly workload: Workload;
  readonly plan?: OwnershipPlan;
}

/**
 * Findings on volumes that two workloads give to different groups, of which at least one was asked
 * to. They stand on the later ones.
 */
export function checkShared(
  workloads: readonly PlannedWorkload[],
  topology: Topology,
  driverFor: DriversFor,
): Finding[] {
  if (!haveSeveralGroups(workloads)) return [];
  const first = new Map<
    string,
    { readonly workload: Workload; readonly gid: number; readonly isAsked: boolean }
  >();
  const all = workloads.flatMap(({ workload, plan }) =>
    groupsOf(workload, plan, topology, driverFor(workload)).map((one) => ({ workload, ...one })),
  );
  return all.flatMap(({ workload, name, identity, gid, isAsked }): Finding[] => {
    const other = putFirst(first, identity, { workload, gid, isAsked });
    if (!other || other.gid === gid || other.workload === workload || !(isAsked || other.isAsked)) {
      return [];
    }
    return [
      {
        ...sharedGroup(placeOf(workload, name), name, { workload, gid }, other),
        construct: workload.key,
      },
    ];
  });
}

/** Whether more than one group is set, whatever for. */
function haveSeveralGroups(workloads: readonly PlannedWorkload[]): boolean {
  const groups = new Set<number>();
  const add = (gid: unknown) => {
    if (typeof gid === 'number') groups.add(gid);
  };
  for (const { workload, plan } of workloads) {
    for (const { request } of plan?.volumes ?? []) add(request.gid);
    add(groupBeside(workload, plan));
  }
  return groups.size > 1;
}

/** The group that kubelet sets for volumes that nobody asked about. */
function groupBeside({ podSpec }: Workload, plan: OwnershipPlan | undefined): unknown {
  return plan?.fsGroup ?? fieldsOf(podSpec.securityContext).fsGroup;
}

/** A workload that sets the group of a volume. */
export interface Owner {
  readonly workload: Workload;
  readonly gid: number;
}

/** The finding on a volume of a workload for which another one sets another group. */
export function sharedGroup(
  path: string,
  name: string,
  { workload, gid }: Owner,
  other: Owner,
): Finding {
  return violation(
    RULES.sharedGroup,
    path,
    `the group of ${show(name)} is set to ${gid} by ${nameOf(workload)}, and to ${other.gid} by ${nameOf(other.workload)}: each start changes it again`,
    `use group ${other.gid} in both`,
  );
}

/** The volumes of a workload that change hands, by what they are. */
function groupsOf(
  workload: Workload,
  plan: OwnershipPlan | undefined,
  topology: Topology,
  driver: GroupsOfDriver,
) {
  const asked = (plan?.volumes ?? [])
    .filter(({ decision: { way } }) => way === 'fsGroup' || way === 'init')
    .flatMap(({ volume, request: { gid } }) =>
      gid === 'assigned'
        ? []
        : [{ name: volume.name, identity: volume.identity, gid, isAsked: true }],
    );
  const names = new Set(asked.map(({ name }) => name));
  const gid = groupBeside(workload, plan);
  const others =
    typeof gid !== 'number'
      ? []
      : readVolumes(workload, { topology, driver })
          .filter(
            (volume) =>
              !names.has(volume.name) &&
              kubeletStep(volume, {
                driver: volume.driver === undefined ? undefined : driver(volume.driver),
              }).does === 'changes',
          )
          .map(({ name, identity }) => ({ name, identity, gid, isAsked: false }));
  return [...asked, ...others].flatMap(({ identity, ...one }) =>
    identity === undefined ? [] : [{ ...one, identity }],
  );
}

function nameOf({ kind, namespace, name }: Workload): string {
  return namespace === undefined ? `${kind} ${name}` : `${kind} ${namespace}/${name}`;
}
