/** The words of GitOps: how data is kept, and how a changed Job gets through. */

/** How data is protected when it is removed from Git, or its application is deleted. */
export enum GitOpsGuard {
  /**
   * Data is deleted only manually: `Prune=false,Delete=false` for Argo CD, `prune: disabled` for Flux. Argo CD shows
   * the application as OutOfSync while objects exist that are no longer in Git; Flux forgets them.
   */
  KEEP = 'keep',
  /** Argo CD asks for confirmation before it deletes data: `Prune=confirm,Delete=confirm`. Flux has no equivalent. */
  CONFIRM = 'confirm',
  /** No protection: what is removed from Git is pruned, including data. */
  NONE = 'none',
}

/**
 * How a changed Job is applied, since the API server rejects changes to its pods ("field is immutable").
 *
 * Jobs that are already hooks, and load tests whose names have a hash, are left unchanged.
 */
export enum GitOpsJobs {
  /**
   * The name contains a hash of the immutable fields: a changed Job is a new Job, which runs once, independent of
   * other syncs. The old one is pruned if the engine prunes; until then both exist, and both may run. Do not refer to
   * such a Job by its name. Jobs that others select by their labels (pods of a Service, load tests) are replaced
   * instead (`REPLACE`), because two of them would be mixed up. With `ttlSecondsAfterFinished`, the engine recreates
   * the Job after it has been deleted, and it runs again.
   */
  HASHED_NAME = 'hashedName',
  /**
   * The Job is deleted and recreated with the same name. Argo CD (`Force=true,Replace=true`) does so at every sync of
   * the whole application, changed or not, so the Job runs at every sync; Flux (`force: enabled`) does so only if a
   * change is rejected. A running Job is killed. With `ttlSecondsAfterFinished`, the engine recreates the Job after
   * it has been deleted, and it runs again.
   */
  REPLACE = 'replace',
  /**
   * Only for Argo CD: the Job is a hook of the phase `Sync` that is deleted before it is recreated
   * (`BeforeHookCreation`). It runs at every sync, changed or not, and the sync fails if it fails. It is neither
   * pruned nor self-healed and does not affect the state of the application, so `ttlSecondsAfterFinished` does no
   * harm. It is in the wave of its claims: in an earlier or later phase, it would wait forever for a claim that waits
   * for its first consumer.
   */
  HOOK = 'hook',
  /** Nothing is done: a changed Job is rejected until the old one is deleted. */
  NONE = 'none',
}
