/**
 * Files that kustomize no longer builds: they are still there, and what is in them is pruned all
 * the same.
 */
import { InputFile } from './files';
import { builtFiles } from '../check/kustomize';
import { Note } from '../render';

/**
 * The files of NEW but for those that a kustomization of OLD lists, by itself or with their folder,
 * and none of NEW does.
 */
export function withoutDropped(
  old: readonly InputFile[],
  next: readonly InputFile[],
): { readonly files: readonly InputFile[]; readonly notes: readonly Note[] } {
  const [before, after] = [old, next].map((files) =>
    builtFiles(files.map((file) => ({ ...file, name: file.relativeName }))),
  );
  // Without any kustomization, whole folders may be applied.
  if (before.size === 0 || after.size === 0) return { files: next, notes: [] };
  const isDropped = ({ relativeName }: InputFile) =>
    pathsTo(relativeName).some((path) => before.has(path) && !after.has(path));
  const dropped = new Set(next.filter(isDropped));
  return {
    files: next.filter((file) => !dropped.has(file)),
    notes: [...dropped].map(({ name }) => ({
      file: name,
      words: `${name}: no kustomization of NEW lists it any more: its objects count as removed`,
    })),
  };
}

/** The path of a file, and those of the folders that it is in. */
function pathsTo(name: string): string[] {
  const parts = name.split('/');
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}
