/** The small container beside a viewer that knows for how long nobody has been connected. */
import { loneContainerSecurity, nobody } from '../hardening';
import { declaredPorts, portNumberOf } from '../ports';
import { KubeValue, Texts, ViewerSpec } from '../spec';
import { ACTIVITY_SCRIPT } from './scripts';

/** The image of the container, unless another is asked for. */
export const ACTIVITY_IMAGE = 'docker.io/library/busybox:1.37.0';
/** The name of the container, of its volume and of its port. */
export const ACTIVITY = 'activity';
/** Istio keeps away from this port, so that the Job, which has no sidecar, can ask. */
const EXCLUDED_PORTS = 'traffic.sidecar.istio.io/excludeInboundPorts';
const PREFERRED_PORT = 8999;
const FOLDER = '/activity';

/** Whether the viewer is culled by its idleness, so that somebody has to watch. */
export function watchesActivity({ cull }: Pick<ViewerSpec, 'cull'>): boolean {
  return cull?.afterIdle !== undefined;
}

/** The port at which the container answers: one that no other container has. */
export function activityPortOf(spec: ViewerSpec): number {
  const taken = [
    portNumberOf(spec),
    ...declaredPorts(spec).map(({ containerPort }) => containerPort),
  ];
  let port = PREFERRED_PORT;
  while (taken.includes(port)) port -= 1;
  return port;
}

export function withActivity(spec: ViewerSpec, podSpec: KubeValue): KubeValue {
  if (!watchesActivity(spec)) return podSpec;
  const port = activityPortOf(spec);
  const container = {
    name: ACTIVITY,
    image: spec.cull?.activityImage ?? ACTIVITY_IMAGE,
    command: ['sh', '-c', ACTIVITY_SCRIPT],
    ports: [{ name: ACTIVITY, containerPort: port }],
    env: [
      { name: 'ROOT', value: FOLDER },
      { name: 'ACTIVITY_PORT', value: String(port) },
      // As /proc/net/tcp writes it.
      { name: 'HEX_PORT', value: portNumberOf(spec)!.toString(16).toUpperCase().padStart(4, '0') },
    ],
    resources: { requests: { cpu: '5m', memory: '8Mi' }, limits: { memory: '32Mi' } },
    volumeMounts: [{ name: ACTIVITY, mountPath: FOLDER }],
    securityContext: loneContainerSecurity(nobody(spec)),
  };
  return {
    ...podSpec,
    containers: [...(podSpec.containers as KubeValue[]), container],
    volumes: [
      ...(podSpec.volumes as KubeValue[]),
      { name: ACTIVITY, emptyDir: { sizeLimit: '1Mi' } },
    ],
  };
}

/** The annotations of the pod with the one by which Istio lets the Job in. */
export function withActivityAnnotations(spec: ViewerSpec): Texts | undefined {
  if (!watchesActivity(spec)) return spec.podAnnotations;
  const own = spec.podAnnotations?.[EXCLUDED_PORTS];
  const port = String(activityPortOf(spec));
  return { ...spec.podAnnotations, [EXCLUDED_PORTS]: own ? `${own},${port}` : port };
}
