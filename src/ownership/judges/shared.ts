/** The rule on workloads that share a volume and set different groups for it. */
import { asWarnings, Finding } from '../../findings';
import { Judge, World, WORKLOADS } from '../../judge';
import { OWNERSHIP_RULES } from '../rules';
import { Owner, sharedGroup } from '../shared';
import { groupOf, judgedVolumes } from './volumes';

export const SHARED_GROUP: Judge = {
  rules: () => [OWNERSHIP_RULES],
  kinds: [WORKLOADS],
  needs: ['fsGroup'],
  check: ({ workload, podPath = '' }, world) => {
    const gid = workload && groupOf(workload);
    if (!workload || gid === undefined) return [];
    const owners = world.once(firstOwners);
    return judgedVolumes(workload, world).flatMap(
      ({ volume: { name, identity }, kubelet }): Finding[] => {
        const first =
          identity === undefined || kubelet.does !== 'changes' ? undefined : owners.get(identity);
        if (!first || first.workload === workload || first.gid === gid) return [];
        return asWarnings([
          sharedGroup(`${podPath}.securityContext.fsGroup`, name, { workload, gid }, first),
        ]);
      },
    );
  },
};

/** The first workload that sets the group of a volume, by what the volume is. */
function firstOwners(world: World): ReadonlyMap<string, Owner> {
  const owners = new Map<string, Owner>();
  for (const workload of world.topology.workloads) {
    const gid = groupOf(workload);
    if (gid === undefined) continue;
    for (const {
      volume: { identity },
      kubelet,
    } of judgedVolumes(workload, world)) {
      if (identity !== undefined && kubelet.does === 'changes' && !owners.has(identity)) {
        owners.set(identity, { workload, gid });
      }
    }
  }
  return owners;
}
