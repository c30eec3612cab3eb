/** Documents that cannot be read, or are not Kubernetes objects: omitted, or reported. */
import { isAbsent } from './metadata';
import { RENDER_RULES as RULES } from './rules';
import { Finding, nearest, show, violation } from '../findings';
import { isFields, isOfGroup } from '../kube';
import { YamlProblem } from '../yaml';

export function problemFinding(
  { code, message, remedy }: YamlProblem,
  isTemplate: boolean,
): Finding {
  const others = isTemplate
    ? '; if it is a template, render it first, or exclude it with --exclude'
    : '';
  return violation(
    code === 'duplicate-key' ? RULES.duplicateKey : RULES.syntax,
    '',
    message,
    `${remedy}${others}`,
  );
}

/** What only kustomize reads, its own plugins among it; its files may leave out what they are. */
const KUSTOMIZE = {
  group: 'kustomize.config.k8s.io',
  builtin: 'builtin',
  kinds: ['Kustomization', 'Component'],
};

/**
 * What is not an object of the API server and is not meant to be one, such as values of charts:
 * that is left out.
 */
export function checkDocument(data: unknown): Finding | undefined {
  if (isPlainlyObject(data)) return undefined;
  const isOther = !isFields(data) || isOfKustomize(data) || !isMeant(data);
  return isOther ? otherDocument() : checkObject(data);
}

/** Whether it has all that every object has, and is none of kustomize's. */
function isPlainlyObject(data: unknown): boolean {
  if (!isFields(data)) return false;
  const { apiVersion, kind, metadata } = data;
  return (
    typeof apiVersion === 'string' &&
    apiVersion !== '' &&
    typeof kind === 'string' &&
    kind !== '' &&
    isFields(metadata) &&
    !isOfKustomize(data)
  );
}

export function otherDocument(): Finding {
  return violation(
    RULES.otherDocument,
    '',
    'this is not a Kubernetes object, so it is omitted',
    'set apiVersion and kind, or exclude the file with --exclude',
  );
}

function isOfKustomize({ apiVersion, kind }: Record<string, unknown>): boolean {
  if (typeof apiVersion === 'string' && apiVersion !== '') {
    return apiVersion === KUSTOMIZE.builtin || isOfGroup(apiVersion, KUSTOMIZE.group);
  }
  return KUSTOMIZE.kinds.includes(kind as string);
}

/** Whether it has two of the three that every object has, or nearly. */
function isMeant(data: Record<string, unknown>): boolean {
  if (!isAbsent(data.apiVersion) && !isAbsent(data.kind)) return true;
  const has = (field: string) =>
    !isAbsent(data[field]) || nearest(field, Object.keys(data)) !== undefined;
  return [has('apiVersion'), has('kind'), isFields(data.metadata)].filter((one) => one).length >= 2;
}

const TYPE_FIELDS = ['apiVersion', 'kind'];

export function checkObject(data: unknown): Finding | undefined {
  const remedy = 'pass Kubernetes objects only';
  if (!isFields(data)) {
    return violation(
      RULES.object,
      '',
      `${Array.isArray(data) ? 'a list' : show(typeof data === 'bigint' ? String(data) : data)} is not a Kubernetes object`,
      remedy,
    );
  }
  for (const field of TYPE_FIELDS) {
    const value = data[field];
    if (typeof value === 'string' && value !== '') continue;
    const guess = nearest(
      field,
      Object.keys(data).filter((key) => !TYPE_FIELDS.includes(key)),
    );
    const words = isAbsent(value)
      ? `Object '${field === 'kind' ? 'Kind' : field}' is missing`
      : `${field} is not a string`;
    return violation(
      RULES.object,
      field,
      words,
      guess === undefined
        ? `write its ${field}; ${remedy}`
        : `perhaps ${show(guess)} should be ${show(field)}`,
    );
  }
  return undefined;
}
