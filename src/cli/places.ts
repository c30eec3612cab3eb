/** Which file a path means: where it leads, whether something is there or not. */
import { realpathSync, readlinkSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

const MOST_LINKS = 40;

/** Without links, those aside that lead in circles. What is not there yet is where it would be. */
export function placeOf(path: string): string {
  return follow(resolve(path), 0);
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

function follow(path: string, links: number): string {
  try {
    return realpathSync.native(path);
  } catch {
    const parent = dirname(path);
    if (parent === path || links > MOST_LINKS) return path;
    const link = linkAt(path);
    return link === undefined ? join(follow(parent, links), basename(path)) : follow(resolve(follow(parent, links), link), links + 1);
  }
}

function linkAt(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}
