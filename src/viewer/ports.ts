/** At which port of the pod the viewer answers. */
import { DEFAULT_APP } from './apps';
import { isFields } from '../kube';
import { HTTP } from './names';
import { KubeValue, ViewerSpec } from './spec';

interface DeclaredPort {
  readonly name?: unknown;
  readonly containerPort?: unknown;
}

type Ported = Pick<ViewerSpec, 'app' | 'networking' | 'podSpec'>;

/** The objects of a list; nothing of what is not a list. */
export function entries(list: unknown): KubeValue[] {
  return Array.isArray(list) ? list.filter(isFields) : [];
}

/** The TCP ports that containers declare, in their order. */
export function declaredPorts({ app = DEFAULT_APP, podSpec }: Ported): readonly DeclaredPort[] {
  if (podSpec === undefined) return [{ name: HTTP, containerPort: app.port }];
  // Native sidecars serve, too; other init containers are gone by then.
  const sidecars = entries(podSpec.initContainers).filter(
    ({ restartPolicy }) => restartPolicy === 'Always',
  );
  return [...entries(podSpec.containers), ...sidecars]
    .flatMap(({ ports }) => entries(ports))
    .filter(({ protocol }) => protocol === undefined || protocol === 'TCP');
}

/**
 * The port to which the Service leads: the one asked for, else the first one declared. Undefined if
 * there is none.
 */
export function targetPortOf(spec: Ported): number | string | undefined {
  return (
    spec.networking?.targetPort ?? (declaredPorts(spec)[0]?.containerPort as number | undefined)
  );
}

/** The number of that port. Undefined where no container declares its name. */
export function portNumberOf(spec: Ported): number | undefined {
  const target = targetPortOf(spec);
  const number =
    typeof target === 'string'
      ? declaredPorts(spec).find(({ name }) => name === target)?.containerPort
      : target;
  return typeof number === 'number' ? number : undefined;
}
