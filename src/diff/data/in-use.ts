/** Claims that pods use when all has come to rest: what holds them while they are deleted. */
import { Fields, isSame } from '../../kube';
import type { Comparison } from '../comparison';
import { outlineOf, Stored } from '../stored';
import { claimKey, claimsOf, hasStarted, ownClaims, podsOf, templateOf } from '../workloads';

/** The claims by their keys; what ends uses none. */
export function claimsInUse(
  comparison: Comparison,
  ends: (stored: Stored) => boolean,
): Set<string> {
  const used = new Set<string>();
  for (const workload of comparison.after.workloads) {
    const { sent } = workload;
    const { id, kindKey, namespace } = sent;
    if (ends(workload)) continue;
    const outcome = comparison.pods.get(id);
    const had = comparison.before.get(id);
    const add = (live: Fields) => {
      if (podsOf(sent, live) === 0 || !hasStarted(sent, live)) return;
      for (const name of claimsOf(templateOf(sent, live))) used.add(claimKey(namespace, name));
      if (kindKey === 'apps/StatefulSet') {
        for (const { name } of ownClaims(workload, live)) {
          used.add(claimKey(namespace, name));
        }
      }
    };
    const isNewThere =
      !had ||
      outcome === undefined ||
      outcome.restarts !== 'none' ||
      outcome.podsAdded > 0 ||
      had === workload ||
      isSame(templateOf(sent, had.live), templateOf(sent, workload.live));
    if (isNewThere && !(outcome?.isNew && outcome.problem?.kind === 'refused')) {
      add(outlineOf(workload));
    }
    if (had && outcome?.keepsOld && podsOf(sent, outlineOf(workload)) > 0) {
      add(outlineOf(had));
    }
  }
  return used;
}
