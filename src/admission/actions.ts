/** Actions of every policy and webhook. */

/** What a policy does with a request that violates it. */
export enum AdmissionAction {
  /** The request is rejected. */
  DENY = 'Deny',
  /** The request is admitted, and the client gets a warning. It cannot be combined with `DENY`. */
  WARN = 'Warn',
  /** The request is admitted, and the violation is recorded in the audit log. */
  AUDIT = 'Audit',
}

/** What happens to a request that a policy or webhook cannot evaluate. */
export enum AdmissionFailurePolicy {
  /** The request is rejected. */
  FAIL = 'Fail',
  /** The request is admitted without being checked. */
  IGNORE = 'Ignore',
}
