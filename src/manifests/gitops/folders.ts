/**
 * Folders that deployers name: a folder is part of a file's path, wherever the repository lies.
 */

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
