/** Taints that keep one pod from the node of another. */
import { Data } from '../topology';

/**
 * Taints of nodes in trouble: Kubernetes sets them and takes them away, and adds some of the
 * tolerations itself.
 */
const OF_KUBERNETES = /^node(-role)?\.kubernetes\.io\//;

/** The keys of taints that one pod tolerates, be they there or not, and the other one does not. */
export function untolerated(one: Data, other: Data): string[] {
  const tolerated = tolerationsOf(other);
  const isTolerated = (key: string) =>
    tolerated.some(
      (toleration) =>
        toleration.key === key || (!toleration.key && toleration.operator === 'Exists'),
    );
  const keys = tolerationsOf(one)
    .filter(({ effect }) => effect !== 'PreferNoSchedule')
    .map(({ key }) => key);
  return [...new Set(keys)].filter(
    (key): key is string =>
      typeof key === 'string' && key !== '' && !OF_KUBERNETES.test(key) && !isTolerated(key),
  );
}

function tolerationsOf({ tolerations }: Data): Data[] {
  return Array.isArray(tolerations)
    ? tolerations.filter((one) => typeof one === 'object' && one !== null)
    : [];
}
