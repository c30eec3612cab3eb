/**
 * What there is in which version of Kubernetes: features behind fields, kinds, and the sources of
 * volumes that are gone or handed to drivers.
 */

/** A feature, by its gate. A version that is left out never came. */
export interface Feature {
  /** The name of its gate. */
  readonly name: string;
  readonly about: string;
  /** The minor versions from which on it is there as alpha, beta and for good. */
  readonly alpha?: number;
  readonly beta?: number;
  readonly ga?: number;
  /** From which minor version on it is on by default. */
  readonly on?: number;
  /** What happens where it is not there. */
  readonly otherwise: string;
  readonly source: string;
}

/** A kind in one version of its group. */
export interface KindLife {
  readonly apiVersion: string;
  readonly kind: string;
  readonly since: number;
  /** The first minor version that no longer has it. */
  readonly removed?: number;
  /** Its gate, if servers only have it where somebody turns it on. */
  readonly gate?: string;
  readonly source: string;
}

/** A source of volumes that was part of Kubernetes, and is no longer. */
export interface VolumeLife {
  /** The field: `glusterfs`. */
  readonly name: string;
  /** The first minor version whose kubelet no longer has it. */
  readonly removed?: number;
  /** The gate that brings it back, in versions before `gateUntil`. */
  readonly gate?: string;
  readonly gateUntil?: number;
  /** The CSI driver that it is handed to, by default from `migrated` on. */
  readonly driver?: string;
  readonly migrated?: number;
  /** The provisioner of its classes. */
  readonly provisioner?: string;
  readonly source: string;
}

/** All that is known by version. */
export interface Lives {
  readonly features: readonly Feature[];
  readonly kinds: readonly KindLife[];
  readonly volumes: readonly VolumeLife[];
}

/** All of it. It is only read when somebody asks. */
export function knownLives(): Lives {
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  const lives: typeof import('./features.json') = require('./features.json');
  return lives;
}

/** The cluster, as far as features depend on it. */
export interface FeatureTarget {
  readonly minor?: number;
  /** Gates that are on though the version has them off. */
  readonly featureGates?: readonly string[];
}

/**
 * Whether a feature is there: `off` where somebody would have to turn it on, `missing` where it has
 * not come yet.
 */
export function standingOf(
  { name, alpha, beta, ga, on }: Feature,
  minor: number,
  gates: readonly string[] = [],
): 'on' | 'off' | 'missing' {
  const first = Math.min(alpha ?? Infinity, beta ?? Infinity, ga ?? Infinity);
  if (minor < first) return 'missing';
  return minor >= (on ?? Infinity) || gates.includes(name) ? 'on' : 'off';
}

let drivers: ReadonlyMap<string, string> | undefined;

/**
 * The CSI driver that a provisioner of Kubernetes' own is handed to, such as
 * `kubernetes.io/aws-ebs`.
 */
export function driverOfProvisioner(provisioner: string): string | undefined {
  drivers ??= new Map(
    knownLives().volumes.flatMap(({ provisioner: name, driver }) =>
      name === undefined || driver === undefined ? [] : [[name, driver] as const],
    ),
  );
  return drivers.get(provisioner);
}
