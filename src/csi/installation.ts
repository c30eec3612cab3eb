/** What comes of a driver, a platform and options together: the pods as they will run, and which of them there are. */
import { withoutUndefined } from '../kube';
import { imageOf } from './images';
import { nodePlacement, requiredScc } from './platforms';
import {
  Affinity, ClassSpec, Container, ContainerOptions, DriverContext, DriverSpec, Mode, NodeExpression, PluginOptions, PluginSpec, PodSpec, StackOptions,
  StackSpec,
} from './spec';

/** The directory of kubelet, unless somebody moved it. */
export const KUBELET_PATH = '/var/lib/kubelet';
const LOG_LEVEL = 2;

/** What the driver is told before it describes itself. */
export function contextOf(spec: Omit<StackSpec, 'driver'>): DriverContext {
  const { platform, options } = spec;
  return withoutUndefined({
    platform: platform.kind,
    mode: modeOf(options),
    namespace: wantedNamespace(spec),
    kubeletPath: options.kubeletPath ?? KUBELET_PATH,
    logLevel: options.logLevel ?? LOG_LEVEL,
    nodeHealthPort: options.node?.healthPort,
    controllerHealthPort: options.controller?.healthPort,
  });
}

/** Who installs the driver. */
export function modeOf({ mode }: StackOptions): Mode {
  return mode ?? 'self-managed';
}

/** The namespace that somebody wants, if anybody does. That of the chart is for what the stack itself installs. */
export function wantedNamespace({ options, chartNamespace }: Omit<StackSpec, 'driver'>): string | undefined {
  return options.namespace ?? (modeOf(options) === 'self-managed' ? chartNamespace : undefined);
}

/** The namespace of the driver: the one wanted, else the one of its definition. */
export function namespaceOf(spec: StackSpec): string {
  const { driver, options } = spec;
  const own = modeOf(options) === 'openshift-operator' && driver.operator ? driver.operator.namespace : driver.defaultNamespace;
  return wantedNamespace(spec) ?? own;
}

/** All classes, those of the driver first. */
export function classesOf({ driver, options }: StackSpec): ClassSpec[] {
  return [...driver.storageClasses ?? [], ...options.storageClasses ?? []];
}

/** Whether the driver's controller makes the volumes of a class. */
export function isDynamic(driver: DriverSpec, { dynamic, parameters = {} }: ClassSpec): boolean {
  return dynamic ?? dynamicParameter(driver, parameters) !== undefined;
}

/** The parameter by which a class is dynamic, if it has one. */
export function dynamicParameter({ dynamicParameters = [] }: DriverSpec, parameters: { readonly [parameter: string]: string }): string | undefined {
  return dynamicParameters.find((parameter) => Object.hasOwn(parameters, parameter));
}

/** Whether the stack itself installs the driver, from its definition. */
export function isInstalled({ driver, options }: StackSpec): boolean {
  return modeOf(options) === 'self-managed' && driver.fixedObjects === undefined;
}

/** Whether the controller is deployed. */
export function hasController(spec: StackSpec): boolean {
  if (!isInstalled(spec) || !spec.driver.controller) return false;
  return spec.options.controller?.enabled ?? classesOf(spec).some((one) => isDynamic(spec.driver, one));
}

/** The plugins that are deployed. */
export function pluginsOf(spec: StackSpec): { key: 'node' | 'controller'; plugin: PluginSpec; options: PluginOptions; pod: PodSpec }[] {
  if (!isInstalled(spec)) return [];
  const { driver, options } = spec;
  const node = { key: 'node', plugin: driver.node, options: options.node ?? {}, pod: podOf(spec, 'node', driver.node) } as const;
  if (!hasController(spec)) return [node];
  const plugin = driver.controller!;
  return [node, { key: 'controller', plugin, options: options.controller ?? {}, pod: podOf(spec, 'controller', plugin) }];
}

/** The annotations of a plugin's pods. */
export function podAnnotations(spec: StackSpec, options: PluginOptions): { [key: string]: string } | undefined {
  const scc = requiredScc(spec.platform, spec.driver.scc?.name);
  const annotations = { ...scc === undefined ? {} : { 'openshift.io/required-scc': scc }, ...options.podAnnotations };
  return Object.keys(annotations).length > 0 ? annotations : undefined;
}

/** A plugin's pod with the options and the platform worked in. */
function podOf(spec: StackSpec, key: 'node' | 'controller', plugin: PluginSpec): PodSpec {
  const options: PluginOptions = spec.options[key] ?? {};
  const placement = key === 'node' ? nodePlacement(spec.platform) : { nodeSelector: {}, expressions: [] };
  const { containers, initContainers, volumes, hostNetwork, nodeSelector, affinity, tolerations, ...others } = plugin.pod;
  const pullSecrets = spec.options.images?.pullSecrets;
  return withoutUndefined({
    serviceAccountName: plugin.serviceAccountName,
    hostNetwork: (options.hostNetwork ?? hostNetwork) || undefined,
    ...others,
    ...options.dnsPolicy === undefined ? {} : { dnsPolicy: options.dnsPolicy },
    ...options.priorityClassName === undefined ? {} : { priorityClassName: options.priorityClassName },
    imagePullSecrets: pullSecrets?.map((name) => ({ name })),
    nodeSelector: orUndefined({ ...nodeSelector, ...placement.nodeSelector, ...options.nodeSelector }),
    affinity: joinAffinity(joinAffinity(affinity, options.affinity), required(placement.expressions)),
    tolerations: key === 'node'
      // Volumes are mounted on every node, whatever its taints.
      ? options.tolerations ?? tolerations ?? [{ operator: 'Exists' }]
      : orUndefined([...tolerations ?? [], ...options.tolerations ?? []]),
    initContainers: initContainers?.map((one) => containerOf(spec, options, one)),
    containers: containers.map((one) => containerOf(spec, options, one)),
    volumes,
    ...options.additionalFields,
  });
}

function containerOf(spec: StackSpec, plugin: PluginOptions, container: Container): Container {
  const options: ContainerOptions = Object.hasOwn(plugin.containers ?? {}, container.name) ? plugin.containers![container.name] : {};
  const pullPolicy = spec.options.images?.pullPolicy;
  const env = options.env ?? [];
  const kept = (container.env ?? []).filter(({ name }) => !env.some((other) => other.name === name));
  return {
    ...container,
    image: imageOf(container, spec.options.images),
    ...pullPolicy === undefined ? {} : { imagePullPolicy: pullPolicy },
    ...options.extraArgs === undefined ? {} : { args: [...container.args ?? [], ...options.extraArgs] },
    ...env.length === 0 ? {} : { env: [...kept, ...env] },
    ...options.resources === undefined ? {} : { resources: options.resources },
  };
}

function required(matchExpressions: readonly NodeExpression[]): Affinity | undefined {
  if (matchExpressions.length === 0) return undefined;
  return { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [{ matchExpressions }] } } };
}

/** Both affinities at once. Terms of required ones are alternatives, so each of one goes with each of the other. */
function joinAffinity(a: Affinity | undefined, b: Affinity | undefined): Affinity | undefined {
  if (!a || !b) return a ?? b;
  const terms = a.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms;
  const others = b.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms;
  const nodeSelectorTerms = terms && others
    ? terms.flatMap((term) => others.map((other) => withoutUndefined({
      matchExpressions: joinLists(term.matchExpressions, other.matchExpressions),
      matchFields: joinLists(term.matchFields as object[] | undefined, other.matchFields as object[] | undefined),
    })))
    : terms ?? others;
  const nodeAffinity = withoutUndefined({
    requiredDuringSchedulingIgnoredDuringExecution: nodeSelectorTerms && { nodeSelectorTerms },
    preferredDuringSchedulingIgnoredDuringExecution: joinLists(
      a.nodeAffinity?.preferredDuringSchedulingIgnoredDuringExecution, b.nodeAffinity?.preferredDuringSchedulingIgnoredDuringExecution),
  });
  return {
    ...Object.keys(nodeAffinity).length > 0 ? { nodeAffinity } : {},
    ...withoutUndefined({
      podAffinity: joinPodAffinity(a.podAffinity, b.podAffinity),
      podAntiAffinity: joinPodAffinity(a.podAntiAffinity, b.podAntiAffinity),
    }),
  };
}

function joinPodAffinity(a: unknown, b: unknown): unknown {
  if (!a || !b) return a ?? b;
  const keys = [...new Set([...Object.keys(a), ...Object.keys(b)])];
  const list = (value: object, key: string) => (value as { [key: string]: object[] | undefined })[key];
  return Object.fromEntries(keys.map((key) => [key, joinLists(list(a, key), list(b, key))]));
}

function joinLists<T>(a: readonly T[] | undefined, b: readonly T[] | undefined): readonly T[] | undefined {
  return a && b ? [...a, ...b] : a ?? b;
}

function orUndefined<T extends object>(value: T): T | undefined {
  return Object.keys(value).length > 0 ? value : undefined;
}
