/** By which kind of object a viewer is reached. */
import { Finding } from '../../findings';
import { integer, listOf, Read, readShape, string, strings, struct } from '../../shape';
import { DEFAULT_GATEWAY } from '../names';
import { RoutingSpec } from '../spec';

/** Options of a route by Istio's VirtualService. */
export interface ViewerVirtualServiceOptions {
  /**
   * The gateway, as `namespace/name`, or the name of one in the viewer's namespace.
   * @default 'kubeflow/kubeflow-gateway'
   */
  readonly gateway?: string;

  /**
   * The hosts that requests are for.
   * @default - all (`*`)
   */
  readonly hosts?: string[];

  /**
   * The API version, which Istio serves beside others: `networking.istio.io/v1`, `v1beta1` or `v1alpha3`.
   * @default 'networking.istio.io/v1' (Istio 1.22 and newer)
   */
  readonly apiVersion?: string;
}

/** Options of a route by the Gateway API's HTTPRoute. */
export interface ViewerHttpRouteOptions {
  /** The name of the Gateway. Its listener must allow routes of the viewer's namespace. */
  readonly gatewayName: string;

  /**
   * The namespace of the Gateway.
   * @default - the viewer's
   */
  readonly gatewayNamespace?: string;

  /**
   * The listener of the Gateway.
   * @default - all that allow the route
   */
  readonly sectionName?: string;

  /**
   * The port of the Gateway.
   * @default - all
   */
  readonly port?: number;

  /**
   * The host names that requests are for. A wildcard is its first label only (`*.example.com`).
   * @default - those of the listener
   */
  readonly hostnames?: string[];
}

/** Options of a route by an Ingress. */
export interface ViewerIngressOptions {
  /**
   * The class, which says who serves it.
   * @default - the cluster's default class
   */
  readonly ingressClassName?: string;

  /**
   * The host that requests are for.
   * @default - all
   */
  readonly host?: string;

  /**
   * The secret with the certificate for the host.
   * @default - no TLS
   */
  readonly tlsSecretName?: string;

  /**
   * Annotations of the Ingress: its controller's own way to set time limits and rewrites.
   * @default - none
   */
  readonly annotations?: { [key: string]: string };
}

const VIRTUAL_SERVICE = struct<Read<ViewerVirtualServiceOptions>>({ gateway: string, hosts: listOf(string), apiVersion: string });
const HTTP_ROUTE = struct<Read<ViewerHttpRouteOptions>>({
  gatewayName: string, gatewayNamespace: string, sectionName: string, port: integer, hostnames: listOf(string),
}, ['gatewayName']);
const INGRESS = struct<ViewerIngressOptions>({ ingressClassName: string, host: string, tlsSecretName: string, annotations: strings });

/**
 * By which kind of object requests find a viewer. All of them lead `<basePrefix>/<namespace>/<name>/` to its Service.
 *
 * @example
 * new PVCViewer(chart, 'uploads', {
 *   claim: PersistentVolumeClaim.fromClaimName(chart, 'claim', 'uploads'),
 *   routing: ViewerRouting.ingress({ host: 'files.example.com' }),
 *   readOnly: true,
 *   rwoScheduling: false,
 * });
 */
export class ViewerRouting {
  /**
   * A VirtualService of Istio, as the PVCViewer controller makes it.
   * @param options the gateway, hosts and API version
   * @returns the routing
   */
  public static virtualService(options: ViewerVirtualServiceOptions = {}): ViewerRouting {
    const { value, findings } = readShape<Read<ViewerVirtualServiceOptions>>(options, VIRTUAL_SERVICE, 'routing');
    const { gateway = DEFAULT_GATEWAY, ...others } = value ?? {};
    return new ViewerRouting({ kind: 'virtualService', gateway, ...others }, findings);
  }

  /**
   * An HTTPRoute of the Gateway API, v1 (Gateway API 1.0; with a timeout 1.2).
   * @param options the Gateway and host names
   * @returns the routing
   */
  public static httpRoute(options: ViewerHttpRouteOptions): ViewerRouting {
    const { value, findings } = readShape<Read<ViewerHttpRouteOptions>>(options, HTTP_ROUTE, 'routing');
    if (value === undefined) return new ViewerRouting(undefined, findings);
    const { gatewayName, gatewayNamespace, sectionName, port, hostnames } = value;
    const parent = { name: gatewayName, namespace: gatewayNamespace, sectionName, port };
    return new ViewerRouting({ kind: 'httpRoute', parentRefs: [parent], hostnames }, findings);
  }

  /**
   * An Ingress, which can neither rewrite a path nor limit the time of a request but by annotations of its controller.
   * @param options the class, host and certificate
   * @returns the routing
   */
  public static ingress(options: ViewerIngressOptions = {}): ViewerRouting {
    const { value, findings } = readShape<ViewerIngressOptions>(options, INGRESS, 'routing');
    return new ViewerRouting({ kind: 'ingress', ...value }, findings);
  }

  /**
   * No route: the viewer is reached by its Service, with `kubectl port-forward` or by a route that is made elsewhere.
   * @returns the routing
   */
  public static none(): ViewerRouting {
    return new ViewerRouting({ kind: 'none' }, []);
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

  private constructor(routing: RoutingSpec | undefined, findings: readonly Finding[]) {
    this._routing = routing;
    this._findings = findings;
  }
}
