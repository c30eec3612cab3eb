/** Options of a viewer that have parts. */
import { Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';

/** How a viewer is reached: `networking` of the operator's resource in its own words. */
export interface ViewerNetworking {
  /**
   * The port of the container that is called: a number or the name of a port.
   * @default - that of the image; with a podSpec the first port of its containers
   */
  readonly targetPort?: kplus.k8s.IntOrString;

  /**
   * What the path begins with, with a slash before it and none at its end. Empty for none.
   * @default '/pvcviewer'
   */
  readonly basePrefix?: string;

  /**
   * What the prefix of a request becomes. It ends with a slash, since the prefix does.
   * @default - the prefix stays, or is taken off where the image wants that
   */
  readonly rewrite?: string;

  /**
   * How long a whole request may take, downloads included: at least a millisecond for a VirtualService. For an HTTPRoute
   * no time at all is forever.
   * @default - no limit of its own
   */
  readonly timeout?: Duration;
}

/** Who may reach a viewer by the network: a NetworkPolicy for its pod. */
export interface ViewerNetworkPolicy {
  /** Who may, as a NetworkPolicy has it: the pods of the gateway, say. */
  readonly allowFrom: kplus.k8s.NetworkPolicyPeer[];

  /**
   * Further TCP ports: 15008 where the mesh is ambient.
   * @default - the viewer's port only
   */
  readonly additionalPorts?: number[];
}

/**
 * Who may reach a viewer by Istio: an AuthorizationPolicy (security.istio.io) for its pod. All else is denied then.
 *
 * `users` and `methods` need a sidecar: in an ambient mesh, nothing that reads requests stands before the pod, and nobody would get in.
 */
export interface ViewerAuthorizationPolicy {
  /**
   * The identities of the gateways.
   * @default - `cluster.local/ns/istio-system/sa/istio-ingressgateway-service-account`; with an HTTPRoute
   * `cluster.local/ns/<namespace of the Gateway>/sa/<Gateway>-istio`, as Istio runs Gateways of the class `istio`;
   * with any other routing they must be given
   */
  readonly principals?: string[];

  /**
   * The users who may, as the header names them.
   * @default - all that the gateway lets through
   */
  readonly users?: string[];

  /**
   * The header by which the gateway tells the user.
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
   * @default 'security.istio.io/v1'
   */
  readonly apiVersion?: string;
}

/** When a viewer is switched off: one of `afterIdle` and `dailyAt`. `kubectl scale --replicas=1` switches it on again. */
export interface ViewerCulling {
  /**
   * After this time without a connection, as a container beside the viewer watches it. At least 5 minutes. A connection
   * that a proxy keeps open for later counts: Istio's sidecar keeps its own for an hour after the last request.
   * @default - not by idleness
   */
  readonly afterIdle?: Duration;

  /**
   * At this time of the day, `HH:MM`.
   * @default - not by the clock
   */
  readonly dailyAt?: string;

  /**
   * The time zone of `dailyAt`, by its IANA name (Kubernetes 1.27).
   * @default - that of the cluster's controllers, mostly UTC
   */
  readonly timeZone?: string;

  /**
   * The image of the Job that scales: a shell and curl.
   * @default - curlimages/curl at a version of this library's choice
   */
  readonly image?: string;

  /**
   * The image of the container that watches connections: a shell, grep and httpd as busybox has them.
   * @default - busybox at a version of this library's choice
   */
  readonly activityImage?: string;
}

/** How the PVCViewer controller would be configured, for operator mode. */
export interface ViewerOperatorSettings {
  /**
   * `ISTIO_GATEWAY` of the controller.
   * @default 'kubeflow/kubeflow-gateway'
   */
  readonly gateway?: string;

  /**
   * The text of the file that `DEFAULT_POD_SPEC_PATH` of the controller names: a PodSpec in YAML.
   * @default - the built-in container with filebrowser
   */
  readonly defaultPodSpec?: string;
}
