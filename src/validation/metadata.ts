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
  valuesOf,
} from '../kube';
import { invalid, ownerFaults, tooLong, withoutLastDash } from '../resource';
import { AppliedManifest } from './applied';
import { pathSegmentProblems, wrongName } from './kinds/field-names';
import { annotationKeyFaults, labelFaults } from './labels';

/** Kinds whose names are labels. */
const LABEL_NAMES = ['/Namespace', '/Service'];
/** Kinds whose names are parts of paths, and may be nearly anything. */
const PATH_NAMES =
  /^(?:rbac\.authorization|apiregistration|certificates|events)\.k8s\.io\/|^policy\/|^\/Event$/;

/** Kinds whose metadata are judged like those of custom resources. */
const LENIENT =
  /^(?:admissionregistration|apiextensions|apiregistration|coordination|events|node)\.k8s\.io\/|^policy\/|^\/Event$/;

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
  const { labels, annotations, finalizers, generateName, ownerReferences } = fieldsOf(
    live.metadata,
  );
  const problemsOf = namesOf(kindKey);
  const found = [
    ...wrongName('metadata.generateName', generateName, begun(problemsOf), 'use a valid name'),
    ...wrongName('metadata.name', name, problemsOf, 'use a valid name'),
    ...ownersProblems(valuesOf(ownerReferences).map(fieldsOf)),
  ];
  append(found, labelFaults(labels, 'metadata.labels'));
  for (const [index, finalizer] of valuesOf(finalizers).entries()) {
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

/** What the server asks of names of a kind. */
function namesOf(kindKey: string): (name: string) => string[] {
  if (PATH_NAMES.test(kindKey)) return pathProblems;
  return LABEL_NAMES.includes(kindKey) ? labelProblems : subdomainProblems;
}

function pathProblems(name: string): string[] {
  return name === '' ? ['name or generateName is required'] : pathSegmentProblems(name);
}

/** The same of what names begin with: nothing where there is none, and it may end with a hyphen. */
function begun(problemsOf: (name: string) => string[]): (start: string) => string[] {
  return (start) => (start === '' ? [] : problemsOf(withoutLastDash(start)));
}

function ownersProblems(owners: readonly Fields[]): Finding[] {
  return ownerFaults(owners).map(({ field, value, why }) => {
    const remedy =
      typeof value === 'string'
        ? 'write it'
        : Array.isArray(value)
          ? 'set controller: true for one of them'
          : 'remove it';
    return invalid(`metadata.${field}`, value, why, remedy);
  });
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
