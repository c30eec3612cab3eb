/** Checks of the options for the driver's pods: where they run, what they are called, how many there are. */
import { Finding, show, violation } from '../../findings';
import { parseQuantity } from '../../kube';
import { replicasOf, selectorLabels } from '../build/plugins';
import { containerNames } from './images';
import { checkPorts } from './ports';
import { pluginsOf } from '../installation';
import { PLATFORM_NAMES, WORKER_LABEL } from '../platforms';
import { CSI_RULES as RULES } from '../rules';
import { PluginOptions, PluginSpec, PodSpec, StackSpec } from '../spec';
import { checkLabels, checkName } from '../../storage/core';

const REMEDIES = {
  openshift: '',
  eks: 'leave it out: all nodes that pods run on are workers',
  vanilla: 'leave it out, or give Platform.vanilla({ workersOnly: true })',
} as const;

/** Findings on both plugins. */
export function checkPlugins(spec: StackSpec): Finding[] {
  const { driver, options } = spec;
  const findings: Finding[] = [];
  if (options.controller?.enabled && !driver.controller) {
    findings.push(violation(RULES.noController, 'controller.enabled', `${driver.name} has no controller`, 'leave it out'));
  }
  for (const key of ['node', 'controller'] as const) {
    const plugin = driver[key];
    if (plugin && options[key]) findings.push(...checkOptions(spec, key, plugin, options[key]));
  }
  for (const { key, pod } of pluginsOf(spec)) findings.push(...checkWorkerSelector(spec, key, pod));
  return [...findings, ...checkNumbers(spec), ...checkPorts(spec)];
}

function checkOptions(spec: StackSpec, key: 'node' | 'controller', plugin: PluginSpec, options: PluginOptions): Finding[] {
  const findings = [
    ...checkLabels(options.podLabels, `${key}.podLabels`, true),
    ...checkLabels(options.podAnnotations, `${key}.podAnnotations`, false),
    ...checkLabels(options.serviceAccountAnnotations, `${key}.serviceAccountAnnotations`, false),
    ...checkLabels(options.nodeSelector, `${key}.nodeSelector`, true),
    ...options.priorityClassName === undefined ? [] : checkName(options.priorityClassName, `${key}.priorityClassName`),
  ];
  for (const label of Object.keys(selectorLabels(spec, plugin))) {
    if (!Object.hasOwn(options.podLabels ?? {}, label)) continue;
    findings.push(violation(RULES.selectorLabel, `${key}.podLabels.${label}`, `the label ${show(label)} is one by which ${plugin.name} finds its pods`,
      'give another label'));
  }
  const names = containerNames(plugin);
  for (const [container, { resources }] of Object.entries(options.containers ?? {})) {
    const path = `${key}.containers.${container}`;
    if (!names.includes(container)) {
      findings.push(violation(RULES.unknownContainer, path, `${plugin.name} has no container ${show(container)}`, `give one of ${names.join(', ')}`));
    }
    for (const kind of ['requests', 'limits'] as const) {
      for (const [resource, quantity] of Object.entries(resources?.[kind] ?? {})) {
        const parsed = parseQuantity(quantity);
        if (parsed && parsed.nano >= 0n) continue;
        findings.push(violation(RULES.value, `${path}.resources.${kind}.${resource}`, `${show(quantity)} is no quantity`, 'give one such as 100m or 128Mi'));
      }
    }
  }
  return findings;
}

/** The label of workers stands on OpenShift's nodes only. */
function checkWorkerSelector({ platform }: StackSpec, key: string, pod: PodSpec): Finding[] {
  if (platform.kind === 'openshift') return [];
  const terms = pod.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? [];
  const wants = terms.length > 0 && terms.every(({ matchExpressions = [] }) =>
    matchExpressions.some((one) => one.key === WORKER_LABEL && ['Exists', 'In', 'Gt', 'Lt'].includes(one.operator)));
  const paths = [
    ...pod.nodeSelector && Object.hasOwn(pod.nodeSelector, WORKER_LABEL) ? [`${key}.nodeSelector`] : [],
    ...wants ? [`${key}.affinity`] : [],
  ];
  return paths.map((path) => violation(RULES.workerSelector, path,
    `no node of ${PLATFORM_NAMES[platform.kind]} has the label ${WORKER_LABEL}, so no pod would be scheduled`, REMEDIES[platform.kind]));
}

function checkNumbers(spec: StackSpec): Finding[] {
  const { node, controller } = spec.options;
  const findings: Finding[] = [];
  if (node?.maxUnavailable !== undefined && !isShare(node.maxUnavailable)) {
    findings.push(violation(RULES.value, 'node.maxUnavailable', `${show(node.maxUnavailable)} is neither a number of pods nor a percentage, greater than zero`,
      'give a number such as 1 or a percentage such as 10%'));
  }
  if (controller?.replicas !== undefined && controller.replicas < 1) {
    findings.push(violation(RULES.value, 'controller.replicas', `${controller.replicas} is no number of pods`, 'give 1 or more; to have none, give controller.enabled false'));
  }
  if (controller?.podDisruptionBudget && replicasOf(spec) === 1) {
    findings.push(violation(RULES.disruptionBudget, 'controller.podDisruptionBudget', 'the controller has one replica, which the budget never lets go',
      'give more replicas, or leave out the budget'));
  }
  return findings;
}

function isShare(value: number | string): boolean {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value > 0;
  return /^(100|[1-9]\d?)%$/.test(value);
}
