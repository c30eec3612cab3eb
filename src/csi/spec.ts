/** A CSI driver, the platform that it runs on and what the user wants of it, as plain input. */
import { ImageSource, PLATFORMS } from '../facts';
import { Finding } from '../findings';
import { Manifest } from '../kube';
import { StorageClassSpec } from '../storage/core';

/** Who installs the driver. */
export const MODES = ['this-stack', 'openshift-operator', 'external'] as const;
/** Who installs the driver: the stack itself, OpenShift's operator for it, or somebody else. */
export type Mode = (typeof MODES)[number];

/** A container, as far as it is read here; further fields pass through. */
export interface Container {
  readonly name: string;
  readonly image: string;
  readonly args?: readonly string[];
  readonly env?: readonly { readonly name: string; readonly [field: string]: unknown }[];
  readonly ports?: readonly ContainerPort[];
  readonly resources?: Resources;
  readonly securityContext?: { readonly [field: string]: unknown };
  readonly [field: string]: unknown;
}

/** A port of a container. */
export interface ContainerPort {
  readonly containerPort: number;
  readonly hostPort?: number;
  readonly [field: string]: unknown;
}

/** What a container requests and may use. */
export interface Resources {
  readonly limits?: { readonly [resource: string]: string | number };
  readonly requests?: { readonly [resource: string]: string | number };
  readonly [field: string]: unknown;
}

/** A pod's spec, as far as it is read here; further fields pass through. */
export interface PodSpec {
  readonly containers: readonly Container[];
  readonly initContainers?: readonly Container[];
  readonly volumes?: readonly { readonly name: string; readonly [source: string]: unknown }[];
  readonly hostNetwork?: boolean;
  readonly nodeSelector?: { readonly [label: string]: string };
  readonly affinity?: Affinity;
  readonly tolerations?: readonly object[];
  readonly [field: string]: unknown;
}

/** Where pods may run, as far as it is read here. */
export interface Affinity {
  readonly nodeAffinity?: {
    readonly requiredDuringSchedulingIgnoredDuringExecution?: {
      readonly nodeSelectorTerms: readonly NodeSelectorTerm[];
    };
    readonly preferredDuringSchedulingIgnoredDuringExecution?: readonly object[];
  };
  readonly [field: string]: unknown;
}

/** One alternative of a required node affinity. */
export interface NodeSelectorTerm {
  readonly matchExpressions?: readonly NodeExpression[];
  readonly [field: string]: unknown;
}

/** A condition on a label of a node. */
export interface NodeExpression {
  readonly key: string;
  readonly operator: string;
  readonly values?: readonly string[];
}

/** A ClusterRole for the driver, and how it is bound. */
export interface RoleSpec {
  readonly name: string;
  readonly bindingName: string;
  readonly rules: readonly { readonly [field: string]: unknown }[];
  /** Bound in the driver's own namespace only, by a RoleBinding. */
  readonly inNamespace?: boolean;
}

/** Ports that a plugin uses though no container has them. */
export interface PortRange {
  readonly first: number;
  /** The last one, included. */
  readonly last: number;
  /** What uses them, as a message says it. */
  readonly use: string;
}

/** Which of the two plugins of a driver it is. */
export type PluginKey = 'node' | 'controller';

/** The node plugin or the controller plugin of a driver. */
export interface PluginSpec {
  readonly name: string;
  readonly serviceAccountName: string;
  readonly roles?: readonly RoleSpec[];
  readonly reservedPorts?: readonly PortRange[];
  readonly scc?: SccSpec;
  readonly pod: PodSpec;
}

/** The controller plugin of a driver. */
export interface ControllerSpec extends PluginSpec {
  /** Whether it is deployed whatever the classes are. */
  readonly always?: boolean;
  readonly replicas?: number;
}

/**
 * The policy that OpenShift wants for the pods of a plugin; what it allows is read from the pod
 * itself.
 */
export interface SccSpec {
  readonly name: string;
  readonly description?: string;
  readonly privilegedRoleName: string;
  readonly additionalVolumeTypes?: readonly string[];
}

/** A StorageClass of the driver. */
export interface ClassSpec extends Omit<
  StorageClassSpec,
  'provisioner' | 'namespace' | 'metadata' | 'additionalFields'
> {
  /**
   * Whether the driver's controller makes the volumes of the class; left open, its parameters tell.
   */
  readonly dynamic?: boolean;
}

/** A setting that the driver does not work without. */
export interface Requirement {
  /** The field, such as `node.hostNetwork` or `csiDriver.attachRequired`. */
  readonly field: string;
  /** The only value that works, in JSON. */
  readonly mustBe?: string;
  /** The entry that the list must not have. */
  readonly mustNotContain?: string;
  /** Any value is wrong. */
  readonly mustBeAbsent?: boolean;
  readonly reason: string;
}

/** Values of a parameter that classes must not have with the driver as it is installed. */
export interface StorageClassRestriction {
  readonly parameter: string;
  readonly values: readonly string[];
  readonly reason: string;
  readonly remedy: string;
}

/** The spec of a CSIDriver. */
export interface CsiDriverFields {
  readonly attachRequired?: boolean;
  readonly fsGroupPolicy?: string;
  /** In seconds. */
  readonly nodeAllocatableUpdatePeriodSeconds?: number;
  readonly podInfoOnMount?: boolean;
  readonly preventPodSchedulingIfMissing?: boolean;
  readonly requiresRepublish?: boolean;
  readonly seLinuxMount?: boolean;
  readonly serviceAccountTokenInSecrets?: boolean;
  readonly storageCapacity?: boolean;
  readonly tokenRequests?: readonly TokenRequest[];
  readonly volumeLifecycleModes?: readonly string[];
}

/** A token of the pod's service account that kubelet gives to the driver. */
export interface TokenRequest {
  readonly audience: string;
  readonly expirationSeconds?: number;
}

/** OpenShift's own operator for the driver. */
export interface OperatorSpec {
  readonly packageName: string;
  readonly channel?: string;
  readonly source?: string;
  readonly sourceNamespace?: string;
  readonly namespace: string;
  readonly env?: { readonly [name: string]: string };
  readonly clusterCsiDriver?: { readonly [field: string]: unknown };
}

/** All that there is to know about a CSI driver. */
export interface DriverSpec {
  readonly name: string;
  readonly appName: string;
  readonly defaultNamespace: string;
  readonly csiDriver: CsiDriverFields;
  readonly node: PluginSpec;
  readonly controller?: ControllerSpec;
  readonly storageClasses?: readonly ClassSpec[];
  /** Classes with one of these parameters are dynamic. */
  readonly dynamicParameters?: readonly string[];
  readonly requirements?: readonly Requirement[];
  readonly storageClassRestrictions?: readonly StorageClassRestriction[];
  readonly operator?: OperatorSpec;
  readonly fixedObjects?: readonly Manifest[];
  /** What is installed besides, with the labels of the driver. */
  readonly additionalObjects?: readonly Manifest[];
  readonly optionsWithoutEffect?: readonly string[];
  /** What the driver has to say about its own options. */
  readonly findings?: readonly Finding[];
}

/** What a driver is told before it describes itself. */
export interface DriverContext {
  readonly platform: PlatformKind;
  readonly mode: Mode;
  readonly namespace?: string;
  readonly kubeletPath: string;
  readonly logLevel: number;
  readonly nodeHealthPort?: number;
  readonly controllerHealthPort?: number;
}

/** The platform that a driver is installed on. */
export type PlatformKind = (typeof PLATFORMS)[number];

/** How OpenShift lets the driver's pods do what they do. */
export const SCC_MODES = ['custom', 'privileged', 'none'] as const;

/**
 * Where Amazon EKS runs pods but on nodes of its own accounts: values of the node label
 * `eks.amazonaws.com/compute-type`.
 */
export const COMPUTE_TYPES = ['fargate', 'hybrid', 'auto'] as const;

/** What the user wants on OpenShift. */
export interface OpenShiftChoices {
  readonly sccMode?: (typeof SCC_MODES)[number];
  readonly nodeSccName?: string;
  readonly controllerSccName?: string;
  readonly pinScc?: boolean;
  readonly workersOnly?: boolean;
}

/** What the user wants on Amazon EKS. */
export interface EksChoices {
  readonly excludedComputeTypes?: readonly (typeof COMPUTE_TYPES)[number][];
  readonly roleArn?: string;
  readonly nodeRoleArn?: string;
}

/** What the user wants on any other platform. */
export interface VanillaChoices {
  readonly workersOnly?: boolean;
}

/** Another place or version of an image. */
export interface ImageOverride {
  readonly repository?: string;
  readonly tag?: string;
  readonly digest?: string;
}

/** Where images come from. */
export interface ImageOptions {
  readonly registry?: string;
  readonly imagePullPolicy?: string;
  readonly imagePullSecrets?: readonly { readonly name: string }[];
  readonly overrides?: { readonly [container: string]: ImageOverride };
}

/** What the user wants of one container. */
export interface ContainerOptions {
  readonly resources?: Resources;
  readonly additionalArgs?: readonly string[];
  readonly env?: readonly { readonly name: string; readonly [field: string]: unknown }[];
}

/** What the user wants of the pods of a plugin. */
export interface PluginOptions {
  readonly healthPort?: number;
  readonly hostNetwork?: boolean;
  readonly dnsPolicy?: string;
  readonly priorityClassName?: string;
  readonly nodeSelector?: { readonly [label: string]: string };
  readonly affinity?: Affinity;
  readonly tolerations?: readonly object[];
  readonly podAnnotations?: { readonly [key: string]: string };
  readonly podLabels?: { readonly [key: string]: string };
  readonly serviceAccountAnnotations?: { readonly [key: string]: string };
  readonly containers?: { readonly [container: string]: ContainerOptions };
  readonly additionalFields?: { readonly [field: string]: unknown };
}

/** What the user wants of the node plugin. */
export interface NodeOptions extends PluginOptions {
  readonly maxUnavailable?: number | string;
}

/** What the user wants of the controller. */
export interface ControllerOptions extends PluginOptions {
  readonly enabled?: boolean;
  readonly replicas?: number;
  readonly podDisruptionBudget?: boolean;
}

/** What the user wants of any driver. */
export interface StackOptions {
  readonly openshift?: OpenShiftChoices;
  readonly eks?: EksChoices;
  readonly vanilla?: VanillaChoices;
  readonly mode?: Mode;
  readonly namespace?: string;
  readonly createNamespace?: boolean;
  readonly operatorGroup?: boolean;
  readonly images?: ImageOptions;
  readonly kubeletPath?: string;
  readonly logLevel?: number;
  readonly node?: NodeOptions;
  readonly controller?: ControllerOptions;
  readonly csiDriver?: CsiDriverFields;
  readonly storageClasses?: readonly ClassSpec[];
}

/** A driver on a platform, as the user wants it. */
export interface StackSpec {
  readonly driver: DriverSpec;
  readonly platform: PlatformKind;
  readonly options: StackOptions;
  /** The namespace that nobody gave to the stack itself: that of its chart. */
  readonly chartNamespace?: string;
  /** Where images come from that nobody says anything of. */
  readonly target?: ImageSource;
}

/** Where the socket of a driver is. */
export interface SocketSpec {
  readonly kubeletPath: string;
  readonly driverName: string;
}

/** The sidecar that tells kubelet of a driver. */
export interface RegistrarSpec {
  readonly image: string;
  readonly socket: string;
  readonly logLevel: number;
}

/** The sidecar that answers for a driver's health. */
export interface LivenessProbeSpec {
  readonly image: string;
  readonly port: number;
  readonly socketVolumeName?: string;
  readonly socketFile?: string;
  readonly logLevel?: number;
}

/** The sidecar that has volumes made for claims. */
export interface ProvisionerSpec {
  readonly image: string;
  readonly socketDirectory: string;
  readonly logLevel: number;
  readonly additionalArgs?: readonly string[];
}
