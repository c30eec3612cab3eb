/**
 * Orphans: what objects own stays, since Argo CD prunes them without what they own
 * (`PrunePropagationPolicy=orphan`).
 */
import { readWorld } from '../../judge';
import { onceFor } from '../../kube';
import { APPLICATIONS, deployersFor, syncingOf } from '../../manifests/gitops/engines';
import { asGiven } from '../../validation';
import { Cluster } from '../cluster';
import type { Comparison } from '../comparison';
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
  return [is.before, is.after].every((side) => isOrphaning(stored, side, is, mayGo));
}

function isOrphaning(
  { sent: { id, namespace } }: Stored,
  side: Cluster,
  { oldFiles }: Pick<Comparison, 'oldFiles'>,
  mayGo: (id: string) => boolean,
): boolean {
  const { deployers, doubt } = deployersFor(
    { key: id, namespace },
    'argocd',
    applicationsOf(side),
    (key) => oldFiles().get(key) ?? [],
  );
  return (
    deployers.length > 0 &&
    doubt === undefined &&
    deployers.every((one) => {
      const { options } = syncingOf(one);
      return (
        !mayGo(one.key) &&
        options.includes(ORPHAN) &&
        !OTHERS.some((other) => options.includes(other))
      );
    })
  );
}

/** The Applications of one side. */
const applicationsOf = onceFor((side: Cluster) =>
  readWorld(
    APPLICATIONS.flatMap((kind) => [...side.ofKind(kind)]).map(({ sent }) => ({
      key: sent.id,
      manifest: asGiven(sent),
    })),
  ),
);
