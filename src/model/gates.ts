/**
 * The feature gates of Kubernetes by version. The table is written by `npm run kubernetes` from
 * kube_features.go; lines with a `source` are by hand.
 */

/** The minor versions in which a gate became what; what is left out never came. */
export interface GateLife {
  readonly alpha?: number;
  readonly beta?: number;
  readonly ga?: number;
  readonly deprecated?: number;
  /** From which version on it is on by default. */
  readonly on?: number;
  /** The first version that no longer knows the gate; what it stood for stays as it was. */
  readonly removed?: number;
  readonly source?: string;
}

/** Whether a feature is there: `off` where somebody would have to turn it on. */
type GateStanding = 'on' | 'off' | 'missing';

/** All gates that are followed, by their names. */
export function knownGates(): { readonly [name: string]: GateLife } {
  const read: typeof import('./gates.json') = require('./gates.json');
  return read.gates;
}

/** What is known of a gate. Only gates of the table have names that can be asked for. */
export function gateOf(name: GateName): GateLife {
  return knownGates()[name];
}

/** The names of the gates that are followed. */
export type GateName = keyof (typeof import('./gates.json'))['gates'];

/** Whether a feature is there in a version, with the gates that are on though they are off. */
export function standingOf(
  name: GateName,
  minor: number,
  gates: readonly string[] = [],
): GateStanding {
  const { alpha, beta, ga, on } = gateOf(name);
  const first = Math.min(alpha ?? Infinity, beta ?? Infinity, ga ?? Infinity);
  if (minor < first) return 'missing';
  return minor >= (on ?? Infinity) || gates.includes(name) ? 'on' : 'off';
}
