/**
 * Writes the schemas of Kubernetes' kinds that the tests hold manifests against, from the API
 * server that KUBECONFIG names: `npx tsx tools/refresh-schemas.ts`.
 *
 * The server's OpenAPI v3 has the fields, types, required fields and enums that it decodes by. What
 * a manifest cannot have (status, fields that the server writes) and what says nothing about
 * validity is left out.
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import {
  closed,
  KUBERNETES_SCHEMAS,
  KUBERNETES_VERSION,
  KubernetesSchemas,
  Schema,
} from '../test/support/schemas';

/** What people keep in Git, by group and version. */
const KINDS: { readonly [apiVersion: string]: readonly string[] } = {
  v1: [
    'ConfigMap',
    'LimitRange',
    'Namespace',
    'PersistentVolume',
    'PersistentVolumeClaim',
    'Pod',
    'PodTemplate',
    'ReplicationController',
    'ResourceQuota',
    'Secret',
    'Service',
    'ServiceAccount',
  ],
  'admissionregistration.k8s.io/v1': [
    'MutatingAdmissionPolicy',
    'MutatingAdmissionPolicyBinding',
    'MutatingWebhookConfiguration',
    'ValidatingAdmissionPolicy',
    'ValidatingAdmissionPolicyBinding',
    'ValidatingWebhookConfiguration',
  ],
  'apiextensions.k8s.io/v1': ['CustomResourceDefinition'],
  'apps/v1': ['ControllerRevision', 'DaemonSet', 'Deployment', 'ReplicaSet', 'StatefulSet'],
  'autoscaling/v2': ['HorizontalPodAutoscaler'],
  'batch/v1': ['CronJob', 'Job'],
  'coordination.k8s.io/v1': ['Lease'],
  'networking.k8s.io/v1': ['Ingress', 'IngressClass', 'NetworkPolicy'],
  'policy/v1': ['PodDisruptionBudget'],
  'rbac.authorization.k8s.io/v1': ['ClusterRole', 'ClusterRoleBinding', 'Role', 'RoleBinding'],
  'scheduling.k8s.io/v1': ['PriorityClass'],
  'storage.k8s.io/v1': [
    'CSIDriver',
    'CSINode',
    'CSIStorageCapacity',
    'StorageClass',
    'VolumeAttachment',
    'VolumeAttributesClass',
  ],
};

const QUANTITY = 'io.k8s.apimachinery.pkg.api.resource.Quantity';
const INT_OR_STRING = 'io.k8s.apimachinery.pkg.util.intstr.IntOrString';
const OBJECT_META = 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta';
const DEFINITION_SPEC =
  'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinitionSpec';

/** Definitions that the published ones say too little or too much about. */
const EXACT: { readonly [name: string]: Schema } = {
  [QUANTITY]: {
    title: 'quantity',
    type: ['string', 'number'],
    pattern: '^[+-]?([0-9]+(\\.[0-9]*)?|\\.[0-9]+)([KMGTPE]i|[numkMGTPE]|[eE][+-]?[0-9]+)?$',
  },
  [INT_OR_STRING]: {
    title: 'number, name of a port or percentage',
    type: ['integer', 'string'],
    format: 'int32',
    pattern: '^([0-9]+%|(?=.*[a-z])[a-z0-9]([a-z0-9-]{0,13}[a-z0-9])?)$',
  },
  // A definition's own schema is checked by the server alone: it would be a third of the file.
  [DEFINITION_SPEC]: { type: 'object', required: ['group', 'names', 'scope', 'versions'] },
};

/** Fields of metadata that the server writes. */
const WRITTEN_BY_SERVER = [
  'creationTimestamp',
  'deletionGracePeriodSeconds',
  'deletionTimestamp',
  'generation',
  'managedFields',
  'resourceVersion',
  'selfLink',
  'uid',
];

/**
 * What is validated by, and what merely tells something. A keyword that is in neither list is a
 * reason to look.
 */
const KEPT = ['type', 'format', 'enum', 'required'];
const DROPPED =
  /^(description|default|properties|items|additionalProperties|allOf|\$ref|x-kubernetes-.*)$/;

type OpenApi = { readonly [keyword: string]: any };

function kubectl(...args: string[]): string {
  return execFileSync('kubectl', args, {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/** `io.k8s.api.core.v1.Pod` is `core.v1.Pod` here: the same words without the packages of Go. */
function shortName(name: string): string {
  const parts = name.split('.');
  return parts.slice(/^v\d/.test(parts[parts.length - 2]) ? -3 : -1).join('.');
}

/**
 * The schema in the words that are validated by, with references by short name; `refer` is told of
 * each by its full one.
 */
function convert(schema: OpenApi, refer: (name: string) => void): Schema {
  const unknown = Object.keys(schema).filter(
    (keyword) => !KEPT.includes(keyword) && !DROPPED.test(keyword),
  );
  if (unknown.length > 0) {
    throw new Error(
      `unknown keywords ${unknown.join(', ')} in ${JSON.stringify(schema).slice(0, 200)}`,
    );
  }
  if (schema.allOf && schema.allOf.length !== 1) {
    throw new Error(`allOf of several in ${JSON.stringify(schema).slice(0, 200)}`);
  }
  const reference: string | undefined = schema.$ref ?? schema.allOf?.[0].$ref;
  if (reference) {
    const name = reference.replace('#/components/schemas/', '');
    refer(name);
    return { $ref: shortName(name) };
  }
  const converted: Record<string, unknown> = {};
  for (const keyword of KEPT) {
    if (schema[keyword] !== undefined) converted[keyword] = schema[keyword];
  }
  if (schema.properties) converted.properties = fields(schema.properties, refer);
  if (schema.items) converted.items = convert(schema.items, refer);
  if (schema.additionalProperties) {
    converted.additionalProperties = convert(schema.additionalProperties, refer);
  }
  return converted;
}

function fields(properties: OpenApi, refer: (name: string) => void): { [name: string]: Schema } {
  return Object.fromEntries(
    Object.keys(properties)
      .sort()
      .map((name) => [name, convert(properties[name], refer)]),
  );
}

function without(schema: OpenApi, names: readonly string[]): OpenApi {
  return {
    ...schema,
    properties: Object.fromEntries(
      Object.entries(schema.properties).filter(([name]) => !names.includes(name)),
    ),
  };
}

function collect(version: string): KubernetesSchemas {
  const kinds: Record<string, string> = {};
  const definitions: Record<string, Schema> = {};
  const fullNames = new Map<string, string>();
  for (const [apiVersion, wanted] of Object.entries(KINDS)) {
    const path = apiVersion === 'v1' ? 'api/v1' : `apis/${apiVersion}`;
    const published: { [name: string]: OpenApi } = JSON.parse(
      kubectl('get', '--raw', `/openapi/v3/${path}`),
    ).components.schemas;
    const roots = new Map<string, string>();
    for (const [name, schema] of Object.entries(published)) {
      for (const { group, version: v, kind } of schema['x-kubernetes-group-version-kind'] ?? []) {
        if (wanted.includes(kind) && (group ? `${group}/${v}` : v) === apiVersion) {
          roots.set(kind, name);
        }
      }
    }
    const add = (name: string): void => {
      const short = shortName(name);
      const known = fullNames.get(short);
      if (known === name) return;
      if (known) throw new Error(`both ${known} and ${name} would be ${short}`);
      fullNames.set(short, name);
      let schema = published[name];
      if ([...roots.values()].includes(name)) schema = without(schema, ['status']);
      if (name === OBJECT_META) schema = without(schema, WRITTEN_BY_SERVER);
      definitions[short] = EXACT[name] ?? closed(convert(schema, add));
    };
    for (const kind of wanted) {
      const name = roots.get(kind);
      if (!name) throw new Error(`the server has no ${kind} in ${apiVersion}`);
      kinds[`${apiVersion}/${kind}`] = shortName(name);
      add(name);
    }
  }
  return { version, kinds, definitions };
}

/** JSON with one definition a line: compact, and yet a change is seen for what it is. */
function format({ version, kinds, definitions }: KubernetesSchemas): string {
  const lines = (table: { readonly [key: string]: unknown }) =>
    Object.keys(table)
      .sort()
      .map((key) => `${JSON.stringify(key)}:${JSON.stringify(table[key])}`)
      .join(',\n');
  return `{\n"version":${JSON.stringify(version)},\n"kinds":{\n${lines(kinds)}\n},\n"definitions":{\n${lines(definitions)}\n}\n}\n`;
}

const { major, minor, gitVersion } = JSON.parse(kubectl('get', '--raw', '/version'));
if (`${major}.${minor}` !== KUBERNETES_VERSION) {
  throw new Error(
    `the cluster is ${gitVersion}, but KUBERNETES_VERSION in test/support/schemas.ts is ${KUBERNETES_VERSION}: change one of them`,
  );
}
const text = format(collect(gitVersion));
writeFileSync(KUBERNETES_SCHEMAS, text);
console.log(`${KUBERNETES_SCHEMAS}: ${gitVersion}, ${(text.length / 1000).toFixed(0)} kB`);
