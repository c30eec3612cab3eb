/**
 * Orphans: what objects own stays, since Argo CD prunes them without what they own
 * (`PrunePropagationPolicy=orphan`).
 */
import { syncingOf } from '../../manifests/gitops/engines';
import type { Comparison } from '../comparison';
import { allDeploying } from '../deployed-with';
import { enginesOf } from '../guards';
import { Stored } from '../stored';

const ORPHAN = 'PrunePropagationPolicy=orphan';
const OTHERS = ['background', 'foreground'].map((one) => `PrunePropagationPolicy=${one}`);

/**
 * Whether what an object owns surely stays when it is pruned, before NEW as after it. An
 * Application that goes, by `mayGo`, takes along what its objects own.
 */
export function leavesOrphans(
  stored: Stored,
  is: Pick<Comparison, 'before' | 'after' | 'options' | 'oldFiles'>,
  mayGo: (id: string) => boolean,
): boolean {
  const [engine, ...more] = enginesOf(is);
  if (engine !== 'argocd' || more.length > 0) return false;
  return allDeploying(stored, is, (application) => {
    const { options } = syncingOf(application);
    return (
      !mayGo(application.key) &&
      options.includes(ORPHAN) &&
      !OTHERS.some((other) => options.includes(other))
    );
  });
}
