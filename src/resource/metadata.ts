/** Checks of the metadata of an object that the API server could read. */
import { Finding } from '../findings';
import {
  annotationBytes,
  fieldsOf,
  labelProblems,
  labelValueProblems,
  MAX_ANNOTATION_BYTES,
  qualifiedKeyProblems,
  quote,
  subdomainProblems,
  valuesOf,
  textOf,
} from '../kube';
import { invalid, required, sorted, tooLong } from './problems';
import { isObject } from './values';

/**
 * Everything that is wrong with the metadata of an object that has a subdomain for a name, sorted
 * as the API server's lines sort. What is of a wrong type is skipped, since
 * `goDecode('ObjectMeta', …)` finds it.
 */
export function validateMetadata(metadata: unknown): Finding[] {
  const fields: Record<string, unknown> = isObject(metadata) ? metadata : {};
  const { name, generateName, namespace, labels, annotations, finalizers, ownerReferences } =
    fields;
  return sorted([
    ...(generateName
      ? refused(
          'generateName',
          textOf(generateName),
          subdomainProblems(withoutLastDash(textOf(generateName))),
        )
      : []),
    ...(name ? refused('name', textOf(name), subdomainProblems(textOf(name))) : [missingName()]),
    ...(namespace ? refused('namespace', textOf(namespace), labelProblems(textOf(namespace))) : []),
    ...textsOf(labels).flatMap(([key, value]) => [
      ...refused('labels', key, qualifiedKeyProblems(key)),
      ...refused('labels', value, labelValueProblems(value)),
    ]),
    ...textsOf(annotations).flatMap(([key]) =>
      refused('annotations', key, qualifiedKeyProblems(key.toLowerCase())),
    ),
    ...(annotationBytes(fieldsOf(annotations)) > MAX_ANNOTATION_BYTES
      ? [tooLong('metadata.annotations', MAX_ANNOTATION_BYTES)]
      : []),
    ...valuesOf(finalizers).flatMap((one) =>
      refused('finalizers', textOf(one), qualifiedKeyProblems(textOf(one))),
    ),
    ...valuesOf(ownerReferences).flatMap(ownerProblems),
  ]);
}

function missingName(): Finding {
  return required('metadata.name', 'name or generateName is required');
}

function refused(field: string, value: string, problems: readonly string[]): Finding[] {
  return problems.map((problem) => invalid(`metadata.${field}`, quote(value), problem));
}

/** What is made up comes behind the dash at its end. */
export function withoutLastDash(prefix: string): string {
  return prefix.length > 1 && prefix.endsWith('-') ? `${prefix.slice(0, -2)}a` : prefix;
}

function ownerProblems(reference: unknown): Finding[] {
  const owner = isObject(reference) ? reference : {};
  const empty = (field: string, text: string) =>
    textOf(owner[field]) === '' ? refused(`ownerReferences.${field}`, '', [text]) : [];
  return [
    ...empty('apiVersion', 'version must not be empty'),
    ...['kind', 'name', 'uid'].flatMap((field) => empty(field, 'must not be empty')),
  ];
}

function textsOf(map: unknown): [string, string][] {
  return isObject(map) ? Object.entries(map).map(([key, value]) => [key, textOf(value)]) : [];
}
