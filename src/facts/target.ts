/** The target: the cluster that the manifests are for, as far as somebody says what it is like. */
import { DriverFacts, Drivers, driversOf } from './driver';
import { driversOnPlatform, knownDrivers } from './known-drivers';
import { parseVersion } from './version';
import { mapOf, oneOf, flag, listOf, Read, stringThat, strings, struct, text } from '../shape';

/** What runs the pods. */
export const PLATFORMS = ['vanilla', 'openshift', 'eks', 'gke', 'aks'] as const;
/** What applies the manifests. */
export const GITOPS_ENGINES = ['argocd', 'flux'] as const;
/** Levels of Pod Security. */
export const POD_SECURITY_LEVELS = ['privileged', 'baseline', 'restricted'] as const;

/** What is said of the target. What is left out is unknown, and no rule guesses it. */
export interface TargetSpec {
  /** The version of Kubernetes, such as `1.34`. */
  readonly kubernetes?: string;
  readonly platform?: typeof PLATFORMS[number];
  readonly gitops?: typeof GITOPS_ENGINES[number];
  /** The level of Pod Security of namespaces that do not say it by their labels. */
  readonly podSecurity?: typeof POD_SECURITY_LEVELS[number];
  /** The class of claims that name none. */
  readonly defaultStorageClass?: string;
  /** The registry, and perhaps a path, that stands before all images that the library chooses. */
  readonly registry?: string;
  /** Digests of images that the library chooses, by the image without registry. */
  readonly digests?: { readonly [image: string]: string };
  /** Feature gates that are on though this version of Kubernetes has them off. */
  readonly featureGates?: readonly string[];
  /** Facts about drivers that are not known, or are otherwise in this cluster. */
  readonly drivers?: readonly DriverFacts[];
}

/** The target as rules ask for it. */
export interface TargetFacts extends Omit<TargetSpec, 'kubernetes' | 'drivers'> {
  /** The minor version of Kubernetes: 34 for `1.34`; undefined if it is unknown. */
  readonly minor?: number;
  readonly driver: Drivers;
}

const version = stringThat((given) => parseVersion(given) ? undefined
  : { message: 'is not a version of Kubernetes', remedy: 'give one such as "1.34"' });

/** A driver that the user describes. */
export const DRIVER_SHAPE = struct<Read<DriverFacts>>({
  name: text,
  hasPrefix: flag,
  isCsi: flag,
  accessModes: listOf(text),
  blockAccessModes: listOf(text),
  sharedBlockParameters: mapOf(listOf(text)),
  isAttached: flag,
  fsGroupPolicy: oneOf(['None', 'File', 'ReadWriteOnceWithFSType']),
  setsGroup: flag,
  defaultFsType: stringThat(() => undefined),
  reach: oneOf(['zone', 'node', 'none']),
  canExpand: flag,
  canSnapshot: flag,
  canClone: flag,
  podAnnotations: strings,
  sources: strings,
}, ['name']);

/** What may be said of a target. */
export const TARGET_SHAPE = struct<TargetSpec>({
  kubernetes: version,
  platform: oneOf(PLATFORMS),
  gitops: oneOf(GITOPS_ENGINES),
  podSecurity: oneOf(POD_SECURITY_LEVELS),
  defaultStorageClass: text,
  registry: text,
  digests: mapOf(text),
  featureGates: listOf(text),
  drivers: listOf(DRIVER_SHAPE),
});

/** The facts of a target that is known to be well-formed. */
export function targetFacts({ kubernetes, drivers = [], ...others }: TargetSpec = {}): TargetFacts {
  const minor = kubernetes === undefined ? undefined : parseVersion(kubernetes)?.minor;
  return { ...others, minor, driver: driversOf(knownDrivers(), driversOnPlatform(others.platform), drivers) };
}
