/** The target: the cluster that the manifests are for, as far as somebody says what it is like. */
import { Finding, show, violation } from '../findings';
import {
  ACCESS_MODES,
  Fields,
  imageProblem,
  isFields,
  lazily,
  readImage,
  registryPathProblem,
  own,
} from '../kube';
import { DriverFacts, Drivers, driversOf } from './driver';
import { driversOnPlatform, knownDrivers } from './known-drivers';
import { PLATFORMS } from './platforms';
import { driverOfProvisioner } from './volume-lives';
import { parseVersion } from '../model';
import {
  flag,
  listOf,
  mapOf,
  objectOf,
  Of,
  oneOf,
  Read,
  Shape,
  SHAPE_RULES,
  stringThat,
  strings,
  struct,
  text,
} from '../shape';

/** What applies the manifests. */
export const GITOPS_ENGINES = ['argocd', 'flux'] as const;
/** What volumes are tied to. */
const DRIVER_TOPOLOGIES = ['zone', 'node', 'none'] as const;
/** What kubelet does for a pod's fsGroup. */
export const FS_GROUP_POLICIES = ['None', 'File', 'ReadWriteOnceWithFSType'] as const;
const POD_SECURITY_LEVELS = ['privileged', 'baseline', 'restricted'] as const;

const version = stringThat((given) =>
  parseVersion(given)
    ? undefined
    : { message: 'is not a version of Kubernetes', remedy: 'use one such as "1.34"' },
);

const registryPath = stringThat((given) => {
  const problem = registryPathProblem(given);
  return problem === undefined
    ? undefined
    : {
        message: `is not a valid registry: ${problem}`,
        remedy:
          'use a host with a dot or a port, and an optional path, such as registry.example.com/mirror',
      };
});
const digest = stringThat((given) =>
  imageProblem(`image@${given}`) === undefined
    ? undefined
    : { message: 'is not a valid digest', remedy: 'use sha256: and 64 hexadecimal digits' },
);

/** A driver that the user describes. */
export const DRIVER_SHAPE = struct<Read<DriverFacts>>(
  {
    name: text,
    namePrefixed: flag,
    csi: flag,
    accessModes: listOf(oneOf(ACCESS_MODES)),
    blockAccessModes: listOf(oneOf(ACCESS_MODES)),
    sharedBlockParameters: mapOf(listOf(text)),
    attachRequired: flag,
    fsGroupPolicy: oneOf(FS_GROUP_POLICIES),
    appliesFsGroup: flag,
    seLinuxMount: flag,
    defaultFsType: stringThat(() => undefined),
    topology: oneOf(DRIVER_TOPOLOGIES),
    canExpand: flag,
    canSnapshot: flag,
    canClone: flag,
    podAnnotations: strings,
    sources: strings,
  },
  ['name'],
);

/** Further names of facts about drivers, which configurations may use. */
const OTHER_NAMES: { readonly [name: string]: keyof DriverFacts } = {
  hasPrefix: 'namePrefixed',
  isCsi: 'csi',
  isAttached: 'attachRequired',
  setsGroup: 'appliesFsGroup',
  reach: 'topology',
};

/**
 * A target with one name for each fact about drivers. What has a fact under both names keeps both.
 */
export function withNamesOfFacts(target: unknown): unknown {
  if (!isFields(target) || !Array.isArray(target.drivers)) return target;
  const drivers = target.drivers.map((driver: unknown) =>
    isFields(driver) ? renamed(driver) : driver,
  );
  return { ...target, drivers };
}

function renamed(driver: Fields): Fields {
  return Object.fromEntries(
    Object.entries(driver).map(([name, value]) => {
      const other = own(OTHER_NAMES, name) ?? name;
      return [Object.hasOwn(driver, other) ? name : other, value];
    }),
  );
}

/** The options of a target. What is left out is unknown, and no rule guesses it. */
export const TARGET_SHAPE = objectOf({
  // The version of Kubernetes, such as `1.34`.
  kubernetes: version,
  platform: oneOf(PLATFORMS),
  gitops: oneOf(GITOPS_ENGINES),
  // The level of Pod Security of namespaces that do not say it by their labels.
  podSecurity: oneOf(POD_SECURITY_LEVELS),
  // The class of claims that name none.
  defaultStorageClassName: text,
  // The classes that are in the cluster whatever the objects declare.
  storageClassNames: listOf(text),
  // The registry, and perhaps a path, that stands before all images that the library chooses.
  registry: registryPath,
  // Digests of images that the library chooses, by the image without registry:
  // `sigoden/dufs:v0.46.0`.
  digests: mapOf(digest),
  // Feature gates that are on though this version of Kubernetes has them off.
  featureGates: listOf(text),
  // Facts about drivers that are not known, or are otherwise in this cluster.
  drivers: listOf(DRIVER_SHAPE as Shape<DriverFacts>),
});
export type TargetSpec = Of<typeof TARGET_SHAPE>;

/** The target as rules ask for it. */
export interface TargetFacts extends Omit<TargetSpec, 'drivers'> {
  /** The minor version of Kubernetes: 34 for `1.34`; undefined if it is unknown. */
  readonly minor?: number;
  readonly driver: Drivers;
}

/** Findings on a target whose fields have their types. */
export function checkTarget({ digests = {}, drivers = [] }: TargetSpec): Finding[] {
  const names = drivers.map(({ name }) => name);
  return [
    ...Object.keys(digests).flatMap((image) => {
      const read = readImage(image);
      const isName =
        !('error' in read) &&
        read.registry === undefined &&
        read.tag !== undefined &&
        read.digest === undefined;
      return isName
        ? []
        : [
            violation(
              SHAPE_RULES.type,
              `digests.${image}`,
              `${show(image)} is not an image without its registry`,
              'use the path and the tag, such as sigoden/dufs:v0.46.0',
            ),
          ];
    }),
    ...names.flatMap((name, index) =>
      names.indexOf(name) === index
        ? []
        : [
            violation(
              SHAPE_RULES.type,
              `drivers[${index}].name`,
              `the driver ${show(name)} appears twice`,
              'describe it in one place',
            ),
          ],
    ),
  ];
}

/**
 * A target within another one, as a chart is within an app: the inner one wins field by field; of
 * digests and drivers both count.
 */
export function withinTarget(outer: TargetSpec, inner: TargetSpec): TargetSpec {
  return {
    ...outer,
    ...inner,
    ...(outer.digests && inner.digests ? { digests: { ...outer.digests, ...inner.digests } } : {}),
    ...(outer.drivers && inner.drivers ? { drivers: [...outer.drivers, ...inner.drivers] } : {}),
  };
}

/**
 * Whether the cluster has a class whatever the objects declare; undefined if nobody says which ones
 * it has.
 */
export function isClassInCluster(
  { storageClassNames, defaultStorageClassName }: TargetSpec,
  name: string,
): boolean | undefined {
  return name === defaultStorageClassName || storageClassNames?.includes(name);
}

/** What the provisioners of Kubernetes' own begin with. They are handed to CSI drivers. */
const IN_TREE = 'kubernetes.io/';

/** The facts of a target that is known to be well-formed. */
export function targetFacts({ drivers = [], ...others }: TargetSpec = {}): TargetFacts {
  const { kubernetes, platform } = others;
  const minor = kubernetes === undefined ? undefined : parseVersion(kubernetes)?.minor;
  const known = lazily(() => driversOf(knownDrivers(), driversOnPlatform(platform), drivers));
  return {
    ...others,
    minor,
    driver: (name) => {
      if (name === undefined || name === '') return undefined;
      const driver = known();
      return (
        driver(name) ?? (name.startsWith(IN_TREE) ? driver(driverOfProvisioner(name)) : undefined)
      );
    },
  };
}
