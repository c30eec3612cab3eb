/** Which version of the API a cluster has for admission policies. */

/**
 * The version for policies that refuse, by the minor version of Kubernetes; undefined before there
 * was one that is on by default.
 */
export function validatingVersion(minor: number): 'v1' | undefined {
  return minor >= 30 ? 'v1' : undefined;
}

/**
 * The version for policies that change objects; undefined before there was any. Before 1.36 the
 * cluster has to switch it on.
 */
export function mutatingVersion(minor: number): 'v1' | 'v1beta1' | 'v1alpha1' | undefined {
  if (minor >= 36) return 'v1';
  if (minor >= 34) return 'v1beta1';
  return minor >= 32 ? 'v1alpha1' : undefined;
}
