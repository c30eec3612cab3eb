/** Ordinals in names: which pods of a StatefulSet a claim's name may speak of. */
import { MAX_SUBDOMAIN_LENGTH } from '../../kube';

/** What stands before and after an ordinal in a name, without the dashes. */
export interface OrdinalSplit {
  readonly before: string;
  readonly ordinal: number;
  readonly after: string;
}

// No number with more digits is an ordinal, which has 32 bits.
const LAST = /-(0|[1-9][0-9]{0,9})$/;
const INNER = /-(0|[1-9][0-9]{0,9})(?=-)/g;

/**
 * The name of a claim of a template, which ends with the ordinal: `data-db` and 0 of `data-db-0`.
 */
export function splitLast(name: string): OrdinalSplit | undefined {
  const match = LAST.exec(name);
  return match
    ? { before: name.slice(0, match.index), ordinal: Number(match[1]), after: '' }
    : undefined;
}

/**
 * The ways to read the name of an ephemeral claim, which has the ordinal between dashes: `db`, 0
 * and `cache` of `db-0-cache`.
 */
export function splitInner(name: string): OrdinalSplit[] {
  // Nothing longer is a name, and each of its ordinals would be looked up with all that stands
  // around it.
  if (name.length > MAX_SUBDOMAIN_LENGTH) return [];
  return [...name.matchAll(INNER)].map((match) => ({
    before: name.slice(0, match.index),
    ordinal: Number(match[1]),
    after: name.slice(match.index + match[0].length + 1),
  }));
}
