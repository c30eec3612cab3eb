/** Fields that a pod may not have on the operating system that it says it is for. */
import { Finding, violationOf } from '../findings';
import { Fields, fieldsOf, isGiven, listOf, valuesOf } from '../object';
import { POD_RULES as RULES } from './rules';

const wrong = violationOf(RULES.host);

/** Fields of Linux, in a pod, in its security context and in those of its containers. */
const LINUX = {
  pod: ['hostIPC', 'hostPID', 'hostUsers', 'resources', 'shareProcessNamespace'],
  podContext: [
    'appArmorProfile',
    'fsGroup',
    'fsGroupChangePolicy',
    'runAsGroup',
    'runAsUser',
    'seLinuxChangePolicy',
    'seLinuxOptions',
    'seccompProfile',
    'supplementalGroups',
    'supplementalGroupsPolicy',
    'sysctls',
  ],
  context: [
    'allowPrivilegeEscalation',
    'appArmorProfile',
    'capabilities',
    'privileged',
    'procMount',
    'readOnlyRootFilesystem',
    'runAsGroup',
    'runAsUser',
    'seLinuxOptions',
    'seccompProfile',
  ],
};
const WINDOWS = { pod: [], podContext: ['windowsOptions'], context: ['windowsOptions'] };

/** Findings on fields of the other operating system. Without `os` any may stand. */
export function checkOperatingSystem(pod: Fields, path: string): Finding[] {
  const { os } = pod;
  if (!isGiven(os)) return [];
  const { name } = fieldsOf(os);
  if (!name) {
    return [wrong(`${path}.os.name`, 'the operating system has no name', 'use linux or windows')];
  }
  const forbidden =
    name === 'windows'
      ? LINUX
      : name === 'linux'
        ? WINDOWS
        : { pod: [], podContext: [], context: [] };
  const look = (fields: Fields, names: readonly string[], at: string) =>
    names
      .filter((one) => isMeant(one, fields[one]))
      .map((one) =>
        wrong(`${at}.${one}`, `a pod for ${String(name)} has no ${one}`, 'remove it, or os'),
      );
  return [
    ...look(pod, forbidden.pod, path),
    ...look(fieldsOf(pod.securityContext), forbidden.podContext, `${path}.securityContext`),
    ...['containers', 'initContainers'].flatMap((list) =>
      listOf(pod[list]).flatMap(({ securityContext }, index) =>
        look(
          fieldsOf(securityContext),
          forbidden.context,
          `${path}.${list}[${index}].securityContext`,
        ),
      ),
    ),
  ];
}

/** The name spaces of the node that are not shared, and empty lists, say nothing. */
function isMeant(name: string, value: unknown): boolean {
  if (name === 'hostIPC' || name === 'hostPID') return value === true;
  return Array.isArray(value) ? valuesOf(value).length > 0 : isGiven(value);
}
