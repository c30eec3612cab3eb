/**
 * The name that was probably meant: names of objects that somebody declares, where a misspelt one
 * would be told, and a different one must not be.
 */
import { Finding } from './finding';
import { indexBy, Nearest, oneLetterOff } from './nearest';
import { Rule, show, violation } from './rule';

/** How many letters may be missing in one part of a name: `postgres-data` and `postgresql-data`. */
const MOST_MISSING = 2;
/** Names that are shorter than this differ more than their letters show. */
const SHORTEST = 4;
/** A name of which so few letters are left is another one if two are missing. */
const SHORTEST_WITH_MISSING = 8;
/**
 * Parts of this length are abbreviations: with another letter they are others, as `ebs` and `efs`.
 */
const ABBREVIATION = 3;
/** How many candidates are looked at that differ in one part alone. */
const MOST_ALIKE = 8;

/**
 * Finds the candidate that a name is a misspelling of: it is one letter off, or letters are missing
 * in one of its parts. Names that differ as things do that are counted (`data-1` and `data-2`,
 * `disk-a` and `disk-b`), or by another abbreviation, are different names.
 */
export function probablyMeant(candidates: readonly string[]): Nearest {
  const near = oneLetterOff(candidates);
  let index: ReadonlyMap<string, readonly string[]> | undefined;
  return (name) => {
    if (name.length < SHORTEST) return undefined;
    const guess =
      near(name) ?? withMissing(name, (index ??= indexBy(candidates, MOST_ALIKE, withoutParts)));
    return guess === undefined ||
      guess === name ||
      isNumbering(name, guess) ||
      isOtherAbbreviation(name, guess)
      ? undefined
      : guess;
  };
}

/** The finding on a name that nothing declares, if another name was probably meant. */
export function misspelt(
  rule: Rule,
  path: string,
  what: string,
  name: string,
  guess: string | undefined,
): Finding[] {
  return guess === undefined
    ? []
    : [
        violation(
          rule,
          path,
          `the ${what} ${show(name)} is not declared`,
          `perhaps you meant ${show(guess)}`,
        ),
      ];
}

/** Whether two names differ as things do that are counted. */
function isNumbering(one: string, other: string): boolean {
  const uncounted = (name: string) =>
    name
      .replace(/\d/g, '')
      .split(/[-.]/)
      .filter((part) => part.length > 1)
      .join('-');
  return uncounted(one) === uncounted(other);
}

function isOtherAbbreviation(one: string, other: string): boolean {
  const [parts, others] = [one.split('-'), other.split('-')];
  const letters = (part: string) => [...new Set(part)].sort().join('');
  return (
    parts.length === others.length &&
    parts.some(
      (part, at) =>
        part.length <= ABBREVIATION &&
        others[at].length <= ABBREVIATION &&
        letters(part) !== letters(others[at]),
    )
  );
}

function withMissing(
  name: string,
  index: ReadonlyMap<string, readonly string[]>,
): string | undefined {
  return withoutParts(name)
    .flatMap((key) => index.get(key) ?? [])
    .find((candidate) => {
      const [short, long] = name.length < candidate.length ? [name, candidate] : [candidate, name];
      return (
        short.length >= SHORTEST_WITH_MISSING &&
        long.length - short.length <= MOST_MISSING &&
        isSpelledBy(short, long)
      );
    });
}

/**
 * The name without each of its parts: the place of the part and all the others. Longer names are
 * none that somebody typed.
 */
function withoutParts(name: string): string[] {
  const parts = name.split('-');
  return name.length > 63 || parts.length > 8
    ? []
    : parts.map((_, at) => [...parts.slice(0, at), '', ...parts.slice(at + 1)].join('-'));
}

/** Whether the letters of one word are in the other one, in their order. */
function isSpelledBy(short: string, long: string): boolean {
  let at = 0;
  for (const letter of long) if (letter === short[at]) at += 1;
  return at === short.length;
}
