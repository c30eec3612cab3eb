/**
 * The result of a check of one request: what is refused, and what would have to be known to tell.
 */
import { Finding } from '../../findings';

/** Findings of the server, and what they hang on. */
export interface Judgement {
  readonly refused: readonly Finding[];
  /** What would have to be known to tell. */
  readonly unknown: readonly string[];
}

/** Nothing is said against it. */
export const TAKEN: Judgement = { refused: [], unknown: [] };

export function refusing(...refused: readonly Finding[]): Judgement {
  return { refused, unknown: [] };
}

/** Only the cluster can tell. */
export function doubting(doubt: string): Judgement {
  return { refused: [], unknown: [doubt] };
}

/** What several checks say together. */
export function together(all: readonly Judgement[]): Judgement {
  const said = all.filter((one) => one !== TAKEN);
  if (said.length === 0) return TAKEN;
  return {
    refused: said.flatMap(({ refused }) => refused),
    unknown: said.flatMap(({ unknown }) => unknown),
  };
}
