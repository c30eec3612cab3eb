/** The version of the API that a cluster has for admission policies. */
import { versionOf } from '../kube';
import { availableVersion, isServed } from '../model';

const GROUP = 'admissionregistration.k8s.io';

/**
 * The version for policies that refuse, by the minor version of Kubernetes; undefined before there
 * was one that is on by default.
 */
export function validatingVersion(minor: number): 'v1' | undefined {
  return isServed(`${GROUP}/v1`, 'ValidatingAdmissionPolicy', minor) ? 'v1' : undefined;
}

/**
 * The version for policies that change objects; undefined before there was any. What is not `v1`
 * has to be switched on in the cluster.
 */
export function mutatingVersion(minor: number): string | undefined {
  const found = availableVersion(GROUP, 'MutatingAdmissionPolicy', minor);
  return found && versionOf(found);
}
