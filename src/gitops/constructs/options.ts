/** The words of GitOps: how data is kept, and how a changed Job gets through. */

/** How data is protected when it is removed from Git, or its Argo CD application is deleted. */
export enum ArgoGuard {
  /**
   * Data is deleted only manually: `Prune=false,Delete=false`. Argo CD shows the application as
   * OutOfSync while objects exist that are no longer in Git.
   */
  KEEP = 'keep',
  /** Argo CD asks for confirmation before it deletes data: `Prune=confirm,Delete=confirm`. */
  CONFIRM = 'confirm',
  /** No protection: what is removed from Git is pruned, including data. */
  NONE = 'none',
}

/** How data is protected when it is removed from Git, or its Flux Kustomization is deleted. */
export enum FluxGuard {
  /**
   * Data is deleted only manually: `prune: disabled`. Flux forgets objects that are no longer in
   * Git.
   */
  KEEP = 'keep',
  /** No protection: what is removed from Git is pruned, including data. */
  NONE = 'none',
}

/**
 * How Argo CD applies a changed Job, since the API server rejects changes to its pods ("field is
 * immutable").
 *
 * Jobs that are already hooks, and load tests whose names have a hash, are left unchanged.
 */
export enum ArgoJobs {
  /**
   * The name contains a hash of the immutable fields: a changed Job is a new Job, which runs once,
   * independent of other syncs. The old one is pruned if the engine prunes; until then both exist,
   * and both may run. Do not refer to such a Job by its name. Jobs that others select by their
   * labels (pods of a Service, load tests) are replaced instead (`REPLACE`), because two of them
   * would be mixed up. With `ttlSecondsAfterFinished`, the engine recreates the Job after it has
   * been deleted, and it runs again.
   */
  HASHED_NAME = 'hashedName',
  /**
   * The Job is deleted and recreated with the same name (`Force=true,Replace=true`) at every sync
   * of the whole application, changed or not, so the Job runs at every sync. A running Job is
   * killed. With `ttlSecondsAfterFinished`, Argo CD recreates the Job after it has been deleted,
   * and it runs again.
   */
  REPLACE = 'replace',
  /**
   * The Job is a hook of the phase `Sync` that is deleted before it is recreated
   * (`BeforeHookCreation`). It runs at every sync, changed or not, and the sync fails if it fails.
   * It is neither pruned nor self-healed and does not affect the state of the application, so
   * `ttlSecondsAfterFinished` does no harm. It is in the wave of its claims: in an earlier or later
   * phase, it would wait forever for a claim that waits for its first consumer.
   */
  HOOK = 'hook',
  /** Nothing is done: a changed Job is rejected until the old one is deleted. */
  NONE = 'none',
}

/**
 * How Flux applies a changed Job, since the API server rejects changes to its pods ("field is
 * immutable").
 *
 * Load tests whose names have a hash are left unchanged.
 */
export enum FluxJobs {
  /**
   * The name contains a hash of the immutable fields: a changed Job is a new Job, which runs once.
   * The old one is pruned if Flux prunes; until then both exist, and both may run. Do not refer to
   * such a Job by its name. Jobs that others select by their labels (pods of a Service, load tests)
   * are replaced instead (`REPLACE`), because two of them would be mixed up. With
   * `ttlSecondsAfterFinished`, Flux recreates the Job after it has been deleted, and it runs again.
   */
  HASHED_NAME = 'hashedName',
  /**
   * If a change is rejected, the Job is deleted and recreated with the same name (`force:
   * enabled`). A running Job is killed. With `ttlSecondsAfterFinished`, Flux recreates the Job
   * after it has been deleted, and it runs again.
   */
  REPLACE = 'replace',
  /** Nothing is done: a changed Job is rejected until the old one is deleted. */
  NONE = 'none',
}
