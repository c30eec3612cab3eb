/**
 * How appliers see lists and maps: which lists are sets of items with a key, and what is replaced
 * as a whole.
 */

/**
 * The keys of a list's items, by server-side apply and by kubectl's own patches (the first that
 * there is).
 */
export interface ListKeys {
  readonly serverSide: readonly string[];
  readonly clientSide: string | undefined;
}

/**
 * By the struct and its field: lists whose items are told apart by keys. All others are replaced as
 * a whole.
 */
const KEYED: { readonly [type: string]: { readonly [field: string]: ListKeys } } = {
  PodSpec: {
    containers: keys(['name'], 'name'),
    initContainers: keys(['name'], 'name'),
    ephemeralContainers: keys(['name'], 'name'),
    volumes: keys(['name'], 'name'),
    imagePullSecrets: keys(['name'], 'name'),
    hostAliases: keys(['ip'], 'ip'),
    topologySpreadConstraints: keys(['topologyKey', 'whenUnsatisfiable'], 'topologyKey'),
    resourceClaims: keys(['name'], 'name'),
    schedulingGates: keys(['name'], 'name'),
  },
  Container: {
    env: keys(['name'], 'name'),
    ports: keys(['containerPort', 'protocol'], 'containerPort'),
    volumeMounts: keys(['mountPath'], 'mountPath'),
    volumeDevices: keys(['devicePath'], 'devicePath'),
  },
  ResourceRequirements: { claims: keys(['name']) },
  ServiceSpec: { ports: keys(['port', 'protocol'], 'port') },
  ServiceAccount: { secrets: keys(['name'], 'name') },
  ObjectMeta: { ownerReferences: keys(['uid'], 'uid') },
  MutatingWebhookConfiguration: { webhooks: keys(['name'], 'name') },
  ValidatingWebhookConfiguration: { webhooks: keys(['name'], 'name') },
  CSINodeSpec: { drivers: keys(['name'], 'name') },
};

function keys(serverSide: readonly string[], clientSide?: string): ListKeys {
  return { serverSide, clientSide };
}

/** What a key is when the item does not say it. */
export const KEY_DEFAULTS: { readonly [key: string]: unknown } = { protocol: 'TCP' };

/** Structs and maps that are replaced as a whole by server-side apply. */
const ATOMIC = new Set([
  'LabelSelector',
  'NodeSelector',
  'NodeSelectorTerm',
  'LocalObjectReference',
  'SecretReference',
  'TypedLocalObjectReference',
  'ConfigMapKeySelector',
  'SecretKeySelector',
  'ObjectFieldSelector',
  'ResourceFieldSelector',
  'TopologySelectorTerm',
  'RoleRef',
  'CrossVersionObjectReference',
  'ScopeSelector',
  'FileKeySelector',
  'Subject',
  'MatchResources',
  'ParamKind',
  'ParamRef',
  'NamedRuleWithOperations',
]);
const ATOMIC_FIELDS = new Set([
  'PodSpec.nodeSelector',
  'ServiceSpec.selector',
  'ReplicationControllerSpec.selector',
]);

/** The keys of a list's items, if it has some. */
export function listKeysOf(type: string, field: string): ListKeys | undefined {
  return Object.hasOwn(KEYED, type) && Object.hasOwn(KEYED[type], field)
    ? KEYED[type][field]
    : undefined;
}

/** Whether server-side apply replaces it as a whole. */
export function isAtomic(type: string, field: string, fieldType: string): boolean {
  return ATOMIC.has(fieldType) || ATOMIC_FIELDS.has(`${type}.${field}`);
}

/** Whether others may add to a list, whose items are their own keys. */
export function isSet(type: string | undefined, field: string): boolean {
  return type === 'ObjectMeta' && field === 'finalizers';
}

/** What kubectl's patches keep no field of that the manifest leaves out. */
const REPLACED = ['DeploymentSpec.strategy', 'PodSpec.volumes'];

/** Whether a patch of kubectl drops what the manifest does not say. */
export function isRetained(type: string, field: string): boolean {
  return REPLACED.includes(`${type}.${field}`);
}
