/**
 * Checks of the pods that the stack makes: what the API server would have against them, told where
 * the user may change it.
 */
import { Finding, violation } from '../../findings';
import { checkPodSpec } from '../../pod';
import { isPort, Plugin, pluginsOf } from '../installation';
import { keptVariables, optionsOf } from '../pod';
import { CSI_RULES as RULES } from '../rules';
import { Container, StackSpec } from '../spec';
import { definedAt } from './definition';

/**
 * Stands in for the pod that an affinity is for: an affinity is judged before it is joined with
 * others.
 */
const STAND_IN = { containers: [{ name: 'stand-in', image: 'stand-in' }] };

/** Findings on all pods. */
export function checkPods(spec: StackSpec): Finding[] {
  return pluginsOf(spec).flatMap((one) => {
    const {
      key,
      options: { affinity, healthPort },
      pod,
    } = one;
    const path = definedAt(key);
    const own = [
      ...(healthPort === undefined || isPort(healthPort)
        ? []
        : [
            violation(
              RULES.port,
              `${key}.healthPort`,
              `${healthPort} is not a valid port`,
              'give a number from 1 to 65535',
            ),
          ]),
      ...(affinity === undefined ? [] : checkPodSpec({ ...STAND_IN, affinity }, { path: key })),
    ];
    const findings = checkPodSpec(pod, { path, restartPolicies: ['Always'] })
      .filter((finding) => affinity === undefined || !isBelow(finding.path, `${path}.affinity`))
      .map((finding) => ({
        ...finding,
        path: originOf(spec, one, finding.path.slice(path.length + 1)) ?? finding.path,
      }));
    return [...own, ...findings];
  });
}

/** The option that a field of a pod comes from, if it comes from one. */
export function originOf(spec: StackSpec, one: Plugin, field: string): string | undefined {
  const { key, plugin, options } = one;
  const [, list, index, inContainer] =
    /^(containers|initContainers)\[(\d+)\]\.(.+)$/.exec(field) ?? [];
  if (inContainer !== undefined) {
    return originInContainer(
      spec,
      one,
      (plugin.pod[list] as readonly Container[])[Number(index)],
      inContainer,
    );
  }
  const [name] = field.split(/[.[]/);
  if (Object.hasOwn(options.additionalFields ?? {}, name)) {
    return `${key}.additionalFields.${field}`;
  }
  switch (name) {
    case 'dnsConfig':
      // The option dnsPolicy may need one where there is none; a definition has no such policy
      // without it.
      return plugin.pod.dnsConfig ? undefined : `${key}.additionalFields.${field}`;
    case 'hostNetwork':
    case 'priorityClassName':
      return options[name] === undefined ? undefined : `${key}.${field}`;
    case 'imagePullSecrets':
      return spec.options.images?.imagePullSecrets && `images.${field}`;
    case 'nodeSelector':
      return Object.hasOwn(options.nodeSelector ?? {}, field.slice(name.length + 1))
        ? `${key}.${field}`
        : undefined;
    case 'tolerations': {
      // The node plugin's are replaced, the controller's come behind those of the definition.
      const before = key === 'node' ? 0 : (plugin.pod.tolerations?.length ?? 0);
      return options.tolerations && shifted(field, name, before, `${key}.tolerations`);
    }
    default:
      return undefined;
  }
}

function originInContainer(
  spec: StackSpec,
  { key, options }: Plugin,
  container: Container,
  field: string,
): string | undefined {
  const own = optionsOf(options, container.name);
  const path = `${key}.containers.${container.name}`;
  const [name] = field.split(/[.[]/);
  switch (name) {
    case 'env':
      return own.env && shifted(field, name, keptVariables(container, own).length, `${path}.env`);
    case 'image':
      return originOfImage(spec, container.name);
    case 'ports':
      return originOfPort(options.healthPort, container, field) ? `${key}.healthPort` : undefined;
    case 'resources':
      return own.resources && `${path}.${field}`;
    default:
      return undefined;
  }
}

/** The option that an image comes from. */
export function originOfImage({ options }: StackSpec, container: string): string | undefined {
  const { registry, overrides = {} } = options.images ?? {};
  if (Object.hasOwn(overrides, container)) return `images.overrides.${container}`;
  return registry === undefined ? undefined : 'images.registry';
}

function originOfPort(
  healthPort: number | undefined,
  { ports = [] }: Container,
  field: string,
): boolean {
  const [, index, name] = /^ports\[(\d+)\]\.(\w+)$/.exec(field) ?? [];
  return (
    healthPort !== undefined && name !== undefined && ports[Number(index)][name] === healthPort
  );
}

/** The place in a list of options whose entries stand behind so many others. */
function shifted(field: string, name: string, before: number, path: string): string | undefined {
  const [, index, rest] = /^\[(\d+)\](.*)$/.exec(field.slice(name.length)) ?? [];
  return index === undefined || Number(index) < before
    ? undefined
    : `${path}[${Number(index) - before}]${rest}`;
}

function isBelow(path: string, outer: string): boolean {
  return path === outer || path.startsWith(`${outer}.`);
}
