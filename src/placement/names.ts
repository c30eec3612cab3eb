/** Names of workloads in findings. */
import { describe } from '../kube';
import { Workload } from '../topology';

/** How many workloads or places a message names. */
export const MOST_NAMES = 5;

/** What a workload is called in findings. */
export function nameOfWorkload({ kind, name, namespace }: Workload): string {
  return describe({ kind, metadata: { name, namespace } });
}
