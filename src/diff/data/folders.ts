/**
 * Folders that deployers name, and the files in them: a folder is part of a file's path, wherever
 * the repository lies.
 */
import type { Deployer } from './deployers';
import { addTo } from '../../kube';

/** The file of each object, by its identity. */
export type Files = ReadonlyMap<string, string>;

/** A folder without what changes nothing about it. */
export function folderOf(path: string): string {
  return path
    .split('/')
    .filter((part) => part !== '' && part !== '.')
    .join('/');
}

/**
 * All folders that a file lies in by some reading of its path: each run of its parts, and the root.
 */
export function runsOf(file: string): string[] {
  const parts = file
    .split(/[/:\\]/)
    .slice(0, -1)
    .filter((part) => part !== '' && part !== '.')
    .slice(-DEEPEST);
  const runs = [''];
  for (let start = 0; start < parts.length; start += 1) {
    for (let end = start + 1; end <= parts.length; end += 1) {
      runs.push(parts.slice(start, end).join('/'));
    }
  }
  return runs;
}

/** Deeper folders are not looked at: the runs of a path grow with the square of its parts. */
const DEEPEST = 32;

/** The objects of each folder, by their identities. */
export function byFolder(files: Files): ReadonlyMap<string, readonly string[]> {
  const runs = new Map<string, readonly string[]>();
  const found = new Map<string, string[]>();
  for (const [id, file] of files) {
    const folder = file.slice(0, Math.max(file.lastIndexOf('/'), file.lastIndexOf(':')) + 1);
    let own = runs.get(folder);
    if (!own) runs.set(folder, (own = runsOf(file)));
    for (const run of own) addTo(found, run, id);
  }
  return found;
}

/** The deployers of each folder. */
export function deployersByFolder(
  deployers: Iterable<Deployer>,
): ReadonlyMap<string, readonly Deployer[]> {
  const found = new Map<string, Deployer[]>();
  for (const one of deployers) for (const path of one.paths) addTo(found, folderOf(path), one);
  return found;
}
