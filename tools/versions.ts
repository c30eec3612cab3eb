/** The part of a version that a release changes. */

/** What is different from the last release. */
export interface Changes {
  /** Whether something that was there is not, or is otherwise. */
  readonly isBreaking: boolean;
  /** Whether the API has something that it did not have. */
  readonly isNew: boolean;
}

/** `major`, `minor` or `patch`. Throws what is not a version of a release. */
export function nextVersion(last: string, { isBreaking, isNew }: Changes): string {
  const major = /^(0|[1-9]\d*)\.\d+\.\d+$/.exec(last)?.[1];
  if (major === undefined) {
    throw new Error(`${JSON.stringify(last)} is not a version such as 1.2.3`);
  }
  if (major === '0') return isBreaking ? 'minor' : 'patch';
  if (isBreaking) return 'major';
  return isNew ? 'minor' : 'patch';
}
