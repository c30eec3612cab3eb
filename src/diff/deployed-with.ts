/** Options of Argo CD's syncs that all Applications which may deploy an object surely have. */
import type { Cluster } from './cluster';
import type { Comparison } from './comparison';
import type { Stored } from './stored';
import { JudgedObject, readWorld, World } from '../judge';
import { lazily, onceFor } from '../kube';
import { APPLICATIONS, deployersFor, KUSTOMIZATION, syncingOf } from '../manifests/gitops/engines';
import { asGiven } from '../validation';

type Sides = Pick<Comparison, 'before' | 'after' | 'oldFiles'>;

/** Tells whether an object is deployed with an option, before NEW as after it. */
export function deployedWith(option: string, is: Sides): (stored: Stored) => boolean {
  const has = (one: JudgedObject) => syncingOf(one).options.includes(option);
  const isOfAll = lazily(() =>
    [is.before, is.after].every((side) => {
      const applications = APPLICATIONS.flatMap((kind) => deployersIn(side).ofKind(kind));
      return applications.length > 0 && applications.every(has);
    }),
  );
  return (stored) => isOfAll() || allDeploying(stored, is, has);
}

/** Whether it is certain which Applications deploy an object, and something holds for all. */
export function allDeploying(
  { sent: { id, namespace } }: Stored,
  { before, after, oldFiles }: Sides,
  holds: (application: JudgedObject) => boolean,
): boolean {
  return [before, after].every((side) => {
    const { deployers, doubt } = deployersFor(
      { key: id, namespace },
      'argocd',
      deployersIn(side),
      (key) => oldFiles().get(key) ?? [],
    );
    return deployers.length > 0 && doubt === undefined && deployers.every(holds);
  });
}

export const deployersIn = onceFor((side: Cluster): World =>
  readWorld(
    [...APPLICATIONS, KUSTOMIZATION]
      .flatMap((kind) => [...side.ofKind(kind)])
      .map(({ sent }) => ({ key: sent.id, manifest: asGiven(sent) })),
  ),
);
