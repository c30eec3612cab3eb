/** Pruning last: what Argo CD deletes only after it has applied everything. */
import type { Cluster } from './cluster';
import { annotationsOf, Stored } from './stored';
import { lazily } from '../kube';
import { hasSyncOption } from '../manifests/gitops/annotations';
import { APPLICATIONS, syncingOf } from '../manifests/gitops/engines';

const PRUNE_LAST = 'PruneLast=true';

/**
 * Tells whether Argo CD certainly prunes an object last: the object says so in the cluster, or all
 * Applications do, before and after.
 */
export function prunedLast(sides: readonly Cluster[]): (stored: Stored) => boolean {
  const isOfAll = lazily(() =>
    sides.every((side) => {
      const all = APPLICATIONS.flatMap((kind) => [...side.ofKind(kind)]);
      return (
        all.length > 0 &&
        all.every(({ sent: { kind }, live: manifest }) =>
          syncingOf({ kind, manifest }).options.includes(PRUNE_LAST),
        )
      );
    }),
  );
  return (stored) => hasSyncOption({ annotations: annotationsOf(stored) }, PRUNE_LAST) || isOfAll();
}
