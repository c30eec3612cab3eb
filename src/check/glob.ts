/**
 * Patterns of file names, as `--exclude` takes them: `*` and `?` within a name, `**` for any
 * folders.
 */
import { fitsSequence, fitsWildcards } from '../kube';

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
  return fitsSequence(
    isPath ? wanted : ['**', ...wanted],
    names,
    (name) => name === '**',
    fitsWildcards,
  );
}

export function namesOf(path: string): string[] {
  return path.split('/').filter((name) => name !== '' && name !== '.');
}
