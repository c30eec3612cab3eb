/** An Istio VirtualService: the routing of Kubeflow's own controller. */
import { Manifest } from '../../kube';
import { metadataOf } from '../metadata';
import { objectName, SERVICE_PORT } from '../names';
import { RoutingSpec, ViewerSpec } from '../spec';
import { Route } from './route';

/** The API version of Istio 1.22 and later. */
const VIRTUAL_SERVICE_VERSION = 'networking.istio.io/v1';
/** The domain of the cluster, unless it is said otherwise. */
const CLUSTER_DOMAIN = 'cluster.local';

export function buildVirtualService(
  spec: ViewerSpec,
  routing: RoutingSpec & { kind: 'virtualService' },
  { prefix, rewrite, timeout }: Route,
): Manifest {
  const name = objectName(spec.name);
  return {
    apiVersion: routing.apiVersion ?? VIRTUAL_SERVICE_VERSION,
    kind: 'VirtualService',
    metadata: metadataOf(spec, name),
    spec: {
      hosts: routing.hosts ?? ['*'],
      gateways: [routing.gateway],
      http: [
        {
          match: [{ uri: { prefix } }],
          rewrite: { uri: rewrite },
          route: [
            {
              destination: {
                host: `${name}.${spec.namespace}.svc.${spec.clusterDomain ?? CLUSTER_DOMAIN}`,
                port: { number: SERVICE_PORT },
              },
            },
          ],
          ...(timeout === undefined ? {} : { timeout }),
        },
      ],
    },
  };
}
