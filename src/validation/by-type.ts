/** What is wrong with an object by its type alone: required fields, few values, names, labels. */
import { AppliedManifest } from './applied';
import { boundProblems } from './bounds';
import { required, invalid, unsupported, Refusal } from './refusal';
import { ASSIGNED_UID } from './server-assigned';
import {
  append,
  Fields,
  fieldsOf,
  isFields,
  labelProblems,
  labelValueProblems,
  qualifiedKeyProblems,
  subdomainProblems,
} from '../kube';
import { elementType, ElementType, enumsOf, pointee, requiredOf, structFields } from '../model';
import { pathSegmentProblems } from './kinds/field-names';
import { selectorFaults } from './kinds/selectors';

/** All that is wrong by the types of its fields. */
export function typeProblems(type: string, value: Fields): Refusal[] {
  const found: Refusal[] = [];
  // Nearly nothing is wrong, and places are only for what is.
  walk(type, value, undefined, found);
  if (found.length === 0) return found;
  found.length = 0;
  walk(type, value, '', found);
  return found;
}

/** What the server writes itself, or asks for in words of its own. */
const OWN_WORDS = new Set([
  'PersistentVolumeClaimSpec.accessModes',
  'Volume.name',
  'ObjectReference.name',
  'ServicePort.port',
  'RoleRef.apiGroup',
  'ResourceRequirements.claims',
  'TokenRequest.audience',
]);

/** Fields that the server does not name: it finds fault with what they are in. */
const OF_THE_WHOLE = new Set([
  'DeploymentStrategy.type',
  'DaemonSetUpdateStrategy.type',
  'StatefulSetUpdateStrategy.type',
]);
/** Lists of which the server does not say which item is wrong. */
const UNNUMBERED = new Set([
  'CSIDriverSpec.volumeLifecycleModes',
  'PersistentVolumeClaimSpec.accessModes',
  'PersistentVolumeSpec.accessModes',
  'ResourceQuotaSpec.scopes',
]);

/** What there is to be looked at in values of one type. */
interface Plan {
  readonly element?: ElementType;
  readonly fields?: { readonly [field: string]: string };
  /** Texts that must be there. */
  readonly required: readonly string[];
  readonly choices: ReadonlyMap<string, Choice>;
}

/** What a field, or each item of it, may be. */
interface Choice {
  readonly values?: readonly unknown[];
  readonly ofItems?: readonly unknown[];
  readonly ofTheWhole: boolean;
  readonly unnumbered: boolean;
  /** Whether an empty text is something. */
  readonly isReference: boolean;
}

const PLANS = new Map<string, Plan>();

function planOf(type: string): Plan {
  const known = PLANS.get(type);
  if (known) return known;
  const plain = pointee(type);
  const element = elementType(plain);
  const isPlainMap = element?.kind === 'map' && !structFields(pointee(element.type));
  const fields = isPlainMap ? undefined : structFields(plain);
  const enums = enumsOf(plain);
  const choices = new Map<string, Choice>();
  for (const name of enums?.keys() ?? []) {
    const field = name.replace(/\[\]$/, '');
    const key = `${plain}.${field}`;
    choices.set(field, {
      values: enums?.get(field),
      ofItems: enums?.get(`${field}[]`),
      ofTheWhole: OF_THE_WHOLE.has(key),
      unnumbered: UNNUMBERED.has(key),
      isReference: fields?.[field]?.startsWith('*') === true && key !== 'Lifecycle.stopSignal',
    });
  }
  const plan = {
    element: isPlainMap ? undefined : element,
    fields,
    // Go does not tell an empty value from none, and only some of what the published types require
    // is asked for.
    required: fields
      ? requiredOf(plain).filter(
          (field) => fields[field] === 'string' && !OWN_WORDS.has(`${plain}.${field}`),
        )
      : [],
    choices,
  };
  PLANS.set(type, plan);
  return plan;
}

/** Selectors that go to others as they are. */
const UNJUDGED = /\.metric\.selector$/;

/** Without a path none is written: what is found then is only that there is something. */
function walk(type: string, value: unknown, path: string | undefined, found: Refusal[]): void {
  const { element, fields, required: wanted, choices } = planOf(type);
  if (element?.kind === 'list') {
    if (Array.isArray(value)) {
      value.forEach((item, index) =>
        walk(element.type, item, path === undefined ? path : `${path}[${index}]`, found),
      );
    }
    return;
  }
  if (element) {
    for (const [key, one] of Object.entries(fieldsOf(value))) {
      walk(element.type, one, path === undefined ? path : `${path}[${key}]`, found);
    }
    return;
  }
  if (!fields || !isFields(value)) return;
  for (const field of wanted) {
    if (value[field] === undefined) {
      found.push(required(join(path ?? '', field), 'write it'));
    }
  }
  append(found, boundProblems(pointee(type), value, path ?? ''));
  if (pointee(type) === 'LabelSelector' && !UNJUDGED.test(path ?? '')) {
    append(found, selectorFaults(value, path ?? ''));
  }
  for (const field of Object.keys(value)) {
    if (!Object.hasOwn(fields, field)) continue;
    const one = value[field];
    const choice = choices.get(field);
    if (choice) checkChoice(choice, one, path ?? '', field, found);
    if (typeof one === 'object') {
      walk(fields[field], one, path === undefined ? path : join(path, field), found);
    }
  }
}

function checkChoice(
  choice: Choice,
  value: unknown,
  path: string,
  field: string,
  found: Refusal[],
): void {
  const { values, ofItems, ofTheWhole, unnumbered, isReference } = choice;
  const at = join(path, field);
  if (value !== '' || isReference) {
    append(found, oneOf(values, value, ofTheWhole ? path : at));
  }
  if (Array.isArray(value)) {
    value.forEach((item, index) =>
      append(found, oneOf(ofItems, item, unnumbered ? at : `${at}[${index}]`)),
    );
  }
}

function oneOf(
  values: readonly unknown[] | undefined,
  value: unknown,
  field: string,
): readonly Refusal[] {
  if (!values || typeof value !== 'string' || values.includes(value)) return NONE;
  return [unsupported(field, value, values)];
}

const NONE: readonly Refusal[] = [];

/** Kinds whose names are labels. */
const LABEL_NAMES = ['/Namespace', '/Service'];
/** Kinds whose names are parts of paths, and may be nearly anything. */
const PATH_NAMES = [
  'rbac.authorization.k8s.io/',
  'policy/PodDisruptionBudget',
  'apiregistration.k8s.io/APIService',
];

const STANDARD_FINALIZERS = ['kubernetes', 'orphan', 'foregroundDeletion'];
/** Kinds whose metadata are judged like those of custom resources. */
const LENIENT = /^(?:admissionregistration|apiextensions)\.k8s\.io\/|^policy\//;

/** What is wrong with its name, its labels and its annotations. */
export function metadataProblems(
  { kindKey, name, type }: AppliedManifest,
  live: Fields,
): Refusal[] {
  const found: Refusal[] = [];
  const problems = PATH_NAMES.some((group) => kindKey.startsWith(group))
    ? pathProblems(name)
    : LABEL_NAMES.includes(kindKey)
      ? labelProblems(name)
      : subdomainProblems(name);
  for (const problem of problems) {
    found.push(invalid('metadata.name', name, problem, 'give it a valid name'));
  }
  const { labels, annotations, finalizers } = fieldsOf(live.metadata);
  for (const [key, value] of Object.entries(fieldsOf(labels))) {
    if (key.startsWith('<')) continue;
    for (const problem of qualifiedKeyProblems(key)) {
      found.push(invalid('metadata.labels', key, problem, 'give a valid key'));
    }
    for (const problem of typeof value === 'string' && value !== ASSIGNED_UID
      ? labelValueProblems(value)
      : []) {
      found.push(invalid('metadata.labels', value, problem, 'give a valid value'));
    }
  }
  for (const [index, finalizer] of (Array.isArray(finalizers)
    ? (finalizers as unknown[])
    : []
  ).entries()) {
    if (typeof finalizer !== 'string') continue;
    for (const problem of qualifiedKeyProblems(finalizer)) {
      found.push(invalid('metadata.finalizers', finalizer, problem, 'give a valid name'));
    }
    // Of other kinds it is only warned about.
    if (
      type === undefined ||
      LENIENT.test(kindKey) ||
      finalizer.includes('/') ||
      STANDARD_FINALIZERS.includes(finalizer)
    ) {
      continue;
    }
    found.push(
      invalid(
        `metadata.finalizers[${index}]`,
        finalizer,
        'name is neither a standard finalizer name nor is it fully qualified',
        'write it with a domain, such as example.com/cleanup',
      ),
    );
  }
  for (const key of Object.keys(fieldsOf(annotations))) {
    for (const problem of qualifiedKeyProblems(key.toLowerCase())) {
      found.push(invalid('metadata.annotations', key, problem, 'give a valid key'));
    }
  }
  return found;
}

function pathProblems(name: string): string[] {
  return name === '' ? ['name or generateName is required'] : pathSegmentProblems(name);
}

function join(path: string, field: string): string {
  return path === '' ? field : `${path}.${field}`;
}
