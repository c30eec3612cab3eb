/**
 * The pods of a driver as they will run: the definition's own, with the platform and the options
 * worked in.
 */
import { From, unmarked } from '../findings';
import { withoutUndefined, own } from '../kube';
import { imageOf, imageOption } from './images';
import { selectorLabels } from './names';
import { nodePlacement } from './platforms';
import {
  Affinity,
  Container,
  ContainerOptions,
  ContainerPort,
  NodeExpression,
  PluginKey,
  PluginOptions,
  PluginSpec,
  PodSpec,
  StackSpec,
} from './spec';
import { HOSTNAME, mergeAffinity } from '../placement/core';

const ZONE = 'topology.kubernetes.io/zone';

/**
 * The pod of a plugin of which there are so many. What comes from an option is written through
 * `from`; all else is the definition's, at the same place.
 */
export function podOf(
  spec: StackSpec,
  key: PluginKey,
  plugin: PluginSpec,
  replicas?: number,
  from: From = unmarked,
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
  const added = from.each(`${key}.tolerations`, options.tolerations);
  return withoutUndefined({
    serviceAccountName: plugin.serviceAccountName,
    hostNetwork:
      (options.hostNetwork === undefined
        ? hostNetwork
        : from(`${key}.hostNetwork`, options.hostNetwork)) || undefined,
    topologySpreadConstraints:
      replicas !== undefined && replicas > 1 ? spread(spec, plugin) : undefined,
    ...others,
    // The option dnsPolicy may need a dnsConfig; a definition has no such policy without one.
    ...(others.dnsConfig
      ? {}
      : { dnsConfig: from(`${key}.additionalFields.dnsConfig`, undefined) }),
    ...(options.dnsPolicy === undefined ? {} : { dnsPolicy: options.dnsPolicy }),
    ...(options.priorityClassName === undefined
      ? {}
      : { priorityClassName: from(`${key}.priorityClassName`, options.priorityClassName) }),
    ...(imagePullSecrets === undefined
      ? {}
      : { imagePullSecrets: from('images.imagePullSecrets', imagePullSecrets) }),
    nodeSelector: orUndefined({
      ...nodeSelector,
      ...placement.nodeSelector,
      ...from.each(`${key}.nodeSelector`, options.nodeSelector),
    }),
    affinity: mergeAffinity(
      mergeAffinity(affinity, options.affinity),
      required(placement.expressions),
    ) as Affinity | undefined,
    tolerations:
      key === 'node'
        ? // Volumes are mounted on every node, whatever its taints.
          (added ?? tolerations ?? [{ operator: 'Exists' }])
        : orUndefined([...(tolerations ?? []), ...(added ?? [])]),
    initContainers: initContainers?.map((one) => containerOf(spec, key, one, from)),
    containers: containers.map((one) => containerOf(spec, key, one, from)),
    volumes,
    ...from.each(`${key}.additionalFields`, options.additionalFields),
  });
}

/** The variables of a container that stay beside those that the user sets. */
function keptVariables(
  { env }: Container,
  options: ContainerOptions,
): NonNullable<Container['env']> {
  return (env ?? []).filter(
    ({ name }) => !(options.env ?? []).some((other) => other.name === name),
  );
}

function containerOf(spec: StackSpec, key: PluginKey, container: Container, from: From): Container {
  const { name } = container;
  const { containers = {}, healthPort }: PluginOptions = spec.options[key] ?? {};
  const { images } = spec.options;
  const options = own(containers, name) ?? {};
  const at = `${key}.containers.${name}`;
  const env = options.env ?? [];
  const image = imageOf(container, images, spec.target);
  const ofImage = imageOption(images, name);
  return {
    ...container,
    image: ofImage === undefined ? image : from(ofImage, image),
    ...(healthPort === undefined || container.ports === undefined
      ? {}
      : { ports: container.ports.map((port) => withHealthPort(port, key, healthPort, from)) }),
    ...(images?.imagePullPolicy === undefined ? {} : { imagePullPolicy: images.imagePullPolicy }),
    ...(options.additionalArgs === undefined
      ? {}
      : {
          args: [
            ...(container.args ?? []),
            ...from.each(`${at}.additionalArgs`, options.additionalArgs),
          ],
        }),
    ...(env.length === 0
      ? {}
      : { env: [...keptVariables(container, options), ...from.each(`${at}.env`, env)] }),
    ...(options.resources === undefined
      ? {}
      : { resources: from(`${at}.resources`, options.resources) }),
  };
}

/** A port, of which those numbers come from the option that a definition took from it. */
function withHealthPort(
  port: ContainerPort,
  key: PluginKey,
  healthPort: number,
  from: From,
): ContainerPort {
  return Object.fromEntries(
    Object.entries(port).map(([field, value]) => [
      field,
      value === healthPort ? from(`${key}.healthPort`, value) : value,
    ]),
  ) as ContainerPort;
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
