/** All other kinds: configuration, priorities, budgets, definitions. */
import { KindRules, Past } from './kind';
import { limitProblems } from './limit-ranges';
import { quotaProblems } from './quotas';
import { NO_PERCENT, PERCENT } from './rolling';
import { Finding } from '../../findings';
import { Fields, fieldsOf, isEncrypted, own, setField, textOf } from '../../kube';
import { at, fieldsAt, listAt, Draft } from '../../model';
import { priorityOfSystem } from '../../pod';
import { required, invalid, forbidden, saying } from '../../resource';

export const OTHER_RULES: { readonly [kindKey: string]: KindRules } = {
  '/ConfigMap': { invalid: (after) => keyProblems(after, ['data', 'binaryData']) },
  '/Secret': {
    created: (live) => readStringData(live),
    overwrites: ({ data, stringData }) =>
      Object.keys(fieldsOf(stringData)).some((key) => Object.hasOwn(fieldsOf(data), key)),
    invalid: (after) => [...keyProblems(after, ['data']), ...missingKeys(after)],
  },
  '/ResourceQuota': { invalid: quotaProblems },
  '/LimitRange': { invalid: limitProblems },
  'scheduling.k8s.io/PriorityClass': { invalid: priorityProblems },
  'policy/PodDisruptionBudget': { invalid: budgetProblems },
  'apiextensions.k8s.io/CustomResourceDefinition': {
    created: nameDefinition,
    invalid: definitionProblems,
  },
};

const MOST_PRIORITY = 1_000_000_000;

/** Some names are the server's own, and so are the highest values. */
function priorityProblems({ value, globalDefault }: Fields, { sent }: Past): Finding[] {
  const { name } = sent;
  if (name.startsWith('system-')) {
    const known = priorityOfSystem(name);
    if (known !== undefined && known === value && globalDefault !== true) return [];
    const why = `priority class names with 'system-' prefix are reserved for system use only. error: ${name} is not a known system priority class`;
    return [forbidden('metadata.name', why, 'rename it')];
  }
  if (typeof value !== 'number' || value <= MOST_PRIORITY) return [];
  const why = `maximum allowed value of a user defined priority is ${MOST_PRIORITY}`;
  return [forbidden('value', why, `use at most ${MOST_PRIORITY}`)];
}

/**
 * `stringData` is only ever written to: its keys become those of `data`, and stay when they are
 * left out later.
 */
export function readStringData(live: Draft): void {
  const strings = fieldsOf(live.stringData);
  delete live.stringData;
  const data: Draft = {};
  for (const [key, value] of Object.entries(fieldsOf(live.data))) {
    if (typeof value === 'string') setField(data, key, plainBase64(value));
  }
  for (const [key, value] of Object.entries(strings)) {
    if (typeof value === 'string') setField(data, key, Buffer.from(value).toString('base64'));
  }
  if (Object.keys(data).length > 0) live.data = data;
}

/** White space means nothing in it. */
function plainBase64(text: string): string {
  return text.replace(/[\r\n]/g, '');
}

const CONFIG_KEY = "a valid config key must consist of alphanumeric characters, '-', '_' or '.'";
const KEY = /^[-._a-zA-Z0-9]{1,253}$/;

/** Keys are names of files, each of which is there once. */
function keyProblems(after: Fields, fields: readonly string[]): Finding[] {
  const found: Finding[] = [];
  const { binaryData } = after;
  for (const field of fields) {
    for (const key of Object.keys(fieldsOf(after[field]))) {
      const place = `${field}[${key}]`;
      if (!KEY.test(key) || key === '.' || key.startsWith('..')) {
        found.push(invalid(place, key, CONFIG_KEY, 'use a valid key'));
      }
      if (field === 'data' && fields.length > 1 && Object.hasOwn(fieldsOf(binaryData), key)) {
        found.push(
          invalid(place, key, 'duplicate of key present in binaryData', 'remove one of them'),
        );
      }
    }
  }
  return found;
}

/** Keys that Secrets of a type must have. */
const KEYS_OF_TYPES: { readonly [type: string]: readonly string[] } = {
  'kubernetes.io/tls': ['tls.crt', 'tls.key'],
  'kubernetes.io/dockerconfigjson': ['.dockerconfigjson'],
  'kubernetes.io/dockercfg': ['.dockercfg'],
  'kubernetes.io/ssh-auth': ['ssh-privatekey'],
};

/** Types of Secrets with JSON in them, and the key that has it. */
const JSON_KEYS: { readonly [type: string]: string } = {
  'kubernetes.io/dockerconfigjson': '.dockerconfigjson',
  'kubernetes.io/dockercfg': '.dockercfg',
};
const ACCOUNT = 'kubernetes.io/service-account.name';
const LOGIN = ['username', 'password'];

function missingKeys(after: Fields): Finding[] {
  const { type, data } = after;
  const has = (key: string) => Object.hasOwn(fieldsOf(data), key);
  const missing = (field: string) => required(field, `a Secret of the type ${String(type)} has it`);
  if (type === 'kubernetes.io/service-account-token') {
    const name = fieldsAt(after, 'metadata.annotations')[ACCOUNT];
    return typeof name === 'string' && name !== ''
      ? []
      : [missing(`metadata.annotations[${ACCOUNT}]`)];
  }
  if (type === 'kubernetes.io/basic-auth') {
    return LOGIN.some(has) ? [] : LOGIN.map((key) => missing(`data[${key}]`));
  }
  const key = own(JSON_KEYS, textOf(type));
  if (key !== undefined && has(key)) {
    const why = jsonProblem(fieldsOf(data)[key]);
    return why === undefined
      ? []
      : [invalid(`data[${key}]`, '<secret contents redacted>', why, 'use a JSON object')];
  }
  return missingKeysOf(after);
}

/** Why bytes are no object in JSON. */
function jsonProblem(bytes: unknown): string | undefined {
  if (isEncrypted(bytes)) return undefined;
  try {
    const value: unknown = JSON.parse(Buffer.from(String(bytes), 'base64').toString());
    return typeof value === 'object' && !Array.isArray(value)
      ? undefined
      : 'json: cannot unmarshal it into Go value of type map[string]interface {}';
  } catch {
    return 'invalid JSON';
  }
}

function missingKeysOf(after: Fields): Finding[] {
  const { type, data } = after;
  const keys = own(KEYS_OF_TYPES, textOf(type)) ?? [];
  return keys
    .filter((key) => !Object.hasOwn(fieldsOf(data), key))
    .map((key) => required(`data[${key}]`, `a Secret of this type has the key ${key}`));
}

function budgetProblems(after: Fields): Finding[] {
  const found: Finding[] = [];
  for (const field of ['minAvailable', 'maxUnavailable']) {
    const value = at(after, `spec.${field}`);
    if (typeof value === 'string' && !PERCENT.test(value)) {
      found.push(
        invalid(`spec.${field}`, value, NO_PERCENT, 'use a number without quotes, or a percentage'),
      );
    } else if (typeof value === 'string' && Number(value.slice(0, -1)) > 100) {
      found.push(
        invalid(`spec.${field}`, value, 'must not be greater than 100%', 'use at most 100%'),
      );
    } else if (typeof value === 'number' && value < 0) {
      found.push(
        invalid(`spec.${field}`, value, 'must be greater than or equal to 0', 'use at least 0'),
      );
    }
  }
  if (
    at(after, 'spec.minAvailable') !== undefined &&
    at(after, 'spec.maxUnavailable') !== undefined
  ) {
    found.push(
      invalid(
        'spec',
        {},
        'minAvailable and maxUnavailable cannot be both set',
        'remove one of them',
      ),
    );
  }
  return found;
}

/** Names that follow from others. */
export function nameDefinition(live: Draft): void {
  const spec = live.spec as Draft | undefined;
  if (!spec) return;
  const names = fieldsOf(spec.names);
  const { kind } = names;
  if (typeof kind === 'string') {
    spec.names = { singular: kind.toLowerCase(), listKind: `${kind}List`, ...names };
  }
  if (spec.conversion === undefined) spec.conversion = { strategy: 'None' };
}

/** The server writes the versions out here. */
function ofVersions(field: string, why: string): Finding {
  const remedy = 'set storage: true for one version';
  return saying(invalid(field, undefined, why, remedy), `Invalid value: […]: ${why}`);
}

function definitionProblems(after: Fields, { before }: Past): Finding[] {
  const name = at(after, 'metadata.name');
  const [plural, group] = [textOf(at(after, 'spec.names.plural')), textOf(at(after, 'spec.group'))];
  const wanted = `${plural}.${group}`;
  const found: Finding[] = [];
  // That it stays so is what is refused of a change.
  if (before === undefined && name !== wanted) {
    found.push(
      invalid(
        'metadata.name',
        name,
        'must be spec.names.plural+"."+spec.group',
        plural === '' || group === ''
          ? 'set spec.names.plural and spec.group'
          : `call it ${wanted}`,
      ),
    );
  }
  const versions = listAt(after, 'spec.versions');
  if (versions.length > 0 && versions.filter(({ storage }) => storage === true).length !== 1) {
    found.push(
      ofVersions('spec.versions', 'must have exactly one version marked as storage version'),
      ofVersions('status.storedVersions', 'must have the storage version'),
    );
  }
  versions.forEach((version, index) => {
    if (Object.keys(fieldsAt(version, 'schema.openAPIV3Schema')).length > 0) return;
    found.push(required(`spec.versions[${index}].schema.openAPIV3Schema`, 'add the schema'));
  });
  return found;
}
