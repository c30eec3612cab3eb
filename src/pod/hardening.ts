/**
 * Fields that Pod Security `restricted` asks of pods that need no privileges, for the systems that
 * make some.
 */
import { Fields } from '../kube';

/** The system calls that the container runtime allows by default. */
export const RUNTIME_SECCOMP: Fields = { seccompProfile: { type: 'RuntimeDefault' } };

/** The security context of a container without privileges, beside the one of its pod. */
export const UNPRIVILEGED: Fields = {
  allowPrivilegeEscalation: false,
  capabilities: { drop: ['ALL'] },
};
