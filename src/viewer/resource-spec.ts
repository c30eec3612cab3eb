/** The spec of a viewer that a PVCViewer resource stands for. */
import { Finding, From, show, unmarked, violation } from '../findings';
import { fieldsOf, withoutUndefined } from '../kube';
import { forTarget } from './for-target';
import { RenderOptions, withoutBookkeeping } from '../resource';
import { DEFAULT_GATEWAY } from './names';
import { DEFAULT_POD_SPEC_PATH, ISTIO_GATEWAY, readDefaultPodFile } from './operator';
import { rewriteOf } from './prefix';
import { VIEWER_RESOURCE_RULES as RULES } from './resource-rules';
import {
  KubeValue,
  NetworkingSpec,
  PVCViewerResource,
  RoutingSpec,
  VIEWER_KIND,
  ViewerDefaults,
  ViewerSpec,
} from './spec';

/** Where the operator's default image answers. */
const OPERATOR_PORT = 8080;

/** The spec of a viewer, and what of its resource is left out. */
interface ReadSpec {
  readonly spec: ViewerSpec;
  readonly findings: readonly Finding[];
}

/** What a resource asks for, with the defaults and the target. */
export function specOf(resource: PVCViewerResource, options: RenderOptions): ReadSpec {
  const spec = writtenSpec(resource, options);
  return withoutNeedless(options.target ? forTarget(spec, options.target) : spec);
}

/** What the resource and the defaults say. What of it comes from neither field has no origin. */
export function writtenSpec(
  resource: PVCViewerResource,
  options: RenderOptions,
  from: From = unmarked,
): ViewerSpec {
  const { name, labels, annotations } = resource.metadata;
  const { pvc = '', podSpec, networking } = resource.spec ?? {};
  const pod = podSpec ?? defaultPod(pvc, options);
  const isReached =
    networking !== undefined &&
    Object.values(networking).some((value) => value !== '' && value !== 0);
  const { readOnly, routing, ...policies } = fieldsOf(
    options.defaults?.[VIEWER_KIND],
  ) as ViewerDefaults;
  const ownRouting: RoutingSpec = {
    kind: 'virtualService',
    gateway: options.operatorEnv[ISTIO_GATEWAY] || DEFAULT_GATEWAY,
  };
  const metadata = withoutUndefined({
    labels: withoutBookkeeping(labels),
    annotations: withoutBookkeeping(annotations),
  });
  return {
    name: from('metadata.name', name),
    namespace: from('metadata.namespace', resource.metadata.namespace ?? options.namespace ?? ''),
    pvc: from('spec.pvc', pvc),
    ...(pod === undefined ? {} : { podSpec: from('spec.podSpec', pod) }),
    // What the resource does not say is the operator's default, which is no prefix at all.
    ...(isReached
      ? {
          networking: from('spec.networking', { basePrefix: '', ...withoutZeroPort(networking) }),
        }
      : {}),
    routing: isReached ? (routing ?? ownRouting) : { kind: 'none' },
    ...(readOnly ? { readOnly: true } : {}),
    ...(isReached ? policies : {}),
    ...from.each('metadata', metadata),
  };
}

/** A resource that comes from a cluster has a port in any case: none is zero. */
function withoutZeroPort({ targetPort, ...others }: NetworkingSpec): NetworkingSpec {
  return targetPort === undefined || targetPort === 0 || targetPort === ''
    ? others
    : { targetPort, ...others };
}

/**
 * The pod that the administrator of the controller has chosen for viewers that have none. What
 * cannot be read is told with the options.
 */
function defaultPod(pvc: string, { operatorFiles }: RenderOptions): KubeValue | undefined {
  const text = operatorFiles?.[DEFAULT_POD_SPEC_PATH];
  const file = text === undefined ? undefined : readDefaultPodFile(text);
  if (file === undefined || 'error' in file) return undefined;
  return {
    ...file.podSpec,
    volumes: [
      ...((file.podSpec.volumes ?? []) as KubeValue[]),
      { name: 'viewer-volume', persistentVolumeClaim: { claimName: pvc } },
    ],
  };
}

/**
 * A rewrite and a port may be written for the operator's default image. The one in its place wants
 * its prefix and its own port, and says so.
 */
function withoutNeedless(spec: ViewerSpec): ReadSpec {
  if (spec.podSpec !== undefined || spec.networking === undefined) return { spec, findings: [] };
  const { rewrite, targetPort, ...others } = spec.networking;
  const isOtherPort = targetPort === OPERATOR_PORT;
  const isOtherPath =
    Boolean(rewrite) &&
    rewriteOf(spec, undefined) !== rewriteOf({ ...spec, networking: others }, undefined);
  return {
    spec: {
      ...spec,
      networking: {
        ...others,
        ...(isOtherPort || targetPort === undefined ? {} : { targetPort }),
        ...(isOtherPath || rewrite === undefined ? {} : { rewrite }),
      },
    },
    findings: [
      ...(isOtherPort
        ? [
            violation(
              RULES.targetPortLeftOut,
              'networking.targetPort',
              `the viewer listens on its own port, so the target port ${targetPort} is ignored`,
              'remove it, or set your own podSpec',
            ),
          ]
        : []),
      ...(isOtherPath
        ? [
            violation(
              RULES.rewriteLeftOut,
              'networking.rewrite',
              `the viewer needs the prefix of its requests, so the rewrite ${show(rewrite)} is ignored`,
              'remove it, or set your own podSpec',
            ),
          ]
        : []),
    ],
  };
}
