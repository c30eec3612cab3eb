/** Options of a viewer that have parts. */
import { Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';

/** How a viewer is reached: the fields of `networking` in the operator's custom resource. */
export interface ViewerNetworking {
  /**
   * The container port that requests are sent to, as a number or the name of a port.
   * @default - that of the image; with a podSpec, the first port of its containers
   */
  readonly targetPort?: kplus.k8s.IntOrString;

  /**
   * The prefix of the path, with a leading slash but without a trailing one. Empty for no prefix.
   * @default '/pvcviewer'
   */
  readonly basePrefix?: string;

  /**
   * The path that replaces the prefix of a request. It ends with a slash, because the prefix does
   * too.
   * @default - the prefix is kept, or removed if the image requires that
   */
  readonly rewrite?: string;

  /**
   * The timeout of a whole request, including downloads. For a VirtualService, it is at least one
   * millisecond. For an HTTPRoute, zero means no timeout.
   * @default - not set
   */
  readonly timeout?: Duration;
}

/** Who may reach a viewer over the network: a NetworkPolicy for its pod. */
export interface ViewerNetworkPolicy {
  /**
   * The peers that may connect, as cdk8s-plus has them: namespaces, pods, workloads or addresses,
   * such as `Namespaces.select(chart, 'gateways', { names: ['gateways'] })`.
   */
  readonly allowFrom: kplus.INetworkPolicyPeer[];

  /**
   * Further TCP ports to allow, such as 15008 in an ambient mesh.
   * @default - only the viewer's port
   */
  readonly additionalPorts?: number[];
}

/** The API version of an AuthorizationPolicy, of which Istio serves both. */
export enum ViewerAuthorizationPolicyVersion {
  /** Istio 1.22 and newer. */
  V1 = 'security.istio.io/v1',
  /** Every version of Istio since 1.4. */
  V1BETA1 = 'security.istio.io/v1beta1',
}

/**
 * Who may reach a viewer through Istio: an AuthorizationPolicy (security.istio.io) for its pod,
 * which denies everything else.
 *
 * `users` and `methods` require a sidecar: in an ambient mesh, nothing in front of the pod reads
 * requests, so all of them would be denied.
 */
export interface ViewerAuthorizationPolicy {
  /**
   * The identities of the gateways.
   * @default - `cluster.local/ns/istio-system/sa/istio-ingressgateway-service-account`; with an
   * HTTPRoute, `cluster.local/ns/<namespace of the Gateway>/sa/<Gateway>-istio`, as Istio runs
   * Gateways of the class `istio`; required with any other routing
   */
  readonly principals?: string[];

  /**
   * The users that are allowed, as named in the header.
   * @default - all users that the gateway lets through
   */
  readonly users?: string[];

  /**
   * The header in which the gateway passes the user.
   * @default 'kubeflow-userid'
   */
  readonly userHeader?: string;

  /**
   * The HTTP methods that are allowed.
   * @default - all
   */
  readonly methods?: string[];

  /**
   * The API version.
   * @default ViewerAuthorizationPolicyVersion.V1
   */
  readonly apiVersion?: ViewerAuthorizationPolicyVersion;
}

/**
 * When a viewer is scaled down to zero: exactly one of `afterIdle` and `dailyAt` must be set.
 * `kubectl scale --replicas=1` starts it again.
 */
export interface ViewerCulling {
  /**
   * The time without connections after which the viewer is scaled down, at least 5 minutes. A
   * sidecar container watches the connections. Idle connections that a proxy keeps open count as
   * well: Istio's sidecar keeps its own for an hour after the last request.
   * @default - not set
   */
  readonly afterIdle?: Duration;

  /**
   * The time of day at which the viewer is scaled down, as `HH:MM`.
   * @default - not set
   */
  readonly dailyAt?: string;

  /**
   * The time zone of `dailyAt`, as an IANA name (Kubernetes 1.27).
   * @default - that of the cluster's controllers, usually UTC
   */
  readonly timeZone?: string;

  /**
   * The image of the Job that scales the viewer down. It needs a shell and curl.
   * @default - curlimages/curl, at a version that this library chooses
   */
  readonly image?: string;

  /**
   * The image of the container that watches connections. It needs a shell, and grep and httpd like
   * those of BusyBox.
   * @default - busybox, at a version that this library chooses
   */
  readonly activityImage?: string;
}

/** The settings of the PVCViewer controller, for operator mode. */
export interface ViewerOperatorSettings {
  /**
   * The controller's environment variable `ISTIO_GATEWAY`.
   * @default 'kubeflow/kubeflow-gateway'
   */
  readonly gateway?: string;

  /**
   * The content of the file that the controller's environment variable `DEFAULT_POD_SPEC_PATH`
   * names: a PodSpec in YAML.
   * @default - the built-in container with filebrowser
   */
  readonly defaultPodSpec?: string;
}
