/**
 * Patterns of file names, as `--exclude` takes them: `*` and `?` within a name, `**` for any
 * folders.
 */

/** A path by its names; whether a folder stands there. */
interface GlobPath {
  readonly names: readonly string[];
  readonly isFolder: boolean;
}

/**
 * What is wrong with a pattern, if anything is: what other programs take for more than letters is
 * not taken for letters.
 */
export function globProblem(pattern: string): string | undefined {
  const sign = /[[\]{}\\]/.exec(pattern)?.[0];
  if (sign !== undefined) {
    return `${JSON.stringify(sign)} has no special meaning here; use * and ? for characters of one name, and ** for any folders`;
  }
  return namesOf(pattern).length === 0 ? 'it matches nothing' : undefined;
}

/**
 * Whether a pattern means a path: by the name, if there is no slash in the pattern but at its end,
 * or else by all names. A slash at its end means folders only. Takes time by the product of both
 * lengths at most.
 */
export function matchesGlob(pattern: string, { names, isFolder }: GlobPath): boolean {
  if (pattern.endsWith('/') && !isFolder) return false;
  const wanted = namesOf(pattern);
  const isPath = pattern.replace(/\/$/, '').includes('/');
  return fits(isPath ? wanted : ['**', ...wanted], names, (name) => name === '**', nameFits);
}

export function namesOf(path: string): string[] {
  return path.split('/').filter((name) => name !== '' && name !== '.');
}

function nameFits(pattern: string, name: string): boolean {
  return fits(
    [...pattern],
    [...name],
    (sign) => sign === '*',
    (sign, letter) => sign === '?' || sign === letter,
  );
}

/**
 * Whether a sequence fits to one in which some stand for any number of items. Only the last such
 * one ever takes more.
 */
function fits(
  pattern: readonly string[],
  items: readonly string[],
  isAny: (one: string) => boolean,
  isLike: (one: string, item: string) => boolean,
): boolean {
  let at = 0;
  let any = -1;
  let taken = 0;
  for (let item = 0; item < items.length;) {
    if (at < pattern.length && isAny(pattern[at])) {
      any = at;
      taken = item;
      at += 1;
    } else if (at < pattern.length && isLike(pattern[at], items[item])) {
      at += 1;
      item += 1;
    } else if (any >= 0) {
      taken += 1;
      item = taken;
      at = any + 1;
    } else {
      return false;
    }
  }
  return pattern.slice(at).every(isAny);
}
