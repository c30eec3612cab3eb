/**
 * The installation that follows from a driver, a platform and options together: who installs it,
 * where, and which plugins there are.
 */
import { From, unmarked } from '../findings';
import { onceFor, withoutUndefined } from '../kube';
import { openshiftOf, sccNameOf } from './platforms';
import { podOf } from './pod';
import {
  ClassSpec,
  CsiDriverFields,
  DriverContext,
  DriverSpec,
  Mode,
  PluginKey,
  PluginOptions,
  PluginSpec,
  PodSpec,
  StackOptions,
  StackSpec,
} from './spec';

/** The directory of kubelet, unless somebody moved it. */
const KUBELET_PATH = '/var/lib/kubelet';
const LOG_LEVEL = 2;
const REPLICAS = 2;
const MAX_PORT = 65535;
const MAX_LOG_LEVEL = 10;

export interface Plugin {
  readonly key: PluginKey;
  readonly plugin: PluginSpec;
  readonly options: PluginOptions;
  readonly pod: PodSpec;
}

/** What the driver is told before it describes itself: of what would be refused, nothing. */
export function contextOf(spec: Omit<StackSpec, 'driver'>): DriverContext {
  const { platform, options } = spec;
  const { kubeletPath, logLevel, node, controller } = options;
  const ifPort = (port: number | undefined) =>
    port !== undefined && isPort(port) ? port : undefined;
  return withoutUndefined({
    platform,
    mode: modeOf(options),
    namespace: wantedNamespace(spec),
    kubeletPath:
      kubeletPath !== undefined && isKubeletPath(kubeletPath) ? kubeletPath : KUBELET_PATH,
    logLevel: logLevel !== undefined && isLogLevel(logLevel) ? logLevel : LOG_LEVEL,
    nodeHealthPort: ifPort(node?.healthPort),
    controllerHealthPort: ifPort(controller?.healthPort),
  });
}

export function isPort(port: number): boolean {
  return port >= 1 && port <= MAX_PORT;
}

/** Whether it is a verbosity of klog that drivers have something to say at. */
export function isLogLevel(level: number): boolean {
  return level >= 0 && level <= MAX_LOG_LEVEL;
}

/** Whether it is an absolute path without a slash at its end, to which others can be added. */
export function isKubeletPath(path: string): boolean {
  return /^(\/[^/\0]+)+$/.test(path);
}

/** Who installs the driver. */
export function modeOf({ mode }: StackOptions): Mode {
  return mode ?? 'this-stack';
}

/**
 * The namespace that somebody wants, if anybody does. That of the chart is for what the stack
 * itself installs.
 */
export function wantedNamespace({
  options,
  chartNamespace,
}: Omit<StackSpec, 'driver'>): string | undefined {
  return options.namespace ?? (modeOf(options) === 'this-stack' ? chartNamespace : undefined);
}

/** The namespace of the driver: the one wanted, else the one of its definition. */
export function namespaceOf(spec: StackSpec): string {
  const { driver, options } = spec;
  const own =
    modeOf(options) === 'openshift-operator' && driver.operator
      ? driver.operator.namespace
      : driver.defaultNamespace;
  return wantedNamespace(spec) ?? own;
}

/** All classes, those of the driver first. */
export function classesOf({ driver, options }: StackSpec): ClassSpec[] {
  return [...(driver.storageClasses ?? []), ...(options.storageClasses ?? [])];
}

/** Whether the driver's controller makes the volumes of a class. */
export function isDynamic(driver: DriverSpec, { dynamic, parameters = {} }: ClassSpec): boolean {
  return dynamic ?? dynamicParameter(driver, parameters) !== undefined;
}

/** The parameter by which a class is dynamic, if it has one. */
export function dynamicParameter(
  { dynamicParameters = [] }: DriverSpec,
  parameters: { readonly [parameter: string]: string },
): string | undefined {
  return dynamicParameters.find((parameter) => Object.hasOwn(parameters, parameter));
}

/** The fields of the CSIDriver: those of the definition, and over them those of the options. */
export function csiDriverOf(
  { driver, options }: StackSpec,
  from: From = unmarked,
): CsiDriverFields {
  return {
    ...from.each('driver.csiDriver', driver.csiDriver),
    ...from.each('csiDriver', options.csiDriver),
  };
}

/** Whether the stack itself installs the driver, from its definition. */
export function isInstalled({ driver, options }: StackSpec): boolean {
  return modeOf(options) === 'this-stack' && driver.fixedObjects === undefined;
}

export function hasController(spec: StackSpec): boolean {
  if (!isInstalled(spec) || !spec.driver.controller) return false;
  return (
    spec.options.controller?.enabled ??
    (spec.driver.controller.always || classesOf(spec).some((one) => isDynamic(spec.driver, one)))
  );
}

/** How many pods the controller has. */
export function replicasOf({ driver, options }: StackSpec): number {
  return options.controller?.replicas ?? driver.controller?.replicas ?? REPLICAS;
}

/** The plugins that are deployed; many ask, of one spec. */
export const pluginsOf = onceFor((spec: StackSpec) => buildPlugins(spec));

/** The same anew, with what comes from an option written through `from`. */
export function buildPlugins(spec: StackSpec, from?: From): readonly Plugin[] {
  if (!isInstalled(spec)) return [];
  const { driver, options } = spec;
  const node: Plugin = {
    key: 'node',
    plugin: driver.node,
    options: options.node ?? {},
    pod: podOf(spec, 'node', driver.node, undefined, from),
  };
  if (!hasController(spec)) return [node];
  const plugin = driver.controller!;
  return [
    node,
    {
      key: 'controller',
      plugin,
      options: options.controller ?? {},
      pod: podOf(spec, 'controller', plugin, replicasOf(spec), from),
    },
  ];
}

/** The annotations of a plugin's pods. */
export function podAnnotations(
  spec: StackSpec,
  { key, plugin, options }: Plugin,
): { [key: string]: string } | undefined {
  const scc = openshiftOf(spec).pinScc === false ? undefined : sccNameOf(spec, key, plugin.scc);
  const annotations = {
    ...(scc === undefined ? {} : { 'openshift.io/required-scc': scc }),
    ...options.podAnnotations,
  };
  return Object.keys(annotations).length > 0 ? annotations : undefined;
}
