/** The names and labels by which the objects of a driver find each other. */
import { PluginSpec, StackSpec } from './spec';

export interface Labels {
  readonly [key: string]: string;
}

export function driverLabels({ driver }: StackSpec): Labels {
  return { 'app.kubernetes.io/name': driver.appName };
}

/**
 * The labels by which a workload finds its pods. They can never be changed, so there is no version
 * and no instance in them.
 */
export function selectorLabels(spec: StackSpec, plugin: PluginSpec): Labels {
  return { app: plugin.name, ...driverLabels(spec) };
}
