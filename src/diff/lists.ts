/** How appliers see lists and maps: which lists are sets of items with a key, and what is replaced as a whole. */

/** The keys of a list's items, by server-side apply and by kubectl's own patches (the first that there is). */
export interface ListKeys {
  readonly serverSide: readonly string[];
  readonly clientSide: string | undefined;
}

/** By the struct and its field: lists whose items are told apart by keys. All others are replaced as a whole. */
const KEYED: { readonly [field: string]: readonly [serverSide: readonly string[], clientSide?: string] } = {
  'PodSpec.containers': [['name'], 'name'],
  'PodSpec.initContainers': [['name'], 'name'],
  'PodSpec.ephemeralContainers': [['name'], 'name'],
  'PodSpec.volumes': [['name'], 'name'],
  'PodSpec.imagePullSecrets': [['name'], 'name'],
  'PodSpec.hostAliases': [['ip'], 'ip'],
  'PodSpec.topologySpreadConstraints': [['topologyKey', 'whenUnsatisfiable'], 'topologyKey'],
  'PodSpec.resourceClaims': [['name'], 'name'],
  'PodSpec.schedulingGates': [['name'], 'name'],
  'Container.env': [['name'], 'name'],
  'Container.ports': [['containerPort', 'protocol'], 'containerPort'],
  'Container.volumeMounts': [['mountPath'], 'mountPath'],
  'Container.volumeDevices': [['devicePath'], 'devicePath'],
  'ResourceRequirements.claims': [['name']],
  'ServiceSpec.ports': [['port', 'protocol'], 'port'],
  'ServiceAccount.secrets': [['name'], 'name'],
  'ObjectMeta.ownerReferences': [['uid'], 'uid'],
  'MutatingWebhookConfiguration.webhooks': [['name'], 'name'],
  'ValidatingWebhookConfiguration.webhooks': [['name'], 'name'],
  'CSINodeSpec.drivers': [['name'], 'name'],
};

/** What a key is when the item does not say it. */
export const KEY_DEFAULTS: { readonly [key: string]: unknown } = { protocol: 'TCP' };

/** Structs and maps that are replaced as a whole by server-side apply. */
const ATOMIC = new Set([
  'LabelSelector', 'NodeSelector', 'NodeSelectorTerm', 'LocalObjectReference', 'SecretReference', 'TypedLocalObjectReference', 'ConfigMapKeySelector',
  'SecretKeySelector', 'ObjectFieldSelector', 'ResourceFieldSelector', 'TopologySelectorTerm', 'RoleRef', 'CrossVersionObjectReference', 'ScopeSelector',
  'FileKeySelector', 'Subject', 'MatchResources', 'ParamKind', 'ParamRef', 'NamedRuleWithOperations',
]);
const ATOMIC_FIELDS = new Set(['PodSpec.nodeSelector', 'ServiceSpec.selector', 'ReplicationControllerSpec.selector']);

/** The keys of a list's items, if it has some. */
export function listKeysOf(type: string, field: string): ListKeys | undefined {
  const known: (typeof KEYED)[string] | undefined = KEYED[`${type}.${field}`];
  return known ? { serverSide: known[0], clientSide: known[1] } : undefined;
}

/** Whether server-side apply replaces it as a whole. */
export function isAtomic(type: string, field: string, fieldType: string): boolean {
  return ATOMIC.has(fieldType) || ATOMIC_FIELDS.has(`${type}.${field}`);
}

/** What kubectl's patches keep no field of that the manifest leaves out. */
const REPLACED = ['DeploymentSpec.strategy'];

/** Whether a patch of kubectl drops what the manifest does not say. */
export function isRetained(type: string, field: string): boolean {
  return REPLACED.includes(`${type}.${field}`);
}
