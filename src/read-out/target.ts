/** The target that a read-out shows: version, classes and the default one. */
import type { ReadOut } from './spec';
import type { TargetSpec } from '../facts';
import { DEFAULT_CLASS_ANNOTATIONS, fieldsOf, textOf } from '../kube';

const CLASS = 'storage.k8s.io/StorageClass';

/** What the cluster says of itself. What it does not show is left out. */
export function targetOfReadOut(readOut: ReadOut): TargetSpec {
  const { kubernetes } = readOut;
  const classes = readOut.ofKind(CLASS);
  const defaults = classes
    .map(({ name, manifest }) => ({ name, ...metadataOf(manifest.metadata) }))
    .filter(({ annotations }) =>
      DEFAULT_CLASS_ANNOTATIONS.some((one) => annotations[one] === 'true'),
    )
    // Of several, the server takes the newest, then the one whose name comes first.
    .sort((a, b) => compare(b.created, a.created) || compare(a.name, b.name));
  return {
    ...(kubernetes === undefined ? {} : { kubernetes }),
    ...(defaults.length === 0 ? {} : { defaultStorageClassName: defaults[0].name }),
    ...(readOut.covers(CLASS) ? { storageClassNames: classes.map(({ name }) => name).sort() } : {}),
  };
}

function metadataOf(metadata: unknown): {
  readonly annotations: { readonly [key: string]: unknown };
  readonly created: string;
} {
  const { annotations, creationTimestamp } = fieldsOf(metadata);
  return {
    annotations: fieldsOf(annotations),
    created: textOf(creationTimestamp),
  };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
