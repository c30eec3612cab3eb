/** Options of any CSI driver. */
import * as kplus from 'cdk8s-plus-28';

/** Another registry or version for one image. */
export interface CsiImageOverride {
  /**
   * The repository, including its registry.
   * @default - the driver's own, in `registry` if that is set
   */
  readonly repository?: string;

  /**
   * The tag.
   * @default - the driver's own, unless a digest is set
   */
  readonly tag?: string;

  /**
   * The digest, such as `sha256:…`.
   * @default - none
   */
  readonly digest?: string;
}

/** Options of the driver's images. */
export interface CsiImageOptions {
  /**
   * The registry to use instead of the images' own, with an optional path, such as
   * `registry.example.com/mirror`.
   * @default - that of the target, or else the images' own
   */
  readonly registry?: string;

  /**
   * When the images are pulled.
   * @default - not set; the images are pulled if the node does not have them
   */
  readonly imagePullPolicy?: kplus.ImagePullPolicy;

  /**
   * The image pull Secrets, in the driver's namespace.
   * @default - none
   */
  readonly imagePullSecrets?: kplus.k8s.LocalObjectReference[];

  /**
   * Other registries or versions of single images, keyed by the name of the container.
   * @default - none
   */
  readonly overrides?: { [container: string]: CsiImageOverride };
}

/** Options of one container. */
export interface CsiContainerOptions {
  /**
   * Resource requests and limits of the container, in place of the driver's own.
   * @default - the driver's own; most drivers have none
   */
  readonly resources?: kplus.k8s.ResourceRequirements;

  /**
   * Arguments that follow the driver's own.
   * @default - none
   */
  readonly additionalArgs?: string[];

  /**
   * Environment variables besides the driver's own. A variable of the same name replaces the
   * driver's.
   * @default - none
   */
  readonly env?: kplus.k8s.EnvVar[];
}

/** Options of the pods of a driver. */
export interface CsiPluginOptions {
  /**
   * The port of the plugin's health endpoint, from 1 to 65535.
   * @default - the driver's own
   */
  readonly healthPort?: number;

  /**
   * Whether the pods use the host's network.
   * @default - the driver's own setting
   */
  readonly hostNetwork?: boolean;

  /**
   * The DNS policy of the pods.
   * @default - the driver's own setting
   */
  readonly dnsPolicy?: kplus.DnsPolicy;

  /**
   * The priority class of the pods.
   * @default - the driver's own
   */
  readonly priorityClassName?: string;

  /**
   * Labels that nodes must have to run the pods, in addition to those of the driver and the
   * platform.
   * @default - none
   */
  readonly nodeSelector?: { [label: string]: string };

  /**
   * Affinity of the pods, in addition to that of the driver and the platform: all of it must be
   * satisfied.
   * @default - none
   */
  readonly affinity?: kplus.k8s.Affinity;

  /**
   * Tolerations of the pods. Those of the node plugin replace its own, those of the controller are
   * added to its own.
   * @default - the node plugin tolerates all taints; the controller has the driver's own
   * tolerations
   */
  readonly tolerations?: kplus.k8s.Toleration[];

  /**
   * Annotations of the pods.
   * @default - only the platform's
   */
  readonly podAnnotations?: { [key: string]: string };

  /**
   * Labels of the pods. The labels that the workload selects its pods by cannot be changed.
   * @default - only those that the workload selects by
   */
  readonly podLabels?: { [key: string]: string };

  /**
   * Annotations of the service account.
   * @default - only the platform's
   */
  readonly serviceAccountAnnotations?: { [key: string]: string };

  /**
   * Options of single containers, keyed by the name of the container.
   * @default - none
   */
  readonly containers?: { [container: string]: CsiContainerOptions };

  /**
   * Further fields of the pod spec, in Kubernetes' spelling, such as `dnsConfig` or `hostAliases`.
   * @default - none
   */
  readonly additionalFields?: { [field: string]: any };
}

/** Options of the node plugin. */
export interface CsiNodeOptions extends CsiPluginOptions {
  /**
   * The maximum number of nodes without a running plugin during an update, as a number or a
   * percentage.
   * @default - not set; Kubernetes defaults to 1
   */
  readonly maxUnavailable?: kplus.k8s.IntOrString;
}

/** Options of the controller. */
export interface CsiControllerOptions extends CsiPluginOptions {
  /**
   * Whether the controller is deployed.
   * @default - true if a class of the stack is dynamic
   */
  readonly enabled?: boolean;

  /**
   * The number of pods, at least 1.
   * @default - the driver's own setting
   */
  readonly replicas?: number;

  /**
   * Whether to create a PodDisruptionBudget, so that one pod keeps running while nodes are drained.
   * @default false
   */
  readonly podDisruptionBudget?: boolean;
}
