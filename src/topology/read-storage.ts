/** Claims, persistent volumes, classes and drivers as they are written. */
import { dataAt, dataOf, someText, textFieldsOf, textsOf } from './data';
import { Claim, CsiDriver, Data, Labels, PersistentVolume, StorageClass } from './model';
import { TopologyObject } from './objects';
import { CLASS_ANNOTATION, DEFAULT_CLASS_ANNOTATIONS, textOf } from '../kube';

/** What is said of a claim, in its object or in the template that it is made of. */
type ClaimWords = Pick<Claim, 'key' | 'name' | 'namespace' | 'origin'> & {
  readonly spec: Data;
  readonly metadata: Data;
  readonly moreLabels?: Labels;
  readonly status?: unknown;
};

/**
 * Reads a claim. `reserved` is the volume that is reserved for it, which counts if it names none.
 */
export function readClaim(
  { key, name, namespace, origin, spec, metadata, moreLabels, status }: ClaimWords,
  reserved: PersistentVolume | undefined,
): Claim {
  return {
    name,
    namespace,
    origin,
    key,
    spec,
    labels: moreLabels
      ? { ...textFieldsOf(metadata.labels), ...moreLabels }
      : textFieldsOf(metadata.labels),
    annotations: textFieldsOf(metadata.annotations),
    accessModes: textsOf(spec.accessModes),
    volumeMode: someText(spec.volumeMode) ?? 'Filesystem',
    volumeName: someText(spec.volumeName) ?? reserved?.name,
    ...(status === undefined ? {} : { status: dataOf(status) }),
  };
}

export function readPersistentVolume({
  key,
  name,
  metadata,
  manifest,
}: TopologyObject): PersistentVolume {
  const spec = dataOf(manifest.spec);
  const annotated = dataOf(metadata.annotations)[CLASS_ANNOTATION];
  const claim = dataOf(spec.claimRef);
  const claimName = someText(claim.name);
  return {
    key,
    name,
    accessModes: textsOf(spec.accessModes),
    storageClassName: [annotated, spec.storageClassName].find((one) => typeof one === 'string') as
      | string
      | undefined,
    driver: someText(dataOf(spec.csi).driver),
    claimRef:
      claimName === undefined
        ? undefined
        : { name: claimName, namespace: someText(claim.namespace) },
    manifest,
  };
}

export function readStorageClass({ key, name, metadata, manifest }: TopologyObject): StorageClass {
  const annotations = dataOf(metadata.annotations);
  return {
    key,
    name,
    provisioner: textOf(manifest.provisioner),
    isDefault: DEFAULT_CLASS_ANNOTATIONS.some((annotation) => annotations[annotation] === 'true'),
    volumeBindingMode: someText(manifest.volumeBindingMode) ?? 'Immediate',
    manifest,
  };
}

/**
 * The class of claims that ask for none. Of several, Kubernetes takes the newest, and of those that
 * are equally new the one whose name comes first; objects that are not in a cluster yet have no
 * age, so the name alone decides.
 */
export function defaultClassOf(classes: readonly StorageClass[]): StorageClass | undefined {
  return classes
    .filter(({ isDefault }) => isDefault)
    .reduce<StorageClass | undefined>((best, one) => {
      if (!best) return one;
      const younger = createdAt(one) - createdAt(best);
      return younger > 0 || (younger === 0 && one.name < best.name) ? one : best;
    }, undefined);
}

function createdAt({ manifest }: StorageClass): number {
  return Date.parse(textOf(dataAt(manifest, ['metadata']).creationTimestamp)) || 0;
}

export function readCsiDriver({ key, name, manifest }: TopologyObject): CsiDriver {
  return { key, name, manifest };
}
