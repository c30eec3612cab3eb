/** All other kinds: configuration, access, quotas, definitions. */
import { at, Change, fieldsAt, KindRules, listAt, Refusal, valueText } from './kind-rules';
import { Fields, fieldsOf } from '../../kube';
import { Sent } from '../objects';
import { Draft } from '../types';

const HASHED = 'give it a name with a hash of its content, and update the pods to use it';
const RECREATE_BINDING = 'delete and recreate the binding, or give it a new name';
const ROLE_REF = {
  path: 'roleRef',
  says: 'Invalid value: {…}: cannot change roleRef',
  remedy: RECREATE_BINDING,
};
const MIGRATION =
  'create another definition, and move the objects to it; pruning or recreating a definition deletes all its objects';

export const OTHER_RULES: { readonly [kindKey: string]: KindRules } = {
  '/Namespace': { created: labelledByName, updated: labelledByName },
  '/ConfigMap': {
    refused: (change) => frozenRefusals(change, ['data', 'binaryData']),
    invalid: (after) => keyProblems(after, ['data', 'binaryData']),
  },
  '/Secret': {
    created: (live, sent) => readStringData(live, sent),
    updated: (after, _before, sent) => readStringData(after, sent),
    immutable: [{ path: 'type', remedy: 'create a Secret under a new name' }],
    refused: (change) => frozenRefusals(change, ['data']),
    invalid: (after) => [...keyProblems(after, ['data']), ...missingKeys(after)],
  },
  '/ResourceQuota': {
    immutable: [{ path: 'spec.scopes', isSet: true, remedy: 'create a quota under a new name' }],
  },
  'rbac.authorization.k8s.io/Role': { invalid: (after) => roleProblems(after, true) },
  'rbac.authorization.k8s.io/ClusterRole': { invalid: (after) => roleProblems(after, false) },
  'rbac.authorization.k8s.io/RoleBinding': {
    immutable: [ROLE_REF],
    invalid: (after) => bindingProblems(after, ['Role', 'ClusterRole']),
  },
  'rbac.authorization.k8s.io/ClusterRoleBinding': {
    immutable: [ROLE_REF],
    invalid: (after) => bindingProblems(after, ['ClusterRole']),
  },
  'scheduling.k8s.io/PriorityClass': {
    immutable: [
      {
        path: 'value',
        says: 'Forbidden: may not be changed in an update.',
        remedy: 'create a class under a new name, and update the pod templates to use it',
      },
      {
        path: 'preemptionPolicy',
        remedy: 'create a class under a new name, and update the pod templates to use it',
      },
    ],
  },
  'networking.k8s.io/IngressClass': {
    immutable: [{ path: 'spec.controller', remedy: 'create a class under a new name' }],
  },
  'networking.k8s.io/ServiceCIDR': {
    immutable: [{ path: 'spec', remedy: 'create one under a new name' }],
  },
  'networking.k8s.io/IPAddress': {
    immutable: [{ path: 'spec', remedy: 'remove the addresses, which the server assigns' }],
  },
  'node.k8s.io/RuntimeClass': {
    immutable: [{ path: 'handler', remedy: 'create a class under a new name' }],
  },
  'discovery.k8s.io/EndpointSlice': {
    immutable: [{ path: 'addressType', remedy: 'create a slice under a new name' }],
  },
  'policy/PodDisruptionBudget': { invalid: budgetProblems },
  'autoscaling/HorizontalPodAutoscaler': { invalid: autoscalerProblems },
  'storage.k8s.io/CSIStorageCapacity': {
    immutable: ['nodeTopology', 'storageClassName'].map((path) => ({
      path,
      remedy: 'let the driver publish its capacity',
    })),
  },
  'apiextensions.k8s.io/CustomResourceDefinition': {
    created: nameDefinition,
    updated: nameDefinition,
    refused: definitionRefusals,
    invalid: definitionProblems,
  },
};

/** The server sees to it that a namespace has its own name as a label. */
function labelledByName(live: Draft): void {
  const metadata = live.metadata as Draft;
  metadata.labels = { ...fieldsOf(metadata.labels), 'kubernetes.io/metadata.name': metadata.name };
}

/**
 * `stringData` is only ever written to: its keys become those of `data`, and stay when they are
 * left out later.
 */
function readStringData(live: Draft, sent: Sent): void {
  const strings = fieldsOf(sent.manifest.stringData);
  delete live.stringData;
  const data: Draft = {};
  for (const [key, value] of Object.entries(fieldsOf(live.data))) {
    if (typeof value === 'string') data[key] = plainBase64(value);
  }
  for (const [key, value] of Object.entries(strings)) {
    if (typeof value === 'string') data[key] = Buffer.from(value).toString('base64');
  }
  if (Object.keys(data).length > 0) live.data = data;
}

/** White space means nothing in it. */
function plainBase64(text: string): string {
  return text.replace(/[\r\n]/g, '');
}

function frozenRefusals({ before, after }: Change, fields: readonly string[]): Refusal[] {
  if (before.immutable !== true) return [];
  const says = 'Forbidden: field is immutable when `immutable` is set';
  const found: Refusal[] =
    after.immutable === true ? [] : [{ field: 'immutable', message: says, remedy: HASHED }];
  for (const field of fields) {
    if (JSON.stringify(entriesOf(before[field])) !== JSON.stringify(entriesOf(after[field]))) {
      found.push({ field, message: says, remedy: HASHED });
    }
  }
  return found;
}

function entriesOf(data: unknown): unknown {
  return Object.entries(fieldsOf(data)).sort(([a], [b]) => (a < b ? -1 : 1));
}

const KEY = /^[-._a-zA-Z0-9]{1,253}$/;

/** Keys are names of files, each of which is there once. */
function keyProblems(after: Fields, fields: readonly string[]): Refusal[] {
  const found: Refusal[] = [];
  const { binaryData } = after;
  for (const field of fields) {
    for (const key of Object.keys(fieldsOf(after[field]))) {
      const place = `${field}[${key}]`;
      if (!KEY.test(key) || key === '.' || key.startsWith('..')) {
        const message = `Invalid value: ${JSON.stringify(key)}: a valid config key must consist of alphanumeric characters, '-', '_' or '.'`;
        found.push({ field: place, message, remedy: 'give it a valid key' });
      }
      if (field === 'data' && fields.length > 1 && Object.hasOwn(fieldsOf(binaryData), key)) {
        found.push({
          field: place,
          message: `Invalid value: ${JSON.stringify(key)}: duplicate of key present in binaryData`,
          remedy: 'remove one of them',
        });
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

function missingKeys(after: Fields): Refusal[] {
  const { type, data } = after;
  const has = (key: string) => Object.hasOwn(fieldsOf(data), key);
  const missing = (field: string) => ({
    field,
    message: 'Required value',
    remedy: `a Secret of the type ${String(type)} has it`,
  });
  if (type === 'kubernetes.io/service-account-token') {
    const name = fieldsAt(after, 'metadata.annotations')[ACCOUNT];
    return typeof name === 'string' && name !== ''
      ? []
      : [missing(`metadata.annotations[${ACCOUNT}]`)];
  }
  if (type === 'kubernetes.io/basic-auth') {
    return LOGIN.some(has) ? [] : LOGIN.map((key) => missing(`data[${key}]`));
  }
  const key =
    typeof type === 'string' && Object.hasOwn(JSON_KEYS, type) ? JSON_KEYS[type] : undefined;
  if (key !== undefined && has(key)) {
    const why = jsonProblem(fieldsOf(data)[key]);
    return why === undefined
      ? []
      : [
          {
            field: `data[${key}]`,
            message: `Invalid value: "<secret contents redacted>": ${why}`,
            remedy: 'write an object in JSON',
          },
        ];
  }
  return missingKeysOf(after);
}

/** Why bytes are no object in JSON. */
function jsonProblem(bytes: unknown): string | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(String(bytes), 'base64').toString());
    return typeof value === 'object' && !Array.isArray(value)
      ? undefined
      : 'json: cannot unmarshal it into Go value of type map[string]interface {}';
  } catch {
    return 'invalid JSON';
  }
}

function missingKeysOf(after: Fields): Refusal[] {
  const { type, data } = after;
  const keys =
    typeof type === 'string' && Object.hasOwn(KEYS_OF_TYPES, type) ? KEYS_OF_TYPES[type] : [];
  return keys
    .filter((key) => !Object.hasOwn(fieldsOf(data), key))
    .map((key) => ({
      field: `data[${key}]`,
      message: 'Required value',
      remedy: `a Secret of this type has the key ${key}`,
    }));
}

/** What a rule is about: resources, or addresses that are none. */
function roleProblems(after: Fields, isNamespaced: boolean): Refusal[] {
  return listAt(after, 'rules').flatMap((rule, index): Refusal[] => {
    const path = `rules[${index}]`;
    const isFilled = (field: string) => Array.isArray(rule[field]) && rule[field].length > 0;
    if (isFilled('nonResourceURLs')) {
      const field = `${path}.nonResourceURLs`;
      const isMixed = ['apiGroups', 'resources', 'resourceNames'].some(isFilled);
      const wrong = (why: string, remedy: string) => ({
        field,
        message: `Invalid value: ${valueText(rule.nonResourceURLs)}: ${why}`,
        remedy,
      });
      return [
        ...(isNamespaced
          ? [
              wrong(
                'namespaced rules cannot apply to non-resource URLs',
                'write them into a ClusterRole',
              ),
            ]
          : []),
        ...(isMixed
          ? [
              wrong(
                'rules cannot apply to both regular resources and non-resource URLs',
                'write a rule for each',
              ),
            ]
          : []),
      ];
    }
    return [
      ['apiGroups', 'api group'],
      ['resources', 'resource'],
    ]
      .filter(([field]) => !isFilled(field))
      .map(([field, what]) => ({
        field: `${path}.${field}`,
        message: `Required value: resource rules must supply at least one ${what}`,
        remedy: 'write at least one',
      }));
  });
}

const SUBJECTS = ['ServiceAccount', 'User', 'Group'];

function bindingProblems(after: Fields, roles: readonly string[]): Refusal[] {
  const unsupported = (field: string, value: unknown, values: readonly string[]): Refusal[] => {
    if (values.includes(value as string)) return [];
    const supported = values.map((one) => JSON.stringify(one)).join(', ');
    return [
      {
        field,
        message: `Unsupported value: ${valueText(value ?? '')}: supported values: ${supported}`,
        remedy: `write one of ${supported}`,
      },
    ];
  };
  return [
    ...unsupported('roleRef.kind', at(after, 'roleRef.kind'), roles),
    ...listAt(after, 'subjects').flatMap(({ kind }, index) =>
      unsupported(`subjects[${index}].kind`, kind, SUBJECTS),
    ),
  ];
}

function budgetProblems(after: Fields): Refusal[] {
  const found: Refusal[] = [];
  for (const field of ['minAvailable', 'maxUnavailable']) {
    const value = at(after, `spec.${field}`);
    if (typeof value === 'string' && !/^[0-9]+%$/.test(value)) {
      found.push({
        field: `spec.${field}`,
        remedy: 'write a number without quotes, or a percentage',
        message:
          `Invalid value: ${valueText(value)}: a valid percent string must be a numeric string followed by an ending '%' ` +
          "(e.g. '1%',  or '93%', regex used for validation is '[0-9]+%')",
      });
    } else if (typeof value === 'string' && Number(value.slice(0, -1)) > 100) {
      found.push({
        field: `spec.${field}`,
        message: `Invalid value: ${valueText(value)}: must not be greater than 100%`,
        remedy: 'write at most 100%',
      });
    } else if (typeof value === 'number' && value < 0) {
      found.push({
        field: `spec.${field}`,
        message: `Invalid value: ${value}: must be greater than or equal to 0`,
        remedy: 'write at least 0',
      });
    }
  }
  if (
    at(after, 'spec.minAvailable') !== undefined &&
    at(after, 'spec.maxUnavailable') !== undefined
  ) {
    found.push({
      field: 'spec',
      message: 'Invalid value: {…}: minAvailable and maxUnavailable cannot be both set',
      remedy: 'remove one of them',
    });
  }
  return found;
}

function autoscalerProblems(after: Fields): Refusal[] {
  const { minReplicas, maxReplicas } = fieldsAt(after, 'spec');
  const most = typeof maxReplicas === 'number' ? maxReplicas : 0;
  const found: Refusal[] = [];
  if (most < 1) {
    found.push({
      field: 'spec.maxReplicas',
      message: 'Required value: must be set and greater than 0',
      remedy: 'write at least 1',
    });
  }
  if (typeof minReplicas === 'number' && minReplicas > most) {
    found.push({
      field: 'spec.maxReplicas',
      message: `Invalid value: ${most}: must be greater than or equal to \`minReplicas\``,
      remedy: 'write at least minReplicas',
    });
  }
  return found;
}

/** Names that follow from others. */
function nameDefinition(live: Draft): void {
  const spec = live.spec as Draft | undefined;
  if (!spec) return;
  const names = fieldsOf(spec.names);
  const { kind } = names;
  if (typeof kind === 'string') {
    spec.names = { singular: kind.toLowerCase(), listKind: `${kind}List`, ...names };
  }
  if (spec.conversion === undefined) spec.conversion = { strategy: 'None' };
}

function definitionRefusals({ before, after }: Change): Refusal[] {
  const found: Refusal[] = [];
  for (const path of ['spec.group', 'spec.names.plural', 'spec.scope', 'spec.names.kind']) {
    const value = at(after, path);
    if (at(before, path) !== value) {
      found.push({
        field: path,
        message: `Invalid value: ${valueText(value)}: field is immutable`,
        remedy: MIGRATION,
      });
    }
  }
  const kept = listAt(after, 'spec.versions').map(({ name }) => name);
  storedVersions(before).forEach((version, index) => {
    if (kept.includes(version)) return;
    found.push({
      field: `status.storedVersions[${index}]`,
      remedy:
        'keep the version, with served: false if necessary, until all objects are stored in another version',
      message:
        `Invalid value: ${valueText(version)}: missing from spec.versions; ${String(version)} was previously a storage version, and must remain in ` +
        `spec.versions until a storage migration ensures no data remains persisted in ${String(version)} and removes ${String(version)} from status.storedVersions`,
    });
  });
  return found;
}

/** In which version objects were stored, as far as the old manifest tells. */
function storedVersions(definition: Fields): unknown[] {
  return listAt(definition, 'spec.versions')
    .filter(({ storage }) => storage === true)
    .map(({ name }) => name);
}

function definitionProblems(after: Fields): Refusal[] {
  const name = at(after, 'metadata.name');
  const wanted = `${String(at(after, 'spec.names.plural'))}.${String(at(after, 'spec.group'))}`;
  const found: Refusal[] = [];
  if (name !== wanted) {
    found.push({
      field: 'metadata.name',
      message: `Invalid value: ${valueText(name)}: must be spec.names.plural+"."+spec.group`,
      remedy: `call it ${wanted}`,
    });
  }
  const versions = listAt(after, 'spec.versions');
  if (versions.length > 0 && versions.filter(({ storage }) => storage === true).length !== 1) {
    found.push({
      field: 'spec.versions',
      message: 'Invalid value: […]: must have exactly one version marked as storage version',
      remedy: 'set storage: true for one version',
    });
    found.push({
      field: 'status.storedVersions',
      message: 'Invalid value: […]: must have the storage version',
      remedy: 'set storage: true for one version',
    });
  }
  versions.forEach((version, index) => {
    if (Object.keys(fieldsAt(version, 'schema.openAPIV3Schema')).length > 0) return;
    found.push({
      field: `spec.versions[${index}].schema.openAPIV3Schema`,
      message: 'Required value',
      remedy: 'write the schema',
    });
  });
  return found;
}
