/**
 * Notes on what is not pruned as long as something is rejected: kubectl, Flux and Helm prune only
 * after they have applied everything, and Argo CD only what it prunes last.
 */
import type { Comparison } from '../comparison';
import { enginesOf } from '../guards';
import type { Note } from './note';
import type { World } from '../../judge';
import { DEFINITION, Fields } from '../../kube';
import { APPLICATIONS, deployersFor, KUSTOMIZATION } from '../../manifests/gitops/engines';
import type { Actor } from '../../manifests/gitops/retention';
import { at } from '../../model';
import { AppliedManifest } from '../../validation';
import type { Files } from '../data/folders';
import { deployersIn } from '../deployed-with';
import type { Outcome } from '../outcome';
import { prunedLast } from '../prune-last';
import { DiffNote } from '../spec';
import { Stored } from '../stored';

/** Who prunes nothing after an error, in words. */
const WAITING: { readonly [actor in Actor]?: string } = {
  kubectl: 'kubectl prunes nothing',
  flux: 'Flux prunes nothing',
  helm: 'Helm deletes nothing',
  argocd: 'Argo CD prunes it last, and not at all',
};
/** Kinds with which data go. */
const CONTAINERS = ['/Namespace', DEFINITION];

/**
 * The notes on each pruned object that takes data along; `notes` are those on NEW, which name what
 * is forced.
 */
export function waitingNotes(
  comparison: Comparison,
  notes: readonly DiffNote[],
): (stored: Stored, outcome: Outcome | undefined) => Note[] {
  const { after, options, applied, answers } = comparison;
  const [actor, other] = enginesOf(comparison);
  const who = options.engine === 'none' || other ? undefined : WAITING[actor];
  if (who === undefined) return () => [];
  const forced = new Set(notes.filter(({ id }) => id === 'force').map(({ object }) => object));
  const refused = applied.filter(
    ({ id, label }) => answers.get(id)?.verdict === 'refused' && !forced.has(label),
  );
  if (refused.length === 0) return () => [];
  const isLast = prunedLast(comparison);
  const isForcing = [...after.ofKind(KUSTOMIZATION)].some(({ live }) => forces(live));
  const firstFor = hasSeveral(comparison)
    ? firstByDeployer(comparison, refused)
    : () => (isForcing ? undefined : refused[0]);
  return (stored, outcome) => {
    if ((actor === 'argocd' && !isLast(stored)) || !takesData(stored, outcome)) return [];
    const first = firstFor(stored);
    return first
      ? [
          {
            id: 'prune-waits',
            message: `${who} while the API server rejects ${first.label}: what is reported here happens as soon as that is fixed`,
          },
        ]
      : [];
  };
}

/** Whether Flux deletes what it cannot change, and goes on. */
function forces(kustomization: Fields): boolean {
  return at(kustomization, 'spec.force') === true;
}

function takesData({ sent }: Stored, outcome: Outcome | undefined): boolean {
  return (
    (outcome?.data !== undefined && outcome.data !== 'kept') || CONTAINERS.includes(sent.kindKey)
  );
}

/** The first rejected object that the deployer of a pruned one deploys as well, if it is known. */
function firstByDeployer(
  { after, oldFiles, newFiles }: Comparison,
  refused: readonly AppliedManifest[],
): (stored: Stored) => AppliedManifest | undefined {
  const world = deployersIn(after);
  const first = new Map<string | undefined, AppliedManifest>();
  for (const one of [...refused].reverse()) first.set(deployerOf(one, world, newFiles()), one);
  first.delete(undefined);
  return ({ sent }) => first.get(deployerOf(sent, world, oldFiles()));
}

/** The deployer of an object, if it is certain, the only one, and stops at what is rejected. */
function deployerOf(
  { id, namespace }: AppliedManifest,
  world: World,
  files: Files,
): string | undefined {
  const known = { key: id, namespace };
  const [one, other] = (['argocd', 'flux'] as const)
    .map((engine) => deployersFor(known, engine, world, (key) => files.get(key) ?? []))
    .flatMap(({ deployers, doubt }) => (doubt === undefined ? deployers : []));
  return !one || other || forces(one.manifest) ? undefined : one.key;
}

/** Whether several deployers are among the files: one goes on where another fails. */
function hasSeveral({ before, after }: Comparison): boolean {
  const deployers = [before, after].flatMap((side) =>
    [...APPLICATIONS, KUSTOMIZATION].flatMap((kind) =>
      [...side.ofKind(kind)].map(({ sent }) => sent.id),
    ),
  );
  return new Set(deployers).size > 1;
}
