/** The word that was probably meant: for remedies of unknown names. */

/**
 * With more candidates than these, only those that are one letter off are found: comparing all with
 * every word would take forever.
 */
const MOST_COMPARED = 100;
/** Longer words are not names that somebody typed, and take long to compare. */
const LONGEST = 63;
/** How many candidates are remembered that become the same when a letter is left out of each. */
const MOST_ALIKE = 4;

/** Finds the candidate that is closest to a word. */
export type Nearest = (word: string) => string | undefined;

/**
 * The candidate that is closest to the word, upper and lower case aside: one that differs in fewer
 * than about a third of its letters. Undefined when none is that close. Of several that are equally
 * close the first one wins.
 */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  return nearestIn(candidates)(word);
}

/**
 * The same for many words and one list, which is prepared when it is first asked. Of a long list
 * only candidates that are one letter off are close.
 */
export function nearestIn(candidates: readonly string[]): Nearest {
  if (candidates.length <= MOST_COMPARED) {
    return (word) =>
      closest(word, candidates, (candidate) => Math.max(1, Math.floor(candidate.length / 3)));
  }
  return oneLetterOff(candidates);
}

/**
 * Finds only candidates that are one letter off: added, dropped, replaced or swapped with its
 * neighbour.
 */
export function oneLetterOff(candidates: readonly string[]): Nearest {
  let lengths: ReadonlySet<number> | undefined;
  let index: ReadonlyMap<string, readonly string[]> | undefined;
  return (word) => {
    if (word.length > LONGEST) return undefined;
    lengths ??= new Set(candidates.map((candidate) => candidate.length));
    // Of a few candidates, hardly any is as long as a word.
    const { length } = word.toLowerCase();
    if (!lengths.has(length) && !lengths.has(length - 1) && !lengths.has(length + 1)) {
      return undefined;
    }
    const known = (index ??= indexBy(candidates, MOST_ALIKE, (candidate) =>
      candidate.length > LONGEST ? [] : neighbours(candidate),
    ));
    return closest(
      word,
      [...new Set(neighbours(word).flatMap((neighbour) => known.get(neighbour) ?? []))],
      () => 1,
    );
  };
}

function closest(
  word: string,
  candidates: readonly string[],
  limitOf: (candidate: string) => number,
): string | undefined {
  const wanted = word.toLowerCase();
  let best: string | undefined;
  let bestDistance = Infinity;
  for (const candidate of candidates) {
    const limit = limitOf(candidate);
    if (candidate.length > LONGEST || Math.abs(candidate.length - wanted.length) > limit) continue;
    const distance = editDistance(wanted, candidate.toLowerCase());
    if (distance <= limit && distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** The candidates by each of their keys, and of those with the same key no more than so many. */
export function indexBy(
  candidates: readonly string[],
  most: number,
  keysOf: (candidate: string) => readonly string[],
): ReadonlyMap<string, readonly string[]> {
  const index = new Map<string, string[]>();
  for (const candidate of candidates) {
    for (const key of keysOf(candidate)) {
      const alike = index.get(key);
      if (!alike) index.set(key, [candidate]);
      else if (alike.length < most) alike.push(candidate);
    }
  }
  return index;
}

/**
 * What a word is when a letter is left out: two words that are one letter off meet in one of these.
 */
function neighbours(word: string): string[] {
  const lower = word.toLowerCase();
  return [
    ...new Set([lower, ...Array.from(lower, (_, at) => lower.slice(0, at) + lower.slice(at + 1))]),
  ];
}

/**
 * How many letters must be added, dropped, replaced or swapped with their neighbour to make one
 * word of the other.
 */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1];
      row[j] = Math.min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (same ? 0 : 1));
      if (a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        row[j] = Math.min(row[j], beforeLast[j - 2] + 1);
      }
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length];
}
