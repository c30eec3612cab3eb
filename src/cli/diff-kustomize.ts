/**
 * Files that kustomize no longer builds: they are still there, and what is in them is pruned all
 * the same.
 */
import { InputFile } from './files';
import { folderOf, kustomizationsIn, listing } from '../check/kustomize';
import { Note } from '../render';

/**
 * The files of NEW but for those that a kustomization of OLD lists, by itself or with their folder,
 * and none of NEW does. A folder that has none any more is applied as a whole.
 */
export function withoutDropped(
  old: readonly InputFile[],
  next: readonly InputFile[],
): { readonly files: readonly InputFile[]; readonly notes: readonly Note[] } {
  const [before, after] = [old, next].map((files) =>
    kustomizationsIn(files.map((file) => ({ ...file, name: file.relativeName }))),
  );
  const [listed, lists] = [listing(before), listing(after)];
  // Without any kustomization, whole folders may be applied.
  if (listed.size === 0 || after.length === 0) return { files: next, notes: [] };
  const built = new Set(after.map(({ name }) => folderOf(name)));
  const isWhole = (folder: string, path: string) =>
    !built.has(folder) && (folder === '' || path.startsWith(`${folder}/`));
  const isDropped = ({ relativeName }: InputFile) =>
    pathsTo(relativeName).some(
      (path) =>
        !lists.has(path) &&
        listed.get(path)?.every(({ name }) => !isWhole(folderOf(name), path)) === true,
    );
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
