/**
 * Checks of the pods that the stack makes: what the API server would have against them, told where
 * the user may change it.
 */
import { atOrigins, Finding, From, violation } from '../../findings';
import { Fields, isFields } from '../../kube';
import { checkPodSpec } from '../../pod';
import { isPlainPod } from '../../validation';
import { buildPlugins, isPort, pluginsOf } from '../installation';
import { CSI_RULES as RULES } from '../rules';
import { PluginKey, PluginSpec, PodSpec, StackSpec } from '../spec';
import { definedAt } from './definition';

/**
 * Stands in for the pod that an affinity is for: an affinity is judged before it is joined with
 * others.
 */
const STAND_IN = { containers: [{ name: 'stand-in', image: 'stand-in' }] };

/** Findings on pods that the stack makes, by their plugins, as far as they are known. */
export type FindingsOfPods = ReadonlyMap<PluginKey, readonly Finding[]>;

/**
 * Findings on the pods that have all of the definition's own in them, as it is. Where there are
 * none, there are none on the definition's either, and one look is enough for both.
 */
export function checkWholePods(spec: StackSpec): FindingsOfPods {
  const { node, controller } = spec.driver;
  if (!isReadable(node) || (controller && !isReadable(controller))) return new Map();
  return new Map(
    pluginsOf(spec)
      .filter(({ plugin, pod }) => isWithin(plugin.pod, pod))
      .filter(({ options }) => options.additionalFields === undefined)
      .map(({ key, pod }) => [key, findingsOn(key, pod)]),
  );
}

/** Findings on all pods, of which some are known. */
export function checkPods(spec: StackSpec, known: FindingsOfPods): Finding[] {
  const findings = pluginsOf(spec).flatMap(({ key, options, pod }) => {
    const { affinity, healthPort } = options;
    const own = [
      ...(healthPort === undefined || isPort(healthPort)
        ? []
        : [
            violation(
              RULES.port,
              `${key}.healthPort`,
              `${healthPort} is not a valid port`,
              'use a number from 1 to 65535',
            ),
          ]),
      ...(affinity === undefined ? [] : checkPodSpec({ ...STAND_IN, affinity }, { path: key })),
    ];
    const ofPod = (known.get(key) ?? findingsOn(key, pod)).filter(
      ({ path }) => affinity === undefined || !isBelow(path, `${definedAt(key)}.affinity`),
    );
    return [...own, ...ofPod];
  });
  return atOrigins(findings, (from) => podsByPlace(spec, from));
}

function findingsOn(key: PluginKey, pod: PodSpec): readonly Finding[] {
  if (isPlainPod(pod)) return [];
  return checkPodSpec(pod, { path: definedAt(key), restartPolicies: ['Always'] });
}

/** Whether a pod can be made of that of a definition, whatever else is wrong with it. */
function isReadable({ pod }: PluginSpec): boolean {
  const { containers, initContainers = [], tolerations = [] } = pod as Fields;
  return (
    [containers, initContainers, tolerations].every(
      (list) => Array.isArray(list) && list.every(isFields),
    ) &&
    [...pod.containers, ...(pod.initContainers ?? [])].every(
      ({ image }) => typeof image === 'string',
    )
  );
}

/** Whether the stack has left what the definition has as it is. */
function isWithin(defined: unknown, made: unknown, depth: number = 0): boolean {
  if (defined === made || defined === undefined) return true;
  // The same in a pod, in its lists, in their items.
  if (depth > 3 || !isObject(defined) || !isObject(made)) return false;
  const fields = Object.keys(defined);
  return (
    Array.isArray(defined) === Array.isArray(made) &&
    (!Array.isArray(defined) || fields.length === Object.keys(made).length) &&
    fields.every((field) => isWithin(defined[field], made[field], depth + 1))
  );
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}

export function podsByPlace(spec: StackSpec, from: From): object {
  return {
    driver: Object.fromEntries(buildPlugins(spec, from).map(({ key, pod }) => [key, { pod }])),
  };
}

function isBelow(path: string, outer: string): boolean {
  return path === outer || path.startsWith(`${outer}.`);
}
