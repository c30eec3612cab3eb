/** Names of other workloads in messages. */
import { describe } from '../../kube';
import { Workload } from '../../topology';

/** How many a message names. */
const MOST_NAMES = 5;

/** A workload as `Kind/namespace/name`. */
export function workloadName({ kind, name, namespace }: Workload): string {
  return describe({ kind, metadata: { name, namespace } });
}

/** Some names, and no more than fit into a line. */
export function named(names: readonly string[]): string {
  return names.slice(0, MOST_NAMES).join(', ');
}
