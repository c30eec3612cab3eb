/** The rule on workloads that share a volume and give it to different groups. */
import { asWarnings, Finding, violation } from '../../findings';
import { Judge, World, WORKLOADS } from '../../judge';
import { Workload } from '../../topology';
import { OWNERSHIP_RULES as RULES } from '../rules';
import { groupOf, judgedVolumes } from './volumes';

interface Owner {
  readonly workload: Workload;
  readonly gid: number;
}

export const SHARED_GROUP: Judge = {
  kinds: [WORKLOADS],
  check: ({ workload, podPath = '' }, world) => {
    const gid = workload && groupOf(workload);
    if (!workload || gid === undefined) return [];
    const owners = world.once(firstOwners);
    return judgedVolumes(workload, world).flatMap(({ volume: { name, identity }, kubelet }): Finding[] => {
      const first = identity === undefined || kubelet.does !== 'changes' ? undefined : owners.get(identity);
      if (!first || first.workload === workload || first.gid === gid) return [];
      return asWarnings([violation(RULES.sharedGroup, `${podPath}.securityContext.fsGroup`,
        `${JSON.stringify(name)} is given to group ${gid} here, and to ${first.gid} by ${nameOf(first.workload)}: each start takes it from the other`,
        `set fsGroup: ${first.gid}`)]);
    });
  },
};

/** The first workload that gives a volume to a group, by what the volume is. */
function firstOwners(world: World): ReadonlyMap<string, Owner> {
  const owners = new Map<string, Owner>();
  for (const workload of world.topology.workloads) {
    const gid = groupOf(workload);
    if (gid === undefined) continue;
    for (const { volume: { identity }, kubelet } of judgedVolumes(workload, world)) {
      if (identity !== undefined && kubelet.does === 'changes' && !owners.has(identity)) owners.set(identity, { workload, gid });
    }
  }
  return owners;
}

function nameOf({ kind, namespace, name }: Workload): string {
  return namespace === undefined ? `${kind} ${name}` : `${kind} ${namespace}/${name}`;
}
