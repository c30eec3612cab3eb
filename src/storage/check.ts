/**
 * Checks of what the storage kinds are given: of the objects that it makes, told of the options.
 */
import {
  atOrigins,
  besideTypes,
  Check,
  Finding,
  From,
  Severity,
  show,
  violation,
} from '../findings';
import { DEFAULT_CLASS_ANNOTATIONS, Fields, Manifest, putFirst } from '../kube';
import {
  checkAnnotationMap,
  checkLabelMap,
  checkNamespaceName,
  checkSubdomain,
  fieldsOf,
} from '../object';
import { buildClaim, buildCsiPersistentVolume, buildStorageClass } from './build';
import { checkClaimObject } from './objects/claim';
import { checkStringMap } from './objects/common';
import { checkPersistentVolumeObject } from './objects/persistent-volume';
import { isPlainStorage } from './objects/plain';
import { checkStorageClassObject } from './objects/storage-class';
import { STORAGE_RULES as RULES } from './rules';
import {
  CLAIM_SHAPE,
  CSI_PERSISTENT_VOLUME_SHAPE,
  STORAGE_CLASS_SHAPE,
  ClaimRef,
  ClaimSpec,
  CsiPersistentVolumeSpec,
  ObjectSpec,
  StorageClassSpec,
} from './spec';
import { readShape, Shape, StructKind } from '../shape';

/** Findings on a StorageClass, which may have been built already. */
export function checkStorageClass(spec: StorageClassSpec, built?: Manifest): Finding[] {
  return checkShaped(spec, STORAGE_CLASS_SHAPE, buildStorageClass, checkStorageClassObject, built);
}

export function checkCsiPersistentVolume(spec: CsiPersistentVolumeSpec): Finding[] {
  return checkShaped(
    spec,
    CSI_PERSISTENT_VOLUME_SHAPE,
    buildCsiPersistentVolume,
    checkPersistentVolumeObject,
  );
}

/** Findings on a claim, which may have been built already. */
export function checkClaim(spec: ClaimSpec, built?: Manifest): Finding[] {
  return checkShaped(spec, CLAIM_SHAPE, buildClaim, checkClaimObject, built);
}

function checkShaped<T extends ObjectSpec>(
  spec: T,
  shape: StructKind & Shape<T>,
  build: (given: T, from?: From) => Manifest,
  check: Check<Manifest>,
  built?: Manifest,
): Finding[] {
  const { value = {} as T, findings } = readShape<T>(knownFields(spec, shape), shape);
  const manifest = (findings.length === 0 ? built : undefined) ?? build(value);
  if (isPlainStorage(manifest)) return [...findings];
  const ofObject = atOrigins(check(manifest), (from) => build(value, from));
  return [...besideTypes(ofObject.map(asOption), findings), ...findings];
}

/**
 * The options that a check looks at. It may be given more, which is for its caller to judge, but
 * rarely is.
 */
function knownFields(spec: object, { fields }: StructKind): Fields {
  const given = fieldsOf(spec);
  const names = Object.keys(given);
  return names.every((field) => Object.hasOwn(fields, field))
    ? given
    : Object.fromEntries(
        names.filter((field) => Object.hasOwn(fields, field)).map((field) => [field, given[field]]),
      );
}

/**
 * Within an option, a field that there is not is as wrong as an option that there is not; only
 * additional fields may be newer than this.
 */
function asOption(finding: Finding): Finding {
  return finding.rule === RULES.unknownField.id && !finding.path.startsWith('additionalFields.')
    ? { ...finding, severity: Severity.ERROR }
    : finding;
}

/** A class as it counts for the rule on default classes. */
interface DefaultClass {
  readonly construct: string;
  readonly name: string;
}

/**
 * Findings on all classes of an app that are marked as the default; those of this library come
 * first.
 */
export function checkDefaultClasses(classes: readonly DefaultClass[]): Finding[] {
  const distinct = new Map<string, DefaultClass>();
  for (const one of classes) if (!distinct.has(one.name)) distinct.set(one.name, one);
  const [first, ...others] = distinct.values();
  return others.map((other) => ({
    ...secondDefault(first.name, other.name, 'isDefault'),
    construct: other.construct,
  }));
}

/** The finding on a class that is the default beside another one. */
export function secondDefault(first: string, other: string, path: string): Finding {
  return violation(
    RULES.defaultClass,
    path,
    `the classes ${show(first)} and ${show(other)} are both the default`,
    'make only one of them the default',
  );
}

/** Whether annotations make a class the default one, in the present form or in the former one. */
export function isDefaultClass(
  annotations: { readonly [key: string]: string } | undefined,
): boolean {
  return DEFAULT_CLASS_ANNOTATIONS.some((key) => annotations?.[key] === 'true');
}

/** Findings on a reservation of a volume that is kept for a claim already. */
export function checkReservation(kept: ClaimRef | undefined, claim: ClaimRef): Finding[] {
  if (kept === undefined || (kept.name === claim.name && kept.namespace === claim.namespace)) {
    return [];
  }
  const [path, other] =
    kept.name === claim.name
      ? ['namespace', `in ${show(claim.namespace)}`]
      : ['', `for ${show(claim.name)}`];
  return [
    violation(
      RULES.keptForAnother,
      path,
      `the volume is reserved for the claim ${show(kept.name)} in namespace ${show(kept.namespace)}, not ${other}`,
      'mount that claim, or create another volume',
    ),
  ];
}

/** A volume as those that it must be told apart from see it. */
export interface VolumeEntry {
  readonly construct: string;
  readonly driver: string;
  readonly volumeHandle: string;
  readonly namespace: string;
}

/** Findings on all volumes of an app: kubelet tells them apart by driver and handle. */
export function checkHandles(entries: readonly VolumeEntry[]): Finding[] {
  const seen = new Map<string, VolumeEntry>();
  return entries.flatMap((entry) => {
    const key = [entry.namespace, entry.driver, entry.volumeHandle].join('\n');
    const first = putFirst(seen, key, entry);
    return first
      ? [
          {
            ...violation(
              RULES.sameHandle,
              'volumeHandle',
              `the handle ${show(entry.volumeHandle)} is also that of ${first.construct} in namespace ${show(entry.namespace)}`,
              `mount ${first.construct} instead, or use another volume`,
            ),
            construct: entry.construct,
          },
        ]
      : [];
  });
}

/** Findings on a name that is a DNS subdomain. */
export function checkName(name: unknown, path: string): Finding[] {
  return checkSubdomain(name, path, RULES.name);
}

/** Findings on a namespace; one that is missing is one only where it is required. */
export function checkNamespace(namespace: unknown, path: string, required: boolean): Finding[] {
  if (namespace === undefined && !required) return [];
  if (typeof namespace !== 'string' || namespace === '') {
    return [
      violation(
        RULES.namespace,
        path,
        namespace === undefined
          ? 'the namespace is unknown'
          : `${show(namespace)} is not a valid namespace`,
        'set namespace here or on the chart: other objects refer to it',
      ),
    ];
  }
  return checkNamespaceName(namespace, path, RULES.namespace);
}

/** Findings on labels or annotations. */
export function checkLabels(labels: unknown, path: string, withValues: boolean): Finding[] {
  const findings = checkStringMap(labels, path);
  if (findings.length > 0) return findings;
  return withValues
    ? checkLabelMap(labels, path, RULES.label)
    : checkAnnotationMap(labels, path, RULES);
}
