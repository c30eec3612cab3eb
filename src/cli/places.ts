/** The file that a path means: where it leads, whether something is there or not. */
import { realpathSync, readlinkSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { UsageError } from './io';
import { show } from '../findings';

const MOST_LINKS = 40;

/**
 * Without links, those aside that lead in circles. What is not there yet is where it would be.
 * Throws a `UsageError` where the path has no beginning.
 */
export function placeOf(path: string): string {
  return follow(
    isAbsolute(path) ? resolve(path) : resolve(workingDirectory() ?? noDirectory(), path),
    0,
  );
}

/** Where the program is run; undefined if that was deleted. */
export function workingDirectory(): string | undefined {
  try {
    return process.cwd();
  } catch {
    return undefined;
  }
}

function noDirectory(): never {
  throw new UsageError(
    'the working directory no longer exists: change to another directory, or use absolute paths',
  );
}

/** What two paths have in common exactly if they mean one file, by whatever links or letters. */
export function fileIdOf(path: string): string {
  const place = placeOf(path);
  try {
    const { dev, ino } = statSync(place, { bigint: true });
    return `${dev}:${ino}`;
  } catch {
    const parent = dirname(place);
    return parent === place ? place : `${fileIdOf(parent)}/${basename(place)}`;
  }
}

/**
 * No link in a folder, or below, may lead a file of the program out of it: whoever put it there
 * would decide what is overwritten. The folder itself, which the user named, may be a link. Throws
 * a `UsageError`.
 */
export function checkWithin(path: string, folder: string): void {
  const root = placeOf(folder);
  let at = folder;
  for (const name of relative(folder, path).split(sep)) {
    at = join(at, name);
    const place = placeOf(at);
    if (place === root || place.startsWith(root.endsWith(sep) ? root : `${root}${sep}`)) continue;
    throw new UsageError(
      `cannot write ${show(path)}: ${show(at)} is a symbolic link to ${show(linkAt(at) ?? place)}, which is outside ${show(folder)}; ` +
        'nothing was written: remove the link, or name the directory that it leads to',
    );
  }
}

function follow(path: string, links: number): string {
  try {
    return realpathSync.native(path);
  } catch {
    const parent = dirname(path);
    if (parent === path || links > MOST_LINKS) return path;
    const link = linkAt(path);
    return link === undefined
      ? join(follow(parent, links), basename(path))
      : follow(resolve(follow(parent, links), link), links + 1);
  }
}

/** What a link says; undefined if there is none. */
export function linkAt(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}
