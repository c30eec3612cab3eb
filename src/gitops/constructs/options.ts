/** The words of GitOps: how data is kept, and how a changed Job gets through. */

/** How data is kept when it leaves Git, or its app is deleted. */
export enum GitOpsGuard {
  /**
   * Nobody deletes it but people: `Prune=false,Delete=false` of Argo CD, `prune: disabled` of Flux. Argo CD then shows the app as out of
   * sync as long as something is there that is no longer in Git; Flux forgets it.
   */
  KEEP = 'keep',
  /** Argo CD asks before it deletes: `Prune=confirm,Delete=confirm`. Flux has nothing like it. */
  CONFIRM = 'confirm',
  /** Nothing is written: what leaves Git is pruned, data and all. */
  NONE = 'none',
}

/**
 * How a changed Job gets through: the API server refuses a change of its pods ("field is immutable").
 *
 * Jobs that are hooks already, and load tests whose name has a hash, are left as they are.
 */
export enum GitOpsJobs {
  /**
   * A hash of what cannot be changed is part of the name: a changed Job is a new one, which runs once, whatever else is synced. The old
   * one is pruned if the engine prunes; until then both are there, and both may run. Do not refer to such a Job by its name. Jobs that
   * others find by their labels (pods of a Service, load tests) are replaced instead (`REPLACE`), since two of a kind would be mixed up.
   * With `ttlSecondsAfterFinished`, the engine makes the Job anew when it is gone, and it runs again.
   */
  HASHED_NAME = 'hashedName',
  /**
   * The Job is deleted and recreated, under its name. Argo CD (`Force=true,Replace=true`) does so at every sync of the whole app, changed
   * or not, and so the Job runs at every sync; Flux (`force: enabled`) only if a change is refused. What runs is killed.
   * With `ttlSecondsAfterFinished`, the engine makes the Job anew when it is gone, and it runs again.
   */
  REPLACE = 'replace',
  /**
   * Of Argo CD only: the Job is a hook of the phase `Sync` that is deleted before it is recreated (`BeforeHookCreation`). It runs at every
   * sync, changed or not, and the sync fails if it fails. It is neither pruned nor healed, nor does it count for the state of the app, so
   * that `ttlSecondsAfterFinished` does no harm. It is in the wave of its claims: as a hook of an earlier or a later phase it would wait
   * forever for a claim that waits for its first consumer.
   */
  HOOK = 'hook',
  /** Nothing is written: a changed Job is refused until somebody deletes the old one. */
  NONE = 'none',
}
