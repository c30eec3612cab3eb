/** Paths of Windows: kubelet there takes those of a drive, of a pipe, and relative ones. */
import { Fields, fieldsOf, listOf, textOf, valuesOf } from '../object';

/** A drive, such as C:\data, C:/data and D:, or a pipe or share, such as \\.\pipe\csi. */
const OF_WINDOWS = /^(?:[A-Za-z]:(?:[\\/]|$)|\\\\)/;
const OS_LABELS = ['kubernetes.io/os', 'beta.kubernetes.io/os'];

/**
 * Whether a path is one of Windows: any of a pod that runs there, and what looks like one
 * unless the pod runs elsewhere.
 */
export function isPathOfWindows(path: string, pod: Fields): boolean {
  if (path === '') return false;
  const system = systemOf(pod);
  return system === 'windows' || (system === undefined && OF_WINDOWS.test(path));
}

/** The operating system that a pod asks for; undefined if it asks for none, or several will do. */
function systemOf(pod: Fields): string | undefined {
  const named = textOf(fieldsOf(pod.os).name) || selected(fieldsOf(pod.nodeSelector));
  if (named) return named;
  const { requiredDuringSchedulingIgnoredDuringExecution: required } = fieldsOf(
    fieldsOf(pod.affinity).nodeAffinity,
  );
  const terms = listOf(fieldsOf(required).nodeSelectorTerms).map(({ matchExpressions }) =>
    listOf(matchExpressions)
      .map(systemRequired)
      .find((system) => system !== undefined),
  );
  return terms.every((system) => system === terms[0]) ? terms[0] : undefined;
}

function selected(nodeSelector: Fields): string | undefined {
  const label = OS_LABELS.find((one) => textOf(nodeSelector[one]) !== '');
  return label && textOf(nodeSelector[label]);
}

function systemRequired({ key, operator, values }: Fields): string | undefined {
  const systems = valuesOf(values);
  return OS_LABELS.includes(textOf(key)) && operator === 'In' && systems.length === 1
    ? textOf(systems[0])
    : undefined;
}
