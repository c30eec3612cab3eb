/** Options of a stack: what the user wants of any driver, by their types at run time. */
import { Affinity, Resources } from './pod-spec';
import { Finding } from '../findings';
import { Fields } from '../kube';
import {
  data,
  elsewhere,
  flag,
  integer,
  listOf,
  mapOf,
  numberOrString,
  objectOf,
  Of,
  oneOf,
  openStruct,
  required,
  Shape,
  shapeFindings,
  string,
  strings,
  text,
} from '../shape';

/** Who installs the driver. */
const MODES = ['this-stack', 'openshift-operator', 'external'] as const;
/** Who installs the driver: the stack itself, OpenShift's operator for it, or somebody else. */
export type Mode = (typeof MODES)[number];

/** A variable, a volume or a Secret, which Kubernetes knows better; only its name is read here. */
const named: Shape<{ readonly name: string; readonly [field: string]: unknown }> = openStruct(
  { name: text },
  ['name'],
);

/** The spec of a CSIDriver. The period is in seconds. */
export const CSI_DRIVER = objectOf({
  attachRequired: flag,
  fsGroupPolicy: oneOf<string>(['File', 'None', 'ReadWriteOnceWithFSType']),
  nodeAllocatableUpdatePeriodSeconds: integer,
  podInfoOnMount: flag,
  preventPodSchedulingIfMissing: flag,
  requiresRepublish: flag,
  seLinuxMount: flag,
  serviceAccountTokenInSecrets: flag,
  storageCapacity: flag,
  // Tokens of the pod's service account that kubelet gives to the driver.
  tokenRequests: listOf(objectOf({ audience: required(string), expirationSeconds: integer })),
  volumeLifecycleModes: listOf(oneOf<string>(['Ephemeral', 'Persistent'])),
});
export type CsiDriverFields = Of<typeof CSI_DRIVER>;

export const STORAGE_CLASS = objectOf({
  name: required(string),
  // The driver's controller makes the volumes of the class; left open, its parameters tell.
  dynamic: flag,
  parameters: strings,
  reclaimPolicy: oneOf<string>(['Delete', 'Retain']),
  volumeBindingMode: oneOf<string>(['Immediate', 'WaitForFirstConsumer']),
  allowVolumeExpansion: flag,
  mountOptions: listOf(string),
  allowedTopologies: listOf(data as Shape<unknown>),
  isDefault: flag,
  labels: strings,
  annotations: strings,
});
export type ClassSpec = Of<typeof STORAGE_CLASS>;

/** What the user wants of one container. */
const CONTAINER = objectOf({
  resources: data as Shape<Resources>,
  additionalArgs: listOf(string),
  env: listOf(named),
});
export type ContainerOptions = Of<typeof CONTAINER>;

/**
 * What the user wants of the pods of a plugin. The parts of a pod are read as the API server does,
 * with the rest of the pod.
 */
const PLUGIN = {
  healthPort: integer,
  hostNetwork: flag,
  dnsPolicy: oneOf<string>(['ClusterFirst', 'ClusterFirstWithHostNet', 'Default', 'None']),
  priorityClassName: string,
  nodeSelector: strings,
  affinity: data as Shape<Affinity>,
  tolerations: listOf(data as Shape<object>),
  podAnnotations: strings,
  podLabels: strings,
  serviceAccountAnnotations: strings,
  containers: mapOf(CONTAINER),
  additionalFields: openStruct({
    affinity: elsewhere('use the option affinity'),
    containers: elsewhere('use the option containers'),
    dnsPolicy: elsewhere('use the option dnsPolicy'),
    hostNetwork: elsewhere('use the option hostNetwork'),
    imagePullSecrets: elsewhere('use images.imagePullSecrets'),
    initContainers: elsewhere('use the option containers'),
    nodeSelector: elsewhere('use the option nodeSelector'),
    priorityClassName: elsewhere('use the option priorityClassName'),
    serviceAccount: elsewhere('change the definition of the driver'),
    serviceAccountName: elsewhere('change the definition of the driver'),
    tolerations: elsewhere('use the option tolerations'),
    volumes: elsewhere('change the definition of the driver'),
  }) as Shape<Fields>,
};

/** What the user wants of the node plugin. */
const NODE = objectOf({ ...PLUGIN, maxUnavailable: numberOrString });
export type NodeOptions = Of<typeof NODE>;

/** What the user wants of the controller. */
const CONTROLLER = objectOf({
  ...PLUGIN,
  enabled: flag,
  replicas: integer,
  podDisruptionBudget: flag,
});
export type ControllerOptions = Of<typeof CONTROLLER>;
export type PluginOptions = NodeOptions | ControllerOptions;

/** How OpenShift lets the driver's pods do what they do. */
const SCC_MODES = ['custom', 'privileged', 'none'] as const;

/**
 * Where Amazon EKS runs pods but on nodes of its own accounts: values of the node label
 * `eks.amazonaws.com/compute-type`.
 */
const COMPUTE_TYPES = ['fargate', 'hybrid', 'auto'] as const;

/** What the user wants on OpenShift. */
const OPENSHIFT = objectOf({
  sccMode: oneOf(SCC_MODES),
  nodeSccName: string,
  controllerSccName: string,
  pinScc: flag,
  workersOnly: flag,
});
export type OpenShiftChoices = Of<typeof OPENSHIFT>;

/** What the user wants on Amazon EKS. */
const EKS = objectOf({
  excludedComputeTypes: listOf(oneOf(COMPUTE_TYPES)),
  roleArn: string,
  nodeRoleArn: string,
});
export type EksChoices = Of<typeof EKS>;

/** What the user wants on any other platform. */
const VANILLA = objectOf({ workersOnly: flag });
export type VanillaChoices = Of<typeof VANILLA>;

/** Another place or version of an image. */
const OVERRIDE = objectOf({ repository: string, tag: string, digest: string });
export type ImageOverride = Of<typeof OVERRIDE>;

/** Where images come from. */
const IMAGES = objectOf({
  registry: string,
  imagePullPolicy: oneOf<string>(['Always', 'IfNotPresent', 'Never']),
  imagePullSecrets: listOf(named),
  overrides: mapOf(OVERRIDE),
});
export type ImageOptions = Of<typeof IMAGES>;

/** Options that only a stack that installs the driver itself has a use for. */
const INSTALLATION = {
  images: IMAGES,
  kubeletPath: string,
  logLevel: integer,
  node: NODE,
  controller: CONTROLLER,
  csiDriver: CSI_DRIVER,
  openshift: OPENSHIFT,
  eks: EKS,
  vanilla: VANILLA,
};

export const FOR_INSTALLATION = Object.keys(INSTALLATION) as (keyof typeof INSTALLATION)[];

/** What the user wants of any driver. */
const OPTIONS = objectOf({
  ...INSTALLATION,
  mode: oneOf(MODES),
  namespace: string,
  createNamespace: flag,
  operatorGroup: flag,
  storageClasses: listOf(STORAGE_CLASS),
});
export type StackOptions = Of<typeof OPTIONS>;

export function optionTypes(value: unknown): readonly Finding[] {
  return shapeFindings(value, OPTIONS);
}
