/** What every policy and webhook can be told to do. */

/** What a policy does about a request that it objects to. */
export enum AdmissionAction {
  /** The request is refused. */
  DENY = 'Deny',
  /** The request passes, and whoever made it is warned. Not together with `DENY`. */
  WARN = 'Warn',
  /** The request passes, and the audit log says so. */
  AUDIT = 'Audit',
}

/** What becomes of a request that a policy or a webhook cannot judge. */
export enum AdmissionFailurePolicy {
  /** It is refused. */
  FAIL = 'Fail',
  /** It passes as if nobody had looked at it. */
  IGNORE = 'Ignore',
}
