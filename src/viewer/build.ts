/** The objects of a viewer, from its spec alone. */
import { From, unmarked } from '../findings';
import { Manifest } from '../kube';
import { DEFAULT_APP } from './apps';
import { buildConfigMap } from './config-map';
import {
  ACTIVITY,
  activityPortOf,
  watchesActivity,
  withActivity,
  withActivityAnnotations,
} from './cull/activity';
import { buildCull } from './cull/build';
import { filled, metadataOf } from './metadata';
import { HTTP, objectName, SERVICE_PORT, viewerLabels } from './names';
import { podSpecOf } from './pod';
import { buildAuthorizationPolicy, buildNetworkPolicy } from './policies';
import { targetPortOf } from './ports';
import { buildRoute } from './routing';
import { Texts, ViewerObjects, ViewerSpec } from './spec';

/** The objects. The spec is one that `checkViewer` finds no errors in. */
export function buildViewer(spec: ViewerSpec, from: From = unmarked): ViewerObjects {
  const { networkPolicy, authorizationPolicy, cull, podSpec, app = DEFAULT_APP } = spec;
  return {
    configMap:
      podSpec === undefined && app.configFile ? buildConfigMap(spec, app.configFile) : undefined,
    networkPolicy: networkPolicy && buildNetworkPolicy(spec, networkPolicy),
    authorizationPolicy: authorizationPolicy && buildAuthorizationPolicy(spec, authorizationPolicy),
    deployment: buildDeployment(spec, from),
    service: buildService(spec, from),
    route: buildRoute(spec),
    cull: cull && buildCull(spec, cull),
  };
}

/**
 * All objects, in the order in which they are to be applied: nobody reaches the viewer before its
 * policies are there.
 */
export function objectsInOrder(objects: ViewerObjects): Manifest[] {
  const {
    configMap,
    networkPolicy,
    authorizationPolicy,
    deployment,
    service,
    route,
    cull = [],
  } = objects;
  return [
    configMap,
    networkPolicy,
    authorizationPolicy,
    deployment,
    service,
    route,
    ...cull,
  ].filter((object) => object !== undefined);
}

/** The labels of the viewer's pods. */
export function podLabelsOf({
  name,
  labels,
  podLabels,
}: Pick<ViewerSpec, 'name' | 'labels' | 'podLabels'>): Texts {
  return { ...viewerLabels(name), ...labels, ...podLabels };
}

function buildDeployment(spec: ViewerSpec, from: From): Manifest {
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: metadataOf(spec, objectName(spec.name), from),
    spec: {
      ...(spec.replicas === undefined ? {} : { replicas: spec.replicas }),
      selector: { matchLabels: viewerLabels(spec.name) },
      // Two pods would want the volume at once.
      strategy: { type: 'Recreate' },
      template: {
        metadata: {
          labels: podLabelsOf(spec),
          ...filled({ annotations: withActivityAnnotations(spec) }),
        },
        spec: withActivity(spec, podSpecOf(spec, from)),
      },
    },
  };
}

/**
 * Where nothing routes to the viewer, its Service is what `kubectl port-forward` and other pods
 * use.
 */
function buildService(spec: ViewerSpec, from: From): Manifest | undefined {
  const targetPort = targetPortOf(spec);
  if (targetPort === undefined) return undefined;
  const activity = activityPortOf(spec);
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: metadataOf(spec, objectName(spec.name), from),
    spec: {
      selector: viewerLabels(spec.name),
      ports: [
        { name: HTTP, port: SERVICE_PORT, targetPort: from('networking.targetPort', targetPort) },
        ...(watchesActivity(spec)
          ? [{ name: ACTIVITY, port: activity, targetPort: ACTIVITY }]
          : []),
      ],
    },
  };
}
