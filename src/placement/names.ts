/** The number of workloads or places that a message names at most. */
export const MOST_NAMES = 5;
