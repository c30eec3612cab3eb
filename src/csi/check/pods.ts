/**
 * Checks of the pods that the stack makes: what the API server would have against them, told where
 * the user may change it.
 */
import { isDeepStrictEqual } from 'node:util';
import { atOrigins, Finding, From, violation } from '../../findings';
import { withoutUndefined } from '../../kube';
import { checkPodSpec } from '../../pod';
import { buildPlugins, isPort, pluginsOf } from '../installation';
import { CSI_RULES as RULES } from '../rules';
import { PodSpec, StackSpec } from '../spec';
import { definedAt } from './definition';

/**
 * Stands in for the pod that an affinity is for: an affinity is judged before it is joined with
 * others.
 */
const STAND_IN = { containers: [{ name: 'stand-in', image: 'stand-in' }] };

/** Findings on all pods; `areDefinedRight` if there are none on those of the definition. */
export function checkPods(spec: StackSpec, areDefinedRight: boolean): Finding[] {
  const findings = pluginsOf(spec).flatMap(({ key, plugin, options, pod }) => {
    const { affinity, healthPort } = options;
    const path = definedAt(key);
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
    const ofPod = checkPodSpec(areDefinedRight ? changedOf(pod, plugin.pod) : pod, {
      path,
      restartPolicies: ['Always'],
    }).filter((finding) => affinity === undefined || !isBelow(finding.path, `${path}.affinity`));
    return [...own, ...ofPod];
  });
  return atOrigins(findings, (from) => podsByPlace(spec, from));
}

/**
 * What of a pod is to be looked at beside that of the definition, in which nothing was found: most
 * options leave its containers and volumes as they are.
 */
function changedOf(pod: PodSpec, defined: PodSpec): PodSpec {
  const { containers, initContainers, volumes, hostNetwork = false, ...others } = pod;
  const isAsDefined = isDeepStrictEqual(
    withoutUndefined({ containers, initContainers, volumes, hostNetwork }),
    withoutUndefined({
      containers: defined.containers,
      initContainers: defined.initContainers,
      volumes: defined.volumes,
      hostNetwork: defined.hostNetwork ?? false,
    }),
  );
  return isAsDefined ? { ...others, ...STAND_IN, hostNetwork } : pod;
}

/** The pods where a definition has them. */
export function podsByPlace(spec: StackSpec, from: From): object {
  return {
    driver: Object.fromEntries(buildPlugins(spec, from).map(({ key, pod }) => [key, { pod }])),
  };
}

function isBelow(path: string, outer: string): boolean {
  return path === outer || path.startsWith(`${outer}.`);
}
