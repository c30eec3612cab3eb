/** What the platforms are like: namespaces, nodes, and what pods need there. */
import { NodeExpression, PlatformSpec, PluginKey, SccSpec } from './spec';
import { append } from '../kube';

/** What a platform is called in messages. */
export const PLATFORM_NAMES: { readonly [kind in PlatformSpec['kind']]: string } = {
  openshift: 'OpenShift',
  eks: 'Amazon EKS',
  vanilla: 'vanilla Kubernetes',
};

/** The label of worker nodes, which only OpenShift sets. */
export const WORKER_LABEL = 'node-role.kubernetes.io/worker';

const COMPUTE_TYPE = 'eks.amazonaws.com/compute-type';
const NO_PODS_ON = ['fargate', 'hybrid'];
const CONTROL_PLANE_LABELS = ['node-role.kubernetes.io/control-plane', 'node-role.kubernetes.io/master'];

const KUBERNETES_NAMESPACES = ['default', 'kube-node-lease', 'kube-public', 'kube-system'];
/** OpenShift leaves pods in these alone when it applies security context constraints; the last one is that of its own drivers. */
const OPENSHIFT_NAMESPACES = [...KUBERNETES_NAMESPACES, 'openshift', 'openshift-infra', 'openshift-node', 'openshift-cluster-csi-drivers'];

/** The SCCs that OpenShift ships. */
export const BUILT_IN_SCCS = [
  'anyuid', 'hostaccess', 'hostmount-anyuid', 'hostmount-anyuid-v2', 'hostnetwork', 'hostnetwork-v2', 'insights-runtime-extractor-scc',
  'machine-api-termination-handler', 'nested-container', 'node-exporter', 'nonroot', 'nonroot-v2', 'privileged', 'privileged-genevalogging',
  'restricted', 'restricted-v2', 'restricted-v3',
];

/** Namespaces that are there before anybody makes one. */
export function isBuiltInNamespace(namespace: string): boolean {
  return OPENSHIFT_NAMESPACES.includes(namespace);
}

/** The labels and annotations of a namespace in which privileged pods run. */
export function namespaceMetadata({ kind }: PlatformSpec): { labels: { [key: string]: string }; annotations?: { [key: string]: string } } {
  const labels = {
    'pod-security.kubernetes.io/audit': 'privileged',
    'pod-security.kubernetes.io/enforce': 'privileged',
    'pod-security.kubernetes.io/warn': 'privileged',
  };
  if (kind !== 'openshift') return { labels };
  return {
    labels: { ...labels, 'security.openshift.io/scc.podSecurityLabelSync': 'false' },
    // Without it, a default node selector of the cluster keeps the node plugin off nodes.
    annotations: { 'openshift.io/node-selector': '' },
  };
}

/** The nodes that the node plugin is for. */
export function nodePlacement(platform: PlatformSpec): { nodeSelector: { [label: string]: string }; expressions: NodeExpression[] } {
  const { kind, workersOnly } = platform;
  const expressions: NodeExpression[] = [];
  if (kind === 'eks') {
    const values = platform.excludedComputeTypes ?? NO_PODS_ON;
    if (values.length > 0) expressions.push({ key: COMPUTE_TYPE, operator: 'NotIn', values: [...values] });
  }
  if (kind === 'vanilla' && workersOnly) append(expressions, CONTROL_PLANE_LABELS.map((key) => ({ key, operator: 'DoesNotExist' })));
  return { nodeSelector: kind === 'openshift' && workersOnly ? { [WORKER_LABEL]: '' } : {}, expressions };
}

/** The SCC that is for a plugin, if one is: the one that is written, or the one that somebody else has written. */
export function sccNameOf(platform: PlatformSpec, key: PluginKey, own: SccSpec | undefined): string | undefined {
  if (platform.kind !== 'openshift') return undefined;
  const given = key === 'node' ? platform.nodeSccName : platform.controllerSccName;
  switch (platform.sccMode ?? 'custom') {
    case 'custom': return own && (given ?? own.name);
    case 'privileged': return own && (given ?? 'privileged');
    case 'none': return given;
  }
}

/** The annotations of a service account. */
export function serviceAccountAnnotations(platform: PlatformSpec, plugin: PluginKey): { [key: string]: string } {
  const arn = plugin === 'node' ? platform.nodeRoleArn : platform.roleArn;
  return arn === undefined ? {} : { 'eks.amazonaws.com/role-arn': arn };
}
