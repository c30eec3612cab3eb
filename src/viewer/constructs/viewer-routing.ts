/** By which kind of object a viewer is reached. */
import { Finding, From, unmarked } from '../../findings';
import { integer, listOf, Read, readShape, Shape, string, strings, struct } from '../../shape';
import { DEFAULT_GATEWAY } from '../names';
import { RoutingSpec } from '../spec';

/** The API version of a VirtualService, of which Istio serves all. */
export enum ViewerVirtualServiceVersion {
  /** Istio 1.22 and newer. */
  V1 = 'networking.istio.io/v1',
  /** Istio 1.5 and newer. */
  V1BETA1 = 'networking.istio.io/v1beta1',
  /** Every version of Istio, as Kubeflow's controller writes it. */
  V1ALPHA3 = 'networking.istio.io/v1alpha3',
}

/** Options of an Istio VirtualService. */
export interface ViewerVirtualServiceOptions {
  /**
   * The Istio gateway, as `namespace/name`, or the name of a gateway in the viewer's namespace.
   * @default 'kubeflow/kubeflow-gateway'
   */
  readonly gateway?: string;

  /**
   * The hosts of the requests to route.
   * @default - all hosts (`*`)
   */
  readonly hosts?: string[];

  /**
   * The API version.
   * @default ViewerVirtualServiceVersion.V1
   */
  readonly apiVersion?: ViewerVirtualServiceVersion;
}

/** Options of an HTTPRoute of the Gateway API. */
export interface ViewerHttpRouteOptions {
  /** The name of the Gateway. Its listener must allow routes from the viewer's namespace. */
  readonly gatewayName: string;

  /**
   * The namespace of the Gateway.
   * @default - the viewer's
   */
  readonly gatewayNamespace?: string;

  /**
   * The name of the Gateway's listener.
   * @default - all listeners that allow the route
   */
  readonly sectionName?: string;

  /**
   * The port of the Gateway.
   * @default - all
   */
  readonly port?: number;

  /**
   * The host names of the requests to route. Only the first label can be a wildcard
   * (`*.example.com`).
   * @default - those of the listener
   */
  readonly hostnames?: string[];
}

/** Options of an Ingress. */
export interface ViewerIngressOptions {
  /**
   * The name of the IngressClass, which determines the controller that serves the Ingress.
   * @default - the cluster's default class
   */
  readonly ingressClassName?: string;

  /**
   * The host of the requests to route.
   * @default - all
   */
  readonly host?: string;

  /**
   * The name of the Secret that holds the TLS certificate of the host.
   * @default - no TLS
   */
  readonly tlsSecretName?: string;

  /**
   * Annotations of the Ingress, by which its controller sets timeouts and rewrites.
   * @default - none
   */
  readonly annotations?: { [key: string]: string };
}

// Which versions there are is told with the route, as of the operator's.
const VIRTUAL_SERVICE = struct<Read<ViewerVirtualServiceOptions>>({
  gateway: string,
  hosts: listOf(string),
  apiVersion: string as Shape<ViewerVirtualServiceVersion>,
});
const HTTP_ROUTE = struct<Read<ViewerHttpRouteOptions>>(
  {
    gatewayName: string,
    gatewayNamespace: string,
    sectionName: string,
    port: integer,
    hostnames: listOf(string),
  },
  ['gatewayName'],
);
const INGRESS = struct<ViewerIngressOptions>({
  ingressClassName: string,
  host: string,
  tlsSecretName: string,
  annotations: strings,
});

/**
 * The kind of object that routes requests to a viewer. All of them route
 * `<basePrefix>/<namespace>/<name>/` to its Service.
 *
 * @example
 * new PVCViewer(chart, 'uploads', {
 *   claim: Claim.fromClaimName(chart, 'claim', 'uploads'),
 *   routing: ViewerRouting.ingress({ host: 'files.example.com' }),
 * });
 */
export class ViewerRouting {
  /**
   * Routes requests by an Istio VirtualService, as the PVCViewer controller does.
   * @param options the gateway, hosts and API version
   * @returns the routing
   */
  public static virtualService(options: ViewerVirtualServiceOptions = {}): ViewerRouting {
    const { value, findings } = readShape<Read<ViewerVirtualServiceOptions>>(
      options,
      VIRTUAL_SERVICE,
      'routing',
    );
    const { gateway = DEFAULT_GATEWAY, ...others } = value ?? {};
    return new ViewerRouting(() => ({ kind: 'virtualService', gateway, ...others }), findings);
  }

  /**
   * Routes requests by an HTTPRoute of the Gateway API, v1 (Gateway API 1.0, or 1.2 with a
   * timeout).
   * @param options the Gateway and host names
   * @returns the routing
   */
  public static httpRoute(options: ViewerHttpRouteOptions): ViewerRouting {
    const { value, findings } = readShape<Read<ViewerHttpRouteOptions>>(
      options,
      HTTP_ROUTE,
      'routing',
    );
    if (value === undefined) return new ViewerRouting(undefined, findings);
    return new ViewerRouting((from) => httpRouteOf(value, from), findings);
  }

  /**
   * Routes requests by an Ingress, which can rewrite paths and set timeouts only by annotations of
   * its controller.
   * @param options the class, host and certificate
   * @returns the routing
   */
  public static ingress(options: ViewerIngressOptions = {}): ViewerRouting {
    const { value, findings } = readShape<ViewerIngressOptions>(options, INGRESS, 'routing');
    return new ViewerRouting(() => ({ kind: 'ingress', ...value }), findings);
  }

  /**
   * Creates no route: the viewer is reached through its Service, with `kubectl port-forward` or a
   * route that is created elsewhere.
   * @returns the routing
   */
  public static none(): ViewerRouting {
    return new ViewerRouting(() => ({ kind: 'none' }), []);
  }

  /**
   * The routing. Undefined if what it needs was not given.
   * @internal
   */
  public readonly _routing: RoutingSpec | undefined;

  /**
   * What is wrong with the options that it was made of.
   * @internal
   */
  public readonly _findings: readonly Finding[];

  /**
   * The routing, written through a `from`.
   * @internal
   */
  public readonly _build: Build | undefined;

  private constructor(build: Build | undefined, findings: readonly Finding[]) {
    this._build = build;
    this._routing = build?.(unmarked);
    this._findings = findings;
  }
}

type Build = (from: From) => RoutingSpec;

function httpRouteOf(options: Read<ViewerHttpRouteOptions>, from: From): RoutingSpec {
  const { gatewayName, gatewayNamespace, sectionName, port, hostnames } = options;
  const parent = {
    name: from('routing.gatewayName', gatewayName),
    namespace: from('routing.gatewayNamespace', gatewayNamespace),
    sectionName: from('routing.sectionName', sectionName),
    port: from('routing.port', port),
  };
  return { kind: 'httpRoute', parentRefs: from('routing.gatewayName', [parent]), hostnames };
}
