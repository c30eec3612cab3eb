/**
 * Writes `src/model/types.json`, the types that Kubernetes' objects are made of: `npx tsx
 * tools/diff-types.ts`.
 *
 * Fields, required ones and enums are those of `test/support/schemas/kubernetes-1.36.json`, which
 * an API server published; what Go leaves out when it is empty is in `src/resource/go-types.json`
 * for pods and claims, and below for the rest.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

interface Schema {
  readonly type?: string | readonly string[];
  readonly $ref?: string;
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly required?: readonly string[];
  readonly properties?: { readonly [name: string]: Schema };
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
}

const root = join(__dirname, '..');
const read = <T>(...path: string[]): T =>
  JSON.parse(readFileSync(join(root, ...path), 'utf8')) as T;
const { kinds, definitions } = read<{
  kinds: Record<string, string>;
  definitions: Record<string, Schema>;
}>('test', 'support', 'schemas', 'kubernetes-1.36.json');
const go = read<Record<string, string | Record<string, string>>>(
  'src',
  'resource',
  'go-types.json',
);

/** Structs that Go holds by value: there an empty one is none. */
const BY_VALUE = new Set([
  'metadata',
  'spec',
  'strategy',
  'updateStrategy',
  'resources',
  'template',
  'jobTemplate',
  'podSelector',
  'roleRef',
  'scaleTargetRef',
  'target',
  'clientConfig',
  'backend',
  'port',
  'metric',
  'describedObject',
  'source',
]);
/** Numbers and switches that Go holds by value: zero and false are none. */
const PLAIN = new Set([
  'minReadySeconds',
  'nodePort',
  'port',
  'paused',
  'publishNotReadyAddresses',
  'globalDefault',
  'healthCheckNodePort',
  'readOnly',
  'maxReplicas',
  'lun',
  'hostNetwork',
  'hostPID',
  'hostIPC',
  'tty',
  'stdin',
  'stdinOnce',
  'weight',
  'value',
]);
/** Texts that Go holds by reference: an empty one is something. */
const BY_REFERENCE = new Set([
  'CSIDriverSpec.fsGroupPolicy',
  'CronJobSpec.timeZone',
  'HPAScalingRules.selectPolicy',
  'HTTPIngressPath.pathType',
  'IngressClassParametersReference.apiGroup',
  'IngressClassParametersReference.namespace',
  'IngressClassParametersReference.scope',
  'IngressSpec.ingressClassName',
  'JobSpec.completionMode',
  'JobSpec.managedBy',
  'JobSpec.podReplacementPolicy',
  'LeaseSpec.acquireTime',
  'LeaseSpec.holderIdentity',
  'LeaseSpec.preferredHolder',
  'LeaseSpec.renewTime',
  'LeaseSpec.strategy',
  'LocalVolumeSource.fsType',
  'MatchResources.matchPolicy',
  'MutatingAdmissionPolicySpec.failurePolicy',
  'MutatingWebhook.failurePolicy',
  'MutatingWebhook.matchPolicy',
  'MutatingWebhook.reinvocationPolicy',
  'MutatingWebhook.sideEffects',
  'NamedRuleWithOperations.scope',
  'NetworkPolicyPort.protocol',
  'ParamRef.parameterNotFoundAction',
  'PersistentVolumeClaimSpec.storageClassName',
  'PersistentVolumeClaimSpec.volumeAttributesClassName',
  'PersistentVolumeSpec.volumeAttributesClassName',
  'PodDisruptionBudgetSpec.unhealthyPodEvictionPolicy',
  'PodFailurePolicyOnExitCodesRequirement.containerName',
  'PriorityClass.preemptionPolicy',
  'RuleWithOperations.scope',
  'ServicePort.appProtocol',
  'ServiceReference.path',
  'ServiceSpec.internalTrafficPolicy',
  'ServiceSpec.ipFamilyPolicy',
  'ServiceSpec.loadBalancerClass',
  'ServiceSpec.trafficDistribution',
  'SuccessPolicyRule.succeededIndexes',
  'ValidatingAdmissionPolicySpec.failurePolicy',
  'ValidatingWebhook.failurePolicy',
  'ValidatingWebhook.matchPolicy',
  'ValidatingWebhook.sideEffects',
  'Validation.reason',
  'VolumeAttachmentSource.persistentVolumeName',
  'WebhookClientConfig.url',
]);
/** Other fields that Go does not hold as those of the same name. */
const UNLIKE: { readonly [field: string]: string } = {
  'ControllerRevision.revision': 'int',
  'HPAScalingPolicy.periodSeconds': 'int',
  'NetworkPolicyPeer.podSelector': '*LabelSelector',
  'ReplicationControllerSpec.template': '*PodTemplateSpec',
  'ServiceBackendPort.number': 'int',
  'ServiceReference.port': '*int',
  'StatefulSetOrdinals.start': 'int',
};
/** Values of fields that the published types call any text. */
const VALUES: { readonly [field: string]: readonly string[] } = {
  'CSIDriverSpec.fsGroupPolicy': ['File', 'None', 'ReadWriteOnceWithFSType'],
  'CSIDriverSpec.volumeLifecycleModes[]': ['Persistent', 'Ephemeral'],
  'ServiceSpec.trafficDistribution': ['PreferClose', 'PreferSameZone', 'PreferSameNode'],
  'StatefulSetPersistentVolumeClaimRetentionPolicy.whenDeleted': ['Delete', 'Retain'],
  'StatefulSetPersistentVolumeClaimRetentionPolicy.whenScaled': ['Delete', 'Retain'],
};

const table: Record<string, Record<string, string>> = {};
const enums: Record<string, readonly unknown[]> = {};
const required: Record<string, readonly string[]> = {};
for (const [name, schema] of Object.entries(definitions)) {
  const type = last(name);
  if (
    !schema.properties ||
    [
      'IntOrString',
      'Quantity',
      'RawExtension',
      'MicroTime',
      'Time',
      'CustomResourceDefinitionSpec',
    ].includes(type)
  ) {
    continue;
  }
  if (table[type]) throw new Error(`two definitions are called ${type}`);
  const known = go[type];
  table[type] = {};
  for (const [field, given] of Object.entries(schema.properties)) {
    table[type][field] =
      typeof known === 'object' && known[field] !== undefined
        ? fromGo(known[field], given)
        : guess(type, field, given);
    for (const key of [`${type}.${field}`, `${type}.${field}[]`]) {
      if (Object.hasOwn(VALUES, key)) enums[key] = VALUES[key];
    }
    if (given.enum) enums[`${type}.${field}`] = given.enum;
    if (given.items?.enum) enums[`${type}.${field}[]`] = given.items.enum;
  }
  if (schema.required) required[type] = schema.required;
}
const typeOfKind = Object.fromEntries(
  Object.entries(kinds).map(([kind, name]) => [kind, last(name)]),
);
const text = JSON.stringify({ kinds: typeOfKind, types: table, enums, required }, undefined, 1);
writeFileSync(process.argv[2] ?? join(root, 'src', 'model', 'types.json'), `${text}\n`);

function last(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}

/** Go's own type, with names of texts spelled out; a struct by its name. */
function fromGo(declared: string, schema: Schema): string {
  const kept = declared.endsWith('?') ? declared.slice(0, -1) : declared;
  return kept.startsWith('*') ? `*${typeOf(schema)}` : typeOf(schema);
}

function guess(type: string, field: string, schema: Schema): string {
  if (Object.hasOwn(UNLIKE, `${type}.${field}`)) return UNLIKE[`${type}.${field}`];
  const plain = typeOf(schema);
  if (plain === 'string') return BY_REFERENCE.has(`${type}.${field}`) ? '*string' : plain;
  if (['int', 'long', 'number', 'bool'].includes(plain)) {
    return PLAIN.has(field) ? plain : `*${plain}`;
  }
  if (plain.startsWith('[]') || plain.startsWith('map:')) return plain;
  if (['any', 'Quantity', 'IntOrString'].includes(plain)) return `*${plain}`;
  return BY_VALUE.has(field) ? plain : `*${plain}`;
}

function typeOf(schema: Schema): string {
  if (schema.$ref) {
    const name = last(schema.$ref);
    if (['Quantity', 'IntOrString'].includes(name)) return name;
    if (['RawExtension', 'CustomResourceDefinitionSpec'].includes(name)) return 'any';
    if (['MicroTime', 'Time'].includes(name)) return 'string';
    return name;
  }
  if (schema.type === 'array') return `[]${typeOf(schema.items ?? {})}`;
  if (schema.type === 'integer') return schema.format === 'int64' ? 'long' : 'int';
  if (schema.type === 'number') return 'number';
  if (schema.type === 'boolean') return 'bool';
  if (schema.type === 'string') return 'string';
  if (typeof schema.additionalProperties === 'object') {
    return `map:${typeOf(schema.additionalProperties)}`;
  }
  return 'any';
}
