/** The objects that the controller makes of a viewer that both webhooks let pass. */
import { Manifest } from '../../kube';
import { isGoZero } from '../../resource';
import { DEFAULT_GATEWAY } from '../names';
import { KubeValue, NetworkingSpec, PVCViewerResource } from '../spec';
import { operatorAffinity } from './affinity';
import { controllerTypes, NETWORKING_TYPE } from './types';
import { ControllerEnv } from './webhooks';

export const ISTIO_GATEWAY = 'ISTIO_GATEWAY';

/** The objects, and the path that the controller writes into the status. */
interface OperatorObjects {
  readonly deployment: Manifest;
  readonly service?: Manifest;
  readonly virtualService?: Manifest;
  readonly url?: string;
}

/**
 * What the controller makes of a viewer of which nothing exists yet. The objects are the claims and
 * pods around it. There are no owner references: outside a cluster the viewer has no uid.
 */
export function buildAsOperator(
  resource: PVCViewerResource,
  env: ControllerEnv,
  objects: readonly unknown[],
): OperatorObjects {
  const {
    metadata: { name, namespace = '' },
    spec,
  } = resource;
  const { networking = {}, podSpec = {} } = spec ?? {};
  const child = `pvcviewer-${name}`;
  const labels = () => ({
    'app.kubernetes.io/name': name,
    'app.kubernetes.io/instance': child,
    'app.kubernetes.io/part-of': 'pvc-viewer',
  });
  const metadata = () => ({ name: child, namespace, labels: labels() });
  const { affinity: _lost, ...pod } = podSpec;
  const affinity = operatorAffinity(resource, objects);
  const deployment: Manifest = {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: metadata(),
    spec: {
      selector: { matchLabels: labels() },
      strategy: { type: 'Recreate' },
      template: {
        metadata: { labels: labels() },
        spec: structuredClone(affinity ? { ...pod, affinity } : pod),
      },
    },
  };
  if (isGoZero(NETWORKING_TYPE, networking, controllerTypes())) return { deployment };
  const url = `${networking.basePrefix ?? ''}/${namespace}/${name}/`;
  const service: Manifest = {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: metadata(),
    spec: {
      type: 'ClusterIP',
      selector: labels(),
      ports: [{ name: 'http', port: 80, targetPort: networking.targetPort ?? 0 }],
    },
  };
  const virtualService: Manifest = {
    apiVersion: 'networking.istio.io/v1alpha3',
    kind: 'VirtualService',
    metadata: metadata(),
    spec: {
      hosts: ['*'],
      gateways: [(Object.hasOwn(env, ISTIO_GATEWAY) && env[ISTIO_GATEWAY]) || DEFAULT_GATEWAY],
      http: [httpRoute(networking, url, `${child}.${namespace}.svc.cluster.local`)],
    },
  };
  return { deployment, service, virtualService, url };
}

function httpRoute({ rewrite, timeout }: NetworkingSpec, prefix: string, host: string): KubeValue {
  return {
    match: [{ uri: { prefix } }],
    rewrite: { uri: rewrite || prefix },
    route: [{ destination: { host, port: { number: 80 } } }],
    ...(timeout ? { timeout } : {}),
  };
}
