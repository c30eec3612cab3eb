/** Names of other workloads in messages. */

/** How many a message names. */
const MOST_NAMES = 5;

/** Some names, and no more than fit into a line. */
export function named(names: readonly string[]): string {
  return names.slice(0, MOST_NAMES).join(', ');
}
