/** Remedies that many rules have in common. */
import { nearest } from './nearest';
import { show } from './rule';

/** The remedy for a value that YAML or the caller gave another type. */
export function inQuotes(value: unknown): string {
  return typeof value === 'boolean' || typeof value === 'number' ? `write it in quotes: ${show(String(value))}` : 'give a text';
}

/** The remedy for a word that is none of those that can stand there. */
export function didYouMean(word: unknown, candidates: readonly string[]): string {
  const guess = typeof word === 'string' ? nearest(word, candidates) : undefined;
  return guess === undefined ? `use one of ${candidates.join(', ')}` : `perhaps ${show(guess)} is meant`;
}
