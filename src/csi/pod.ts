/**
 * The pods of a driver as they will run: the definition's own, with the platform and the options
 * worked in.
 */
import { withoutUndefined } from '../kube';
import { imageOf } from './images';
import { selectorLabels } from './names';
import { nodePlacement } from './platforms';
import {
  Affinity,
  Container,
  ContainerOptions,
  NodeExpression,
  PluginKey,
  PluginOptions,
  PluginSpec,
  PodSpec,
  StackSpec,
} from './spec';
import { HOSTNAME, mergeAffinity } from '../placement/core';

const ZONE = 'topology.kubernetes.io/zone';

/** The pod of a plugin of which there are so many. */
export function podOf(
  spec: StackSpec,
  key: PluginKey,
  plugin: PluginSpec,
  replicas?: number,
): PodSpec {
  const options: PluginOptions = spec.options[key] ?? {};
  const placement = key === 'node' ? nodePlacement(spec) : { nodeSelector: {}, expressions: [] };
  const {
    containers,
    initContainers,
    volumes,
    hostNetwork,
    nodeSelector,
    affinity,
    tolerations,
    ...others
  } = plugin.pod;
  const imagePullSecrets = spec.options.images?.imagePullSecrets;
  return withoutUndefined({
    serviceAccountName: plugin.serviceAccountName,
    hostNetwork: (options.hostNetwork ?? hostNetwork) || undefined,
    topologySpreadConstraints:
      replicas !== undefined && replicas > 1 ? spread(spec, plugin) : undefined,
    ...others,
    ...(options.dnsPolicy === undefined ? {} : { dnsPolicy: options.dnsPolicy }),
    ...(options.priorityClassName === undefined
      ? {}
      : { priorityClassName: options.priorityClassName }),
    ...(imagePullSecrets === undefined ? {} : { imagePullSecrets }),
    nodeSelector: orUndefined({
      ...nodeSelector,
      ...placement.nodeSelector,
      ...options.nodeSelector,
    }),
    affinity: mergeAffinity(
      mergeAffinity(affinity, options.affinity),
      required(placement.expressions),
    ) as Affinity | undefined,
    tolerations:
      key === 'node'
        ? // Volumes are mounted on every node, whatever its taints.
          (options.tolerations ?? tolerations ?? [{ operator: 'Exists' }])
        : orUndefined([...(tolerations ?? []), ...(options.tolerations ?? [])]),
    initContainers: initContainers?.map((one) => containerOf(spec, options, one)),
    containers: containers.map((one) => containerOf(spec, options, one)),
    volumes,
    ...options.additionalFields,
  });
}

/** The variables of a container that stay beside those that the user gives. */
export function keptVariables(
  { env }: Container,
  options: ContainerOptions,
): NonNullable<Container['env']> {
  return (env ?? []).filter(
    ({ name }) => !(options.env ?? []).some((other) => other.name === name),
  );
}

/** What the user wants of a container. */
export function optionsOf({ containers = {} }: PluginOptions, name: string): ContainerOptions {
  return Object.hasOwn(containers, name) ? containers[name] : {};
}

function containerOf(spec: StackSpec, plugin: PluginOptions, container: Container): Container {
  const options = optionsOf(plugin, container.name);
  const imagePullPolicy = spec.options.images?.imagePullPolicy;
  const env = options.env ?? [];
  return {
    ...container,
    image: imageOf(container, spec.options.images, spec.target),
    ...(imagePullPolicy === undefined ? {} : { imagePullPolicy }),
    ...(options.additionalArgs === undefined
      ? {}
      : { args: [...(container.args ?? []), ...options.additionalArgs] }),
    ...(env.length === 0 ? {} : { env: [...keptVariables(container, options), ...env] }),
    ...(options.resources === undefined ? {} : { resources: options.resources }),
  };
}

/**
 * On nodes and in zones of their own, as far as there are any: without one of them the other goes
 * on.
 */
function spread(spec: StackSpec, plugin: PluginSpec): object[] {
  return [HOSTNAME, ZONE].map((topologyKey) => ({
    maxSkew: 1,
    topologyKey,
    whenUnsatisfiable: 'ScheduleAnyway',
    labelSelector: { matchLabels: selectorLabels(spec, plugin) },
    // Else the pods that an update is about to delete count, and the new ones may end up on one
    // node.
    matchLabelKeys: ['pod-template-hash'],
  }));
}

function required(
  matchExpressions: readonly NodeExpression[],
): { readonly [field: string]: unknown } | undefined {
  if (matchExpressions.length === 0) return undefined;
  return {
    nodeAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [{ matchExpressions }] },
    },
  };
}

function orUndefined<T extends object>(value: T): T | undefined {
  return Object.keys(value).length > 0 ? value : undefined;
}
