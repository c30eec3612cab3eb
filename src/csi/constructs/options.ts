/** What can be chosen about any CSI driver. */
import * as kplus from 'cdk8s-plus-28';

/** Another place or version of one image. */
export interface CsiImageOverride {
  /**
   * The repository, with its registry.
   * @default - the driver's own, in `registry` if that is given
   */
  readonly repository?: string;

  /**
   * The tag.
   * @default - the driver's own, unless a digest is given
   */
  readonly tag?: string;

  /**
   * The digest, such as `sha256:…`.
   * @default - none
   */
  readonly digest?: string;
}

/** Where images come from. */
export interface CsiImageOptions {
  /**
   * The registry in place of the images' own, with an optional path, such as `registry.example.com/mirror`.
   * @default - that of the target, else the images' own
   */
  readonly registry?: string;

  /**
   * When images are pulled.
   * @default - not written; if the node does not have them
   */
  readonly imagePullPolicy?: kplus.ImagePullPolicy;

  /**
   * Secrets in the driver's namespace for pulling images.
   * @default - none
   */
  readonly imagePullSecrets?: kplus.k8s.LocalObjectReference[];

  /**
   * Other places or versions, by the name of the container.
   * @default - none
   */
  readonly overrides?: { [container: string]: CsiImageOverride };
}

/** What can be chosen about one container. */
export interface CsiContainerOptions {
  /**
   * What the container requests and may use, in place of the driver's own.
   * @default - the driver's own, which is mostly nothing
   */
  readonly resources?: kplus.k8s.ResourceRequirements;

  /**
   * Arguments behind the driver's own.
   * @default - none
   */
  readonly additionalArgs?: string[];

  /**
   * Environment variables besides the driver's own. One of the same name replaces it.
   * @default - none
   */
  readonly env?: kplus.k8s.EnvVar[];
}

/** What can be chosen about the pods of a driver. */
export interface CsiPluginOptions {
  /**
   * The port at which the plugin answers for its health, from 1 to 65535.
   * @default - the driver's own
   */
  readonly healthPort?: number;

  /**
   * Whether the pods use the host's network.
   * @default - as the driver wants it
   */
  readonly hostNetwork?: boolean;

  /**
   * How the pods resolve names.
   * @default - as the driver wants it
   */
  readonly dnsPolicy?: kplus.DnsPolicy;

  /**
   * The priority class of the pods.
   * @default - the driver's own
   */
  readonly priorityClassName?: string;

  /**
   * Labels of the nodes that the pods run on, besides the driver's and the platform's own.
   * @default - none
   */
  readonly nodeSelector?: { [label: string]: string };

  /**
   * Where the pods run, besides what the driver and the platform want: all of it must hold.
   * @default - none
   */
  readonly affinity?: kplus.k8s.Affinity;

  /**
   * The taints that the pods tolerate: for the node plugin in place of its own, for the controller besides them.
   * @default - the node plugin tolerates everything, the controller what the driver wants
   */
  readonly tolerations?: kplus.k8s.Toleration[];

  /**
   * Annotations of the pods.
   * @default - none but the platform's
   */
  readonly podAnnotations?: { [key: string]: string };

  /**
   * Labels of the pods. Those by which the workload finds its pods cannot be changed.
   * @default - only those
   */
  readonly podLabels?: { [key: string]: string };

  /**
   * Annotations of the service account.
   * @default - none but the platform's
   */
  readonly serviceAccountAnnotations?: { [key: string]: string };

  /**
   * What can be chosen about single containers, by their names.
   * @default - nothing
   */
  readonly containers?: { [container: string]: CsiContainerOptions };

  /**
   * Further fields of the pods' spec, as Kubernetes spells them, such as `dnsConfig` or `hostAliases`.
   * @default - none
   */
  readonly additionalFields?: { [field: string]: any };
}

/** What can be chosen about the node plugin. */
export interface CsiNodeOptions extends CsiPluginOptions {
  /**
   * How many nodes may be without the plugin during an update: a number or a percentage.
   * @default - not written; 1 (Kubernetes)
   */
  readonly maxUnavailable?: kplus.k8s.IntOrString;
}

/** What can be chosen about the controller. */
export interface CsiControllerOptions extends CsiPluginOptions {
  /**
   * Whether the controller is deployed.
   * @default - where a class of the stack is dynamic
   */
  readonly enabled?: boolean;

  /**
   * How many pods there are, at least 1.
   * @default - as the driver wants it
   */
  readonly replicas?: number;

  /**
   * Whether one pod is kept when nodes are drained.
   * @default false
   */
  readonly podDisruptionBudget?: boolean;
}
