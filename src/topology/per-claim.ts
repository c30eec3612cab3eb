/**
 * Values that are computed of a claim once in a topology, however many ask: the consumers of one
 * claim can be thousands, and each of them may ask.
 */
import { ByName } from './lookup/by-name';
import { Topology } from './topology';
import { onceFor } from '../kube';

/**
 * The same function, which remembers what it answered; what is given besides has to be the same for
 * all who ask in one topology.
 */
export function perClaim<T, More extends unknown[]>(
  compute: (
    topology: Topology,
    namespace: string | undefined,
    claimName: string,
    ...more: More
  ) => T,
): typeof compute {
  const answersIn = onceFor((_topology: Topology) => new ByName<{ readonly value: T }>());
  return (topology, namespace, claimName, ...more) =>
    answersIn(topology).getOrMake(namespace, claimName, () => ({
      value: compute(topology, namespace, claimName, ...more),
    })).value;
}
