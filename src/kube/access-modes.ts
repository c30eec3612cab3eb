/** Access modes of claims and volumes: who can use a volume at a time, and their short names. */

interface AccessMode {
  readonly short: string;
  /** Who can use the volume: one pod, the pods of one node, or those of all nodes. */
  readonly by: 'pod' | 'node' | 'nodes';
  /** The feature gate that it came with. */
  readonly gate?: string;
}

const MODES = {
  ReadWriteOnce: { short: 'RWO', by: 'node' },
  ReadOnlyMany: { short: 'ROX', by: 'nodes' },
  ReadWriteMany: { short: 'RWX', by: 'nodes' },
  ReadWriteOncePod: { short: 'RWOP', by: 'pod', gate: 'ReadWriteOncePod' },
} as const satisfies { readonly [mode: string]: AccessMode };

type AccessModeName = keyof typeof MODES;

export const ACCESS_MODES = Object.keys(MODES) as readonly AccessModeName[];

/** The access modes that came with feature gates, with these. */
export const GATED_MODES = ACCESS_MODES.flatMap((mode) => {
  const known = MODES[mode];
  return 'gate' in known ? [[mode, known.gate] as const] : [];
});

/** The access mode of what is attached to one node. */
export const ONE_NODE: AccessModeName = 'ReadWriteOnce';
/** The access mode of what one pod uses. */
export const ONE_POD: AccessModeName = 'ReadWriteOncePod';

/** The access modes that no second node can have: those of one node, and of one pod. */
export const SINGLE_NODE_MODES = ACCESS_MODES.filter(isOfOneNode);

export function isAccessMode(mode: unknown): mode is AccessModeName {
  return typeof mode === 'string' && Object.hasOwn(MODES, mode);
}

/** Whether a volume with this mode can be on one node only. */
export function isOfOneNode(mode: string): boolean {
  return isAccessMode(mode) && MODES[mode].by !== 'nodes';
}

/** Whether a volume with this mode can be on many nodes. */
export function isOfManyNodes(mode: string): boolean {
  return isAccessMode(mode) && MODES[mode].by === 'nodes';
}

/** Whether a claim with these modes is for one pod; they stand for nothing else then. */
export function isForOnePod(modes: readonly unknown[] | undefined): boolean {
  return modes?.includes(ONE_POD) === true;
}

/** Whether a claim with these modes is for one node, and no other mode lets it be elsewhere. */
export function isForOneNode(modes: readonly unknown[]): boolean {
  return modes.length === 1 && modes[0] === ONE_NODE;
}

/** As kubectl shortens it; what is no access mode stays as it is. */
export function shortMode(mode: string): string {
  return isAccessMode(mode) ? MODES[mode].short : mode;
}
