/** Namespaces whose claims are all known: what becomes of their data with the namespace. */
import { Deletions } from './deletions';
import { DataOutcome, onRelease, worst } from './storage';
import { at } from '../../model';
import { byNamespace, Cluster } from '../cluster';
import { CLAIM, VOLUME } from '../kind-keys';

/** The worst of what becomes of the claims in a namespace of which all are known. */
export function dataOfNamespace(
  name: string,
  { cluster, deletions }: { readonly cluster: Cluster; readonly deletions: Deletions },
): DataOutcome | undefined {
  const claims = [...cluster.having(CLAIMS, name).members.values()];
  const outcomes = claims.flatMap(({ live }) => {
    const volumeName = at(live, 'spec.volumeName');
    const volume =
      typeof volumeName === 'string' ? cluster.find(VOLUME, undefined, volumeName) : undefined;
    if (volume) return [deletions.ofVolume(onRelease(volume), volume)];
    return typeof volumeName === 'string' && !cluster.covers(VOLUME) ? [unknown(volumeName)] : [];
  });
  const because = `its claims are deleted with it: ${claims.map(({ sent }) => sent.name).join(', ')}`;
  const outcome = worst(outcomes);
  return outcome && { ...outcome, because };
}

/** A read-out of a namespace need not have the volumes of its claims. */
function unknown(volumeName: string): DataOutcome {
  return {
    data: 'may be lost',
    dependsOn: [
      `the reclaim policy of the volume ${JSON.stringify(volumeName)}, which was not read`,
    ],
  };
}

const CLAIMS = byNamespace(CLAIM);
