/** Sequences in which some items stand for any number of others, as `*` does in names of files. */

/** Whether a text fits to a pattern: `*` stands for any letters, and `?` for one. */
export function fitsWildcards(pattern: string, text: string): boolean {
  return fitsSequence(
    [...pattern],
    [...text],
    (sign) => sign === '*',
    (sign, letter) => sign === '?' || sign === letter,
  );
}

/**
 * Whether a sequence fits to one in which some stand for any number of items. Only the last such
 * one ever takes more, so it takes time by the product of both lengths at most.
 */
export function fitsSequence(
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
