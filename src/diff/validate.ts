/** What is wrong with an object by its type alone: required fields, few values, names, labels. */
import { boundProblems } from './bounds';
import { Sent } from './objects';
import { Refusal } from './rules';
import { CHOSEN_UID } from './rules/workloads';
import { elementType, enumsOf, pointee, requiredOf, structFields } from './types';
import { append, Fields, fieldsOf, isFields, labelProblems, labelValueProblems, qualifiedKeyProblems, subdomainProblems } from '../kube';

/** All that is wrong by the types of its fields. */
export function typeProblems(type: string, value: Fields): Refusal[] {
  const found: Refusal[] = [];
  walk(type, value, '', found);
  return found;
}

/** What the server writes itself, or asks for in words of its own. */
const OWN_WORDS = new Set([
  'PersistentVolumeClaimSpec.accessModes', 'Volume.name', 'ObjectReference.name', 'ServicePort.port', 'RoleRef.apiGroup', 'ResourceRequirements.claims', 'TokenRequest.audience',
]);

/** Fields that the server does not name: it finds fault with what they are in. */
const OF_THE_WHOLE = new Set(['DeploymentStrategy.type', 'DaemonSetUpdateStrategy.type', 'StatefulSetUpdateStrategy.type']);
/** Lists of which the server does not say which item is wrong. */
const UNNUMBERED = new Set(['PersistentVolumeClaimSpec.accessModes', 'PersistentVolumeSpec.accessModes', 'ResourceQuotaSpec.scopes']);

function walk(type: string, value: unknown, path: string, found: Refusal[]): void {
  const plain = pointee(type);
  const element = elementType(plain);
  if (element?.kind === 'list') {
    if (Array.isArray(value)) value.forEach((item, index) => walk(element.type, item, `${path}[${index}]`, found));
    return;
  }
  if (element) {
    if (structFields(pointee(element.type))) for (const [key, one] of Object.entries(fieldsOf(value))) walk(element.type, one, `${path}[${key}]`, found);
    return;
  }
  const fields = structFields(plain);
  if (!fields || !isFields(value)) return;
  for (const field of requiredOf(plain)) {
    // Go does not tell an empty value from none, and only some of what the published types require is asked for.
    if (value[field] === undefined && fields[field] === 'string' && !OWN_WORDS.has(`${plain}.${field}`)) {
      found.push({ field: join(path, field), message: 'Required value', remedy: 'write it' });
    }
  }
  append(found, boundProblems(plain, value, path));
  const enums = enumsOf(plain);
  for (const field of Object.keys(value)) {
    if (!Object.hasOwn(fields, field)) continue;
    const one = value[field];
    if (enums) {
      const at = join(path, field);
      append(found, unsupported(enums.get(field), one, OF_THE_WHOLE.has(`${plain}.${field}`) ? path : at));
      const where = (index: number) => UNNUMBERED.has(`${plain}.${field}`) ? at : `${at}[${index}]`;
      if (Array.isArray(one)) one.forEach((item, index) => append(found, unsupported(enums.get(`${field}[]`), item, where(index))));
    }
    if (typeof one === 'object') walk(fields[field], one, join(path, field), found);
  }
}

function unsupported(values: readonly unknown[] | undefined, value: unknown, field: string): Refusal[] {
  if (!values || typeof value !== 'string' || value === '' || values.includes(value)) return [];
  const supported = values.map((one) => JSON.stringify(one)).join(', ');
  return [{ field, message: `Unsupported value: ${JSON.stringify(value)}: supported values: ${supported}`, remedy: `write one of ${supported}` }];
}

/** Kinds whose names are labels. */
const LABEL_NAMES = ['/Namespace', '/Service'];
/** Kinds whose names are parts of paths, and may be nearly anything. */
const PATH_NAMES = ['rbac.authorization.k8s.io/'];

/** What is wrong with its name, its labels and its annotations. */
export function metadataProblems({ kindKey, name }: Sent, live: Fields): Refusal[] {
  const found: Refusal[] = [];
  const problems = PATH_NAMES.some((group) => kindKey.startsWith(group)) ? pathProblems(name)
    : LABEL_NAMES.includes(kindKey) ? labelProblems(name) : subdomainProblems(name);
  for (const problem of problems) {
    found.push({ field: 'metadata.name', message: `Invalid value: ${JSON.stringify(name)}: ${problem}`, remedy: 'give it a valid name' });
  }
  const { labels, annotations } = fieldsOf(live.metadata);
  for (const [key, value] of Object.entries(fieldsOf(labels))) {
    if (key.startsWith('<')) continue;
    for (const problem of qualifiedKeyProblems(key)) found.push({ field: 'metadata.labels', message: `Invalid value: ${JSON.stringify(key)}: ${problem}`, remedy: 'give a valid key' });
    for (const problem of typeof value === 'string' && value !== CHOSEN_UID ? labelValueProblems(value) : []) {
      found.push({ field: 'metadata.labels', message: `Invalid value: ${JSON.stringify(value)}: ${problem}`, remedy: 'give a valid value' });
    }
  }
  for (const key of Object.keys(fieldsOf(annotations))) {
    for (const problem of qualifiedKeyProblems(key.toLowerCase())) {
      found.push({ field: 'metadata.annotations', message: `Invalid value: ${JSON.stringify(key)}: ${problem}`, remedy: 'give a valid key' });
    }
  }
  return found;
}

function pathProblems(name: string): string[] {
  if (name === '.' || name === '..') return [`may not be '${name}'`];
  const wrong = ['/', '%'].filter((letter) => name.includes(letter));
  return wrong.map((letter) => `may not contain '${letter}'`);
}

function join(path: string, field: string): string {
  return path === '' ? field : `${path}.${field}`;
}
