/** Names of workloads in findings. */

/** How many workloads or places a message names. */
export const MOST_NAMES = 5;
