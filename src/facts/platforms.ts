/**
 * Platforms that run the pods of a cluster, by name: for the target, and for the options of the
 * command line.
 */
export const PLATFORMS = ['vanilla', 'openshift', 'eks', 'gke', 'aks'] as const;

/**
 * The release of Kubernetes since which new clusters of a platform have no default class, as in the
 * release notes of Amazon EKS for 1.30.
 */
const WITHOUT_DEFAULT_CLASS: { readonly [platform: string]: number } = { eks: 30 };

/** Whether new clusters have no default class, unless somebody makes one. */
export function hasNoDefaultClass({
  platform,
  minor,
}: {
  readonly platform?: string;
  readonly minor?: number;
}): boolean {
  return minor !== undefined && minor >= (WITHOUT_DEFAULT_CLASS[platform ?? ''] ?? Infinity);
}
