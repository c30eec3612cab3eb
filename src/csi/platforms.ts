/** Facts about the platforms: namespaces, nodes, and what pods need there. */
import {
  EksChoices,
  NodeExpression,
  OpenShiftChoices,
  PlatformKind,
  PluginKey,
  SccSpec,
  StackOptions,
  StackSpec,
  VanillaChoices,
} from './spec';
import { append } from '../kube';

/** What a platform is called in messages. */
export const PLATFORM_NAMES: { readonly [platform in PlatformKind]: string } = {
  openshift: 'OpenShift',
  eks: 'Amazon EKS',
  vanilla: 'vanilla Kubernetes',
  gke: 'Google GKE',
  aks: 'Azure AKS',
};

/** The options for each platform. Google GKE and Azure AKS are like vanilla Kubernetes. */
const OPTIONS: { readonly [platform in PlatformKind]: 'openshift' | 'eks' | 'vanilla' } = {
  openshift: 'openshift',
  eks: 'eks',
  vanilla: 'vanilla',
  gke: 'vanilla',
  aks: 'vanilla',
};

/** What a stack is asked about the options of its platform. */
type Placed = Pick<StackSpec, 'platform' | 'options'>;

/** The options of other platforms than the one in force. */
export function otherPlatforms({ platform, options }: Placed): ('openshift' | 'eks' | 'vanilla')[] {
  return (['openshift', 'eks', 'vanilla'] as const).filter(
    (one) => options[one] !== undefined && one !== OPTIONS[platform],
  );
}

/** The options in force on OpenShift: none on another platform. */
export function openshiftOf(spec: Placed): OpenShiftChoices {
  return inForce(spec, 'openshift') ?? {};
}

/** The options in force on Amazon EKS: none on another platform. */
export function eksOf(spec: Placed): EksChoices {
  return inForce(spec, 'eks') ?? {};
}

function vanillaOf(spec: Placed): VanillaChoices {
  return inForce(spec, 'vanilla') ?? {};
}

function inForce<K extends 'openshift' | 'eks' | 'vanilla'>(
  { platform, options }: Placed,
  key: K,
): StackOptions[K] {
  return OPTIONS[platform] === key ? options[key] : undefined;
}

/** The label of worker nodes, which only OpenShift sets. */
export const WORKER_LABEL = 'node-role.kubernetes.io/worker';

const COMPUTE_TYPE = 'eks.amazonaws.com/compute-type';
const NO_PODS_ON = ['fargate', 'hybrid'];
const CONTROL_PLANE_LABELS = [
  'node-role.kubernetes.io/control-plane',
  'node-role.kubernetes.io/master',
];

const KUBERNETES_NAMESPACES = ['default', 'kube-node-lease', 'kube-public', 'kube-system'];
/**
 * OpenShift leaves pods in these alone when it applies security context constraints; the last one
 * is that of its own drivers.
 */
const OPENSHIFT_NAMESPACES = [
  ...KUBERNETES_NAMESPACES,
  'openshift',
  'openshift-infra',
  'openshift-node',
  'openshift-cluster-csi-drivers',
];

/** The SCCs that OpenShift ships. */
export const BUILT_IN_SCCS = [
  'anyuid',
  'hostaccess',
  'hostmount-anyuid',
  'hostmount-anyuid-v2',
  'hostnetwork',
  'hostnetwork-v2',
  'insights-runtime-extractor-scc',
  'machine-api-termination-handler',
  'nested-container',
  'node-exporter',
  'nonroot',
  'nonroot-v2',
  'privileged',
  'privileged-genevalogging',
  'restricted',
  'restricted-v2',
  'restricted-v3',
];

/** Namespaces that are there before anybody makes one. */
export function isBuiltInNamespace(namespace: string): boolean {
  return OPENSHIFT_NAMESPACES.includes(namespace);
}

/** The labels and annotations of a namespace in which privileged pods run. */
export function namespaceMetadata(platform: PlatformKind): {
  labels: { [key: string]: string };
  annotations?: { [key: string]: string };
} {
  const labels = {
    'pod-security.kubernetes.io/audit': 'privileged',
    'pod-security.kubernetes.io/enforce': 'privileged',
    'pod-security.kubernetes.io/warn': 'privileged',
  };
  if (platform !== 'openshift') return { labels };
  return {
    labels: { ...labels, 'security.openshift.io/scc.podSecurityLabelSync': 'false' },
    // Without it, a default node selector of the cluster keeps the node plugin off nodes.
    annotations: { 'openshift.io/node-selector': '' },
  };
}

export function nodePlacement(spec: StackSpec): {
  nodeSelector: { [label: string]: string };
  expressions: NodeExpression[];
} {
  const expressions: NodeExpression[] = [];
  if (spec.platform === 'eks') {
    const values = eksOf(spec).excludedComputeTypes ?? NO_PODS_ON;
    if (values.length > 0) {
      expressions.push({ key: COMPUTE_TYPE, operator: 'NotIn', values: [...values] });
    }
  }
  if (vanillaOf(spec).workersOnly) {
    append(
      expressions,
      CONTROL_PLANE_LABELS.map((key) => ({ key, operator: 'DoesNotExist' })),
    );
  }
  return { nodeSelector: openshiftOf(spec).workersOnly ? { [WORKER_LABEL]: '' } : {}, expressions };
}

/**
 * The SCC that is for a plugin, if one is: the one that is written, or the one that somebody else
 * has written.
 */
export function sccNameOf(
  spec: Placed,
  key: PluginKey,
  own: SccSpec | undefined,
): string | undefined {
  if (spec.platform !== 'openshift') return undefined;
  const { nodeSccName, controllerSccName, sccMode } = openshiftOf(spec);
  const given = key === 'node' ? nodeSccName : controllerSccName;
  switch (sccMode ?? 'custom') {
    case 'custom':
      return own && (given ?? own.name);
    case 'privileged':
      return own && (given ?? 'privileged');
    case 'none':
      return given;
  }
}

export function serviceAccountAnnotations(
  spec: Placed,
  plugin: PluginKey,
): { [key: string]: string } {
  const { nodeRoleArn, roleArn } = eksOf(spec);
  const arn = plugin === 'node' ? nodeRoleArn : roleArn;
  return arn === undefined ? {} : { 'eks.amazonaws.com/role-arn': arn };
}
