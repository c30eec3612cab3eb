/** Checks of the metadata of an object that the API server could read. */
import { Finding } from '../findings';
import {
  annotationBytes,
  Fields,
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
import { isObject, toGoJson } from './values';

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
    ...finalizersProblems(valuesOf(finalizers)),
    ...ownersProblems(valuesOf(ownerReferences)),
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

function finalizersProblems(finalizers: readonly unknown[]): Finding[] {
  const [orphan, delay] = ['orphan', 'foregroundDeletion'];
  const areBoth = finalizers.includes(orphan) && finalizers.includes(delay);
  const text = `finalizer ${orphan} and ${delay} cannot be both set`;
  return [
    ...finalizers.flatMap((one) =>
      refused('finalizers', textOf(one), qualifiedKeyProblems(textOf(one))),
    ),
    ...(areBoth ? [invalid('metadata.finalizers', toGoJson(finalizers.map(textOf)), text)] : []),
  ];
}

function ownersProblems(references: readonly unknown[]): Finding[] {
  return ownerFaults(references.map(fieldsOf)).map(({ field, value, why }) => {
    const owners = typeof value === 'string' ? [] : [value].flat();
    const shown = owners.map(shownOwner).join(',');
    return invalid(
      `metadata.${field}`,
      typeof value === 'string' ? quote(value) : Array.isArray(value) ? `[${shown}]` : shown,
      why,
    );
  });
}

/** What the server refuses of owners. */
interface OwnerFault {
  /** The field below `metadata`; the server does not number the owners. */
  readonly field: string;
  /** The text, the owner, or all owners. */
  readonly value: string | Fields | readonly Fields[];
  readonly why: string;
}

/** Each fault of too many controllers shows all owners, so only this many are reported. */
const MOST_CONTROLLERS = 3;

/** Everything that is wrong with the owners of an object of any kind. */
export function ownerFaults(owners: readonly Fields[]): OwnerFault[] {
  const [first, ...further] = owners.filter(({ controller }) => controller === true);
  const named = ({ kind, name }: Fields) => `${textOf(kind)}/${textOf(name)}`;
  return [
    ...owners.flatMap(faultsOfOwner),
    ...further.slice(0, MOST_CONTROLLERS).map((other) => ({
      field: OWNERS,
      value: owners,
      why:
        'Only one reference can have Controller set to true. Found "true" in references for ' +
        `${named(first)} and ${named(other)}`,
    })),
  ];
}

const OWNERS = 'ownerReferences';

function faultsOfOwner(owner: Fields): OwnerFault[] {
  const apiVersion = textOf(owner.apiVersion);
  const isEvent = /^\/?v1$/.test(apiVersion) && owner.kind === 'Event';
  return [
    ...(hasVersion(apiVersion)
      ? []
      : [{ field: `${OWNERS}.apiVersion`, value: apiVersion, why: 'version must not be empty' }]),
    ...['kind', 'name', 'uid']
      .filter((field) => textOf(owner[field]) === '')
      .map((field) => ({ field: `${OWNERS}.${field}`, value: '', why: 'must not be empty' })),
    ...(isEvent
      ? [{ field: OWNERS, value: owner, why: '/v1, Kind=Event is disallowed from being an owner' }]
      : []),
  ];
}

/** Whether Go reads a version out of it: what has two slashes is none. */
function hasVersion(apiVersion: string): boolean {
  return /^([^/]*\/)?[^/]+$/.test(apiVersion);
}

/** An owner as Go writes it, in the order of its fields. */
function shownOwner({ controller, blockOwnerDeletion, ...owner }: Fields): string {
  const fields = [
    ...['apiVersion', 'kind', 'name', 'uid'].map((field) => [field, textOf(owner[field])] as const),
    ...Object.entries({ controller, blockOwnerDeletion }).filter(
      ([, value]) => typeof value === 'boolean',
    ),
  ];
  return `{${fields.map(([field, value]) => `"${field}":${toGoJson(value)}`).join(',')}}`;
}

function textsOf(map: unknown): [string, string][] {
  return isObject(map) ? Object.entries(map).map(([key, value]) => [key, textOf(value)]) : [];
}
