/** Faults of the metadata of any object: its name, its labels, its annotations. */
import { Finding } from '../findings';
import {
  append,
  Fields,
  labelProblems,
  subdomainProblems,
  fieldsOf,
  qualifiedKeyProblems,
  isSurelyWithin,
  LAST_APPLIED,
  MAX_ANNOTATION_BYTES,
  annotationBytes,
} from '../kube';
import { invalid, tooLong } from '../resource';
import { AppliedManifest } from './applied';
import { pathSegmentProblems } from './kinds/field-names';
import { annotationKeyFaults, labelFaults } from './labels';

/** Kinds whose names are labels. */
const LABEL_NAMES = ['/Namespace', '/Service'];
/** Kinds whose names are parts of paths, and may be nearly anything. */
const PATH_NAMES = [
  'rbac.authorization.k8s.io/',
  'policy/PodDisruptionBudget',
  'apiregistration.k8s.io/APIService',
];

/** Kinds whose metadata are judged like those of custom resources. */
const LENIENT = /^(?:admissionregistration|apiextensions)\.k8s\.io\/|^policy\//;

const STANDARD_FINALIZERS = ['kubernetes', 'orphan', 'foregroundDeletion'];
export const UNKNOWN_FINALIZER =
  'name is neither a standard finalizer name nor is it fully qualified';

/** Whether a finalizer is one of Kubernetes, or has a domain. */
export function isKnownFinalizer(name: string): boolean {
  return name.includes('/') || STANDARD_FINALIZERS.includes(name);
}

/** What is wrong with its name, its labels and its annotations. */
export function metadataProblems(
  { kindKey, name, type }: AppliedManifest,
  live: Fields,
): Finding[] {
  const found: Finding[] = [];
  const problems = PATH_NAMES.some((group) => kindKey.startsWith(group))
    ? pathProblems(name)
    : LABEL_NAMES.includes(kindKey)
      ? labelProblems(name)
      : subdomainProblems(name);
  for (const problem of problems) {
    found.push(invalid('metadata.name', name, problem, 'use a valid name'));
  }
  const { labels, annotations, finalizers } = fieldsOf(live.metadata);
  append(found, labelFaults(labels, 'metadata.labels'));
  for (const [index, finalizer] of (Array.isArray(finalizers)
    ? (finalizers as unknown[])
    : []
  ).entries()) {
    if (typeof finalizer !== 'string') continue;
    for (const problem of qualifiedKeyProblems(finalizer)) {
      found.push(invalid('metadata.finalizers', finalizer, problem, 'use a valid name'));
    }
    // Of other kinds it is only warned about.
    if (type === undefined || LENIENT.test(kindKey) || isKnownFinalizer(finalizer)) {
      continue;
    }
    found.push(
      invalid(
        `metadata.finalizers[${index}]`,
        finalizer,
        UNKNOWN_FINALIZER,
        'add a domain, such as example.com/cleanup',
      ),
    );
  }
  append(found, annotationKeyFaults(annotations, 'metadata.annotations'));
  return found;
}

function pathProblems(name: string): string[] {
  return name === '' ? ['name or generateName is required'] : pathSegmentProblems(name);
}

/** Annotations that are too large; kubectl keeps the whole manifest in one of them. */
export function annotationProblems(
  live: Fields,
  { given }: AppliedManifest,
  isKept: boolean = false,
): Finding[] {
  const annotations = fieldsOf(fieldsOf(live.metadata).annotations);
  // Nearly all objects are much smaller.
  if (
    isSurelyWithin(
      isKept ? [annotations, { [LAST_APPLIED]: given }] : annotations,
      MAX_ANNOTATION_BYTES,
    )
  ) {
    return [];
  }
  const all = isKept ? { ...annotations, [LAST_APPLIED]: `${jsonOf(given)}\n` } : annotations;
  if (annotationBytes(all) <= MAX_ANNOTATION_BYTES) return [];
  return [
    tooLong(
      'metadata.annotations',
      MAX_ANNOTATION_BYTES,
      isKept
        ? 'use server-side apply, which does not keep a copy of the manifest, or reduce the object'
        : 'remove or shorten annotations',
    ),
  ];
}

/** As kubectl writes it down. Integers may be larger than those of JavaScript. */
function jsonOf(manifest: Fields): string {
  try {
    return JSON.stringify(manifest);
  } catch (error) {
    // What is too deep is refused for that.
    if (error instanceof RangeError) return '';
    return JSON.stringify(manifest, (_, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    );
  }
}
