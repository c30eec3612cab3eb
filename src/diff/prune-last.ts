/** Pruning last: what Argo CD deletes only after it has applied everything. */
import type { Comparison } from './comparison';
import { deployedWith } from './deployed-with';
import { annotationsOf, Stored } from './stored';
import { hasSyncOption } from '../manifests/gitops/annotations';

const PRUNE_LAST = 'PruneLast=true';

/**
 * Tells whether Argo CD certainly prunes an object last: the object says so in the cluster, or its
 * Applications do.
 */
export function prunedLast(
  is: Pick<Comparison, 'before' | 'after' | 'oldFiles'>,
): (stored: Stored) => boolean {
  const isDeployed = deployedWith(PRUNE_LAST, is);
  return (stored) =>
    hasSyncOption({ annotations: annotationsOf(stored) }, PRUNE_LAST) || isDeployed(stored);
}
