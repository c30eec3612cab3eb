/** An HTTPRoute of the Gateway API. */
import { Manifest } from '../../kube';
import { metadataOf } from '../metadata';
import { objectName, SERVICE_PORT } from '../names';
import { bare, isRewritten } from '../prefix';
import { RoutingSpec, ViewerSpec } from '../spec';
import { Route } from './route';

/**
 * The HTTPRoute. Its prefix is matched by whole elements, so that a slash at the end would say
 * nothing.
 */
export function buildHttpRoute(
  spec: ViewerSpec,
  routing: RoutingSpec & { kind: 'httpRoute' },
  { prefix, rewrite, timeout }: Route,
): Manifest {
  const name = objectName(spec.name);
  return {
    apiVersion: 'gateway.networking.k8s.io/v1',
    kind: 'HTTPRoute',
    metadata: metadataOf(spec, name),
    spec: {
      parentRefs: routing.parentRefs,
      ...(routing.hostnames && routing.hostnames.length > 0
        ? { hostnames: routing.hostnames }
        : {}),
      rules: [
        {
          matches: [{ path: { type: 'PathPrefix', value: bare(prefix) } }],
          ...(isRewritten(prefix, rewrite)
            ? {
                filters: [
                  {
                    type: 'URLRewrite',
                    urlRewrite: {
                      path: { type: 'ReplacePrefixMatch', replacePrefixMatch: rewrite },
                    },
                  },
                ],
              }
            : {}),
          backendRefs: [{ name, port: SERVICE_PORT }],
          ...(timeout === undefined ? {} : { timeouts: { request: timeout } }),
        },
      ],
    },
  };
}
