/**
 * The kinds of Kubernetes by version: since and until when a server has which. The table is written
 * by `npm run kubernetes` from the tags of k8s.io/api; lines with a `source` are by hand.
 */

/** A kind in one version of its group. */
export interface KindLife {
  readonly apiVersion: string;
  readonly kind: string;
  /** The first minor version that has it. */
  readonly since: number;
  /** The first minor version that no longer has it. */
  readonly removed?: number;
  /** Its gate, if servers only have it where somebody turns it on. */
  readonly gate?: string;
  readonly source?: string;
}

interface KindTable {
  /** The newest minor version that was read. */
  readonly newest: number;
  readonly kinds: readonly KindLife[];
}

function table(): KindTable {
  const read: typeof import('./kinds.json') = require('./kinds.json');
  return read;
}

export function knownKinds(): readonly KindLife[] {
  return table().kinds;
}

/** The newest minor version that is known: what newer ones have is not in any table. */
export function newestMinor(): number {
  return table().newest;
}
