/**
 * Checks of the options for the driver's pods: where they run, what they are called, how many there
 * are.
 */
import { containerNames } from './images';
import { checkPorts } from './ports';
import { Finding, show, someOf, violation } from '../../findings';
import { append } from '../../kube';
import { checkPodAnnotations, checkPodLabels } from '../../pod';
import { checkLabels } from '../../storage/core';
import { pluginsOf, replicasOf } from '../installation';
import { selectorLabels } from '../names';
import { PLATFORM_NAMES, WORKER_LABEL } from '../platforms';
import { CSI_RULES as RULES } from '../rules';
import { PluginKey, PluginOptions, PluginSpec, PodSpec, StackSpec } from '../spec';

/** Findings on both plugins. */
export function checkPlugins(spec: StackSpec): Finding[] {
  const { driver, options } = spec;
  const findings: Finding[] = [];
  if (options.controller?.enabled && !driver.controller) {
    findings.push(
      violation(
        RULES.noController,
        'controller.enabled',
        `${driver.name} has no controller`,
        'remove it',
      ),
    );
  }
  for (const key of ['node', 'controller'] as const) {
    const plugin = driver[key];
    if (plugin && options[key]) append(findings, checkOptions(spec, key, plugin, options[key]));
  }
  for (const { key, pod } of pluginsOf(spec)) append(findings, checkWorkerSelector(spec, key, pod));
  return [...findings, ...checkNumbers(spec), ...checkPorts(spec)];
}

function checkOptions(
  spec: StackSpec,
  key: PluginKey,
  plugin: PluginSpec,
  options: PluginOptions,
): Finding[] {
  const findings = [
    ...checkPodLabels(options.podLabels, `${key}.podLabels`),
    ...checkPodAnnotations(options.podAnnotations, `${key}.podAnnotations`),
    ...checkLabels(options.serviceAccountAnnotations, `${key}.serviceAccountAnnotations`, false),
  ];
  for (const label of Object.keys(selectorLabels(spec, plugin))) {
    if (!Object.hasOwn(options.podLabels ?? {}, label)) continue;
    findings.push(
      violation(
        RULES.selectorLabel,
        `${key}.podLabels.${label}`,
        `the label ${show(label)} is one that ${plugin.name} selects its pods by`,
        'remove it, or use another label',
      ),
    );
  }
  const names = containerNames(plugin);
  for (const container of Object.keys(options.containers ?? {}).filter(
    (name) => !names.includes(name),
  )) {
    findings.push(
      violation(
        RULES.unknownContainer,
        `${key}.containers.${container}`,
        `${plugin.name} has no container ${show(container)}`,
        `must be one of ${someOf(names)}`,
      ),
    );
  }
  return findings;
}

/** The label of workers stands on OpenShift's nodes only. */
function checkWorkerSelector({ platform }: StackSpec, key: string, pod: PodSpec): Finding[] {
  if (platform === 'openshift') return [];
  const terms =
    pod.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ??
    [];
  const wants =
    terms.length > 0 &&
    terms.every(({ matchExpressions = [] }) =>
      matchExpressions.some(
        (one) => one.key === WORKER_LABEL && ['Exists', 'In', 'Gt', 'Lt'].includes(one.operator),
      ),
    );
  const paths = [
    ...(pod.nodeSelector && Object.hasOwn(pod.nodeSelector, WORKER_LABEL)
      ? [`${key}.nodeSelector`]
      : []),
    ...(wants ? [`${key}.affinity`] : []),
  ];
  return paths.map((path) =>
    violation(
      RULES.workerSelector,
      path,
      `no node on ${PLATFORM_NAMES[platform]} has the label ${WORKER_LABEL}, so no pod would be scheduled`,
      platform === 'vanilla'
        ? 'remove it, or use vanilla: { workersOnly: true }'
        : 'remove it: all nodes that pods run on are workers',
    ),
  );
}

function checkNumbers(spec: StackSpec): Finding[] {
  const { node, controller } = spec.options;
  const findings: Finding[] = [];
  if (node?.maxUnavailable !== undefined && !isShare(node.maxUnavailable)) {
    findings.push(
      violation(
        RULES.value,
        'node.maxUnavailable',
        `${show(node.maxUnavailable)} is neither a number of pods nor a percentage above zero`,
        'use a number such as 1 or a percentage such as 10%',
      ),
    );
  }
  if (controller?.replicas !== undefined && controller.replicas < 1) {
    findings.push(
      violation(
        RULES.value,
        'controller.replicas',
        `${controller.replicas} is not a valid number of pods`,
        'use 1 or more; to have none, set controller.enabled to false',
      ),
    );
  }
  if (controller?.podDisruptionBudget && replicasOf(spec) === 1) {
    findings.push(
      violation(
        RULES.disruptionBudget,
        'controller.podDisruptionBudget',
        'the controller has one replica, and the budget never allows its pod to be evicted',
        'set more replicas, or remove the budget',
      ),
    );
  }
  return findings;
}

function isShare(value: number | string): boolean {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value > 0;
  return /^(100|[1-9]\d?)%$/.test(value);
}
