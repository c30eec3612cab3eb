/** GitOps for documents: the same as for the objects of an app. */
import { WrittenObject } from './judged';
import { targetFacts } from '../facts';
import type { GitOpsSpec } from '../gitops/core';
import { readWorld } from '../judge';
import { WorkloadKind } from '../kube';

/** What becomes of an object before it is written; the object itself, if nothing does. */
export type Change = <T extends object>(manifest: T) => T;

const NONE: Change = (manifest) => manifest;

/** What is asked for, and the namespace of objects that name none. */
interface Asked {
  readonly gitops?: GitOpsSpec;
  readonly namespace?: string;
  readonly workloadKinds?: readonly WorkloadKind[];
}

/** What becomes of these objects, if GitOps is asked for. */
export function changeFor(
  objects: readonly WrittenObject[],
  { gitops, namespace, workloadKinds }: Asked,
): Change {
  if (!gitops) return NONE;
  const sources = objects.map(({ manifest }, index) => ({ key: String(index), manifest }));
  const world = readWorld(sources, targetFacts({ gitops: gitops.engine }), {
    namespace,
    workloadKinds,
  });
  const { planGitOps }: typeof import('../gitops/core') = require('../gitops/core');
  const changed = new Map<object, object>();
  for (const [{ manifest }, change] of planGitOps(world, () => gitops)) {
    changed.set(manifest, change(manifest));
  }
  return (manifest) => (changed.get(manifest) ?? manifest) as typeof manifest;
}
