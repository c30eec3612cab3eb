/** Remedies that many rules have in common. */
import { Finding } from './finding';
import { nearest } from './nearest';
import { show } from './rule';

/** How many words a remedy names: nobody reads more. */
const MOST_NAMED = 20;

/** The remedy for a value that YAML or the caller gave another type. */
export function inQuotes(value: unknown): string {
  return typeof value === 'boolean' || typeof value === 'number'
    ? `write it in quotes: ${show(String(value))}`
    : 'use a string';
}

/**
 * The finding with the word of the author in its remedy, if YAML made a value of it: an author who
 * wrote `y` does not find `true` in the file.
 */
export function inWordsOfAuthor(
  finding: Finding,
  word: { readonly text: string; readonly value: unknown } | undefined,
): Finding {
  // Other remedies do not ask for a text, so that the value of the word may be right.
  return word === undefined || finding.remedy !== inQuotes(word.value)
    ? finding
    : {
        ...finding,
        remedy: `write it in quotes: ${show(word.text)} (YAML reads ${word.text} as ${show(word.value)})`,
      };
}

/** The remedy for a word that is none of those that can stand there. */
export function didYouMean(word: unknown, candidates: readonly string[]): string {
  const guess = typeof word === 'string' ? nearest(word, candidates) : undefined;
  return meantOr(guess, `use one of ${someOf(candidates)}`);
}

/** The remedy where something else was probably meant, and the one where not. */
export function meantOr(guess: string | undefined, otherwise: string): string {
  return guess === undefined ? otherwise : `perhaps you meant ${show(guess)}`;
}

/** All words: `a, b and c`. */
export function listed(words: readonly string[], before: 'and' | 'or' = 'and'): string {
  return words.length < 2
    ? words.join('')
    : `${words.slice(0, -1).join(', ')} ${before} ${words.at(-1)}`;
}

/** Words as a message names them: the first ones, and how many more there are. */
export function someOf(words: readonly string[]): string {
  const named = words.slice(0, MOST_NAMED).join(', ');
  return words.length > MOST_NAMED ? `${named} and ${words.length - MOST_NAMED} more` : named;
}
