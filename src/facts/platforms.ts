/**
 * What runs the pods of a cluster, by name: for the target, and for the options of the command
 * line.
 */
export const PLATFORMS = ['vanilla', 'openshift', 'eks', 'gke', 'aks'] as const;
