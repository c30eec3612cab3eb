/**
 * Notes on what is not pruned as long as something is rejected: kubectl and Flux prune only after
 * they have applied everything, and Argo CD only what it prunes last.
 */
import type { Comparison } from '../comparison';
import { enginesOf } from '../guards';
import type { Note } from './note';
import { DEFINITION } from '../../kube';
import { APPLICATIONS, KUSTOMIZATION } from '../../manifests/gitops/engines';
import type { Actor } from '../../manifests/gitops/retention';
import { at } from '../../model';
import type { Outcome } from '../outcome';
import { prunedLast } from '../prune-last';
import { DiffNote } from '../spec';
import { Stored } from '../stored';

/** Who prunes nothing after an error, in words. */
const WAITING: { readonly [actor in Actor]?: string } = {
  kubectl: 'kubectl prunes nothing',
  flux: 'Flux prunes nothing',
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
  const { before, after, options, applied, answers } = comparison;
  const [actor, other] = enginesOf(comparison);
  const who = options.engine === 'none' || other ? undefined : WAITING[actor];
  if (who === undefined || hasSeveral(comparison)) return () => [];
  const forced = new Set(notes.filter(({ id }) => id === 'force').map(({ object }) => object));
  const isForcing = [...after.ofKind(KUSTOMIZATION)].some(
    ({ live }) => at(live, 'spec.force') === true,
  );
  const refused = applied.find(
    ({ id, label }) => answers.get(id)?.verdict === 'refused' && !forced.has(label) && !isForcing,
  );
  if (!refused) return () => [];
  const isLast = prunedLast([before, after]);
  return (stored, outcome) =>
    (actor !== 'argocd' || isLast(stored)) && takesData(stored, outcome)
      ? [
          {
            id: 'prune-waits',
            message: `${who} while the API server rejects ${refused.label}: what is reported here happens as soon as that is fixed`,
          },
        ]
      : [];
}

function takesData({ sent }: Stored, outcome: Outcome | undefined): boolean {
  return (
    (outcome?.data !== undefined && outcome.data !== 'kept') || CONTAINERS.includes(sent.kindKey)
  );
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
