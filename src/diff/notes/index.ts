/** Notes on what surprises even experts, in words that a reviewer understands. */
import { appliedNotes } from './applied';
import { append, isSame, lazily } from '../../kube';
import type { Comparison } from '../comparison';
import type { Outcome } from '../outcome';
import { waitingNotes } from './prune-waits';
import { guardNote, prunedNotes, usersOf } from './pruned';
import { DiffNote, ObjectDiff } from '../spec';

/** All notes, in the order of the objects; `objects` are those of NEW first. */
export function notesOf(
  comparison: Comparison,
  outcomes: ReadonlyMap<string, Outcome>,
  objects: readonly ObjectDiff[],
): DiffNote[] {
  const notes: DiffNote[] = [];
  for (const [index, sent] of comparison.applied.entries()) {
    const diff = objects[index];
    const before = comparison.before.get(sent.id);
    // What is sent as it was, and stays so, surprises nobody.
    if (before?.sent === sent && diff.verdict === 'unchanged' && diff.ready === undefined) continue;
    const skip = comparison.skipped.get(sent.id);
    if (skip) {
      if (isSame(before?.sent.given, sent.given)) continue;
      notes.push({
        object: diff.object,
        id: 'skipped',
        isError: false,
        message: `${skip.engine} does not apply it (${skip.because}): ${before ? 'it stays as it is in the cluster' : 'it is not created'}`,
      });
      continue;
    }
    const after = comparison.after.get(sent.id);
    const own = appliedNotes({ id: sent.id, comparison, diff, before, after, given: sent.given });
    append(
      notes,
      own.map((note) => ({ object: diff.object, isError: false, ...note })),
    );
  }
  for (const [id, guard] of comparison.guards) notes.push(guardNote(guard, outcomes.get(id)));
  append(notes, partNotes(comparison));
  const users = lazily(() => usersOf(comparison));
  const waiting = lazily(() => waitingNotes(comparison, notes));
  for (const stored of comparison.pruned) {
    const outcome = outcomes.get(stored.sent.id);
    const own = [...prunedNotes(stored, users, outcome), ...waiting()(stored, outcome)];
    append(
      notes,
      own.map((note) => ({ object: stored.sent.label, isError: false, ...note })),
    );
  }
  return notes;
}

/** Files of which most of an application is missing are rather a part of its files. */
function partNotes({ application, next, pruned }: Comparison): DiffNote[] {
  if (!application) return [];
  const { name, ids } = application;
  const given = new Set(next.map(({ id }) => id));
  const missing = new Set(ids.filter((id) => !given.has(id)));
  const first = pruned.find(({ sent }) => missing.has(sent.id));
  if (!first || missing.size * 2 <= ids.length) return [];
  return [
    {
      object: first.sent.label,
      id: 'part-of-application',
      isError: false,
      message: `${missing.size} of the ${ids.length} live objects of ${name} are not in the files, and count as pruned`,
      remedy: 'pass all its files, or add --no-prune if these are only some of them',
    },
  ];
}
