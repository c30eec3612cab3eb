/** What surprises even experts, said in words that a reviewer understands. */
import type { Comparison } from './diff';
import type { Fate } from './fate';
import { DiffNote, ObjectDiff } from './spec';

/** All notes, in the order of the objects. */
export function notesOf(_comparison: Comparison, _fates: ReadonlyMap<string, Fate>, _objects: readonly ObjectDiff[]): DiffNote[] {
  return [];
}
