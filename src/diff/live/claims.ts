/** Claims as they live: bound or not, to which volume, and which StatefulSet or pod made them. */
import { ownOf } from './makers';
import { at } from '../../model';
import { classNameOf } from '../admission/quota';
import { ClaimState } from '../binding/volumes';
import { Cluster } from '../cluster';
import { CLAIM, VOLUME } from '../kind-keys';
import { Stored } from '../stored';
import { claimKey } from '../workloads';

/** The state of every live claim. `isInFiles` tells those that NEW has. */
export function liveClaims(
  cluster: Cluster,
  isInFiles: (id: string) => boolean,
): Map<string, ClaimState> {
  const states = new Map<string, ClaimState>();
  for (const stored of cluster.ofKind(CLAIM)) {
    const { id, namespace, name, label } = stored.sent;
    const phase = at(stored.seen ?? {}, 'status.phase');
    const isBound = phase === 'Bound';
    const volume = isBound ? volumeOf(stored, cluster) : undefined;
    const own = isInFiles(id) ? undefined : ownOf(stored, cluster);
    states.set(claimKey(namespace, name), {
      namespace,
      name,
      label,
      stored,
      live: stored.live,
      isBound,
      ...(phase === 'Lost' ? { isLost: true } : {}),
      ...(own ? { own } : {}),
      ...(volume ? { volume } : {}),
      ...(isBound && !volume ? { className: classNameOf(stored.live) } : {}),
    });
  }
  return states;
}

function volumeOf(claim: Stored, cluster: Cluster): Stored | undefined {
  const name = at(claim.live, 'spec.volumeName');
  return typeof name === 'string' ? cluster.find(VOLUME, undefined, name) : undefined;
}
