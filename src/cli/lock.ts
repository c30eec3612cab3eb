/**
 * One run at a time in a folder: a file there, which its holder touches, and which others take away
 * once nobody does.
 *
 * Numbers of processes and clocks tell nothing between containers and machines that share a volume.
 * So a lock is somebody's as long as those who wait for it see it change; and who stood still for
 * so long, and lost it, finds that out before it touches anything again.
 */
import {
  closeSync,
  constants,
  fstatSync,
  linkSync,
  lstatSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  utimesSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';

/** How long to wait, in milliseconds. */
export interface Patience {
  /** A lock that did not change for so long is nobody's any more. */
  readonly stale: number;
  /** How long to wait for others who do work. */
  readonly most: number;
  readonly between: number;
}

/** Of a run, unless a test is in a hurry. */
export const PATIENCE: Patience = { stale: 10_000, most: 60_000, between: 20 };

/** Neither waiting for anybody nor following links; Windows knows neither. */
const READ = constants.O_RDONLY + (constants.O_NONBLOCK ?? 0) + (constants.O_NOFOLLOW ?? 0);
const TOUCH_EVERY = 1000;
/** What is made beside the files of a folder, of whatever run. */
const PREFIX = '.cdk8s-volumes';
/** The name of the lock of a folder. */
export const LOCK = `${PREFIX}.lock`;
/** The code of the error where something else has that name. */
export const LOCK_IS_NO_FILE = 'EISDIR';
const TOKEN = /^[0-9a-f]{32}$/;

/** Another run has taken the lock over. */
export class LockLostError extends Error {}

/** A name in a folder that nobody else makes or guesses. */
export function secretName(token: string, suffix: string): string {
  return `${PREFIX}.${token}.${suffix}`;
}

/** A token for such names. */
export function newToken(): string {
  // Only what writes files needs it.
  const { randomBytes } = require('node:crypto') as typeof import('node:crypto');
  return randomBytes(16).toString('hex');
}

/** The right to write to a folder. */
export class FolderLock {
  /**
   * Waits for it; `wait` may throw to give up. Throws what the file system says, where a lock
   * cannot be made. Undefined where others work for longer than anybody would wait.
   */
  public static async take(
    folder: string,
    patience: Patience,
    wait: (milliseconds: number) => Promise<void>,
  ): Promise<FolderLock | undefined> {
    const path = join(folder, LOCK);
    const left: string[] = [];
    const start = performance.now();
    let seen = { state: '', since: start };
    for (;;) {
      const token = newToken();
      if (made(path, token)) return new FolderLock(path, token, left);
      const now = performance.now();
      const { state, content } = stateOf(path);
      if (state !== seen.state) {
        seen = { state, since: now };
      } else if (now - seen.since > patience.stale && takeAway(path, state)) {
        if (TOKEN.test(content)) left.push(content);
        // It is free now, however late that was found out.
        continue;
      }
      if (now - start > patience.most) return undefined;
      await wait(patience.between);
    }
  }

  private touched = performance.now();

  private constructor(
    private readonly path: string,
    public readonly token: string,
    /** The tokens of those who had it before, and did not come to an end. */
    public readonly left: readonly string[],
  ) {}

  /** To be called before each step. Throws a `LockLostError`. */
  public hold(): void {
    if (stateOf(this.path).content !== this.token) throw new LockLostError();
    if (performance.now() - this.touched < TOUCH_EVERY) return;
    try {
      utimesSync(this.path, new Date(), new Date());
    } catch (error) {
      // Taken away since it was looked at.
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new LockLostError();
      throw error;
    }
    this.touched = performance.now();
  }

  public release(): void {
    if (stateOf(this.path).content === this.token) rmSync(this.path, { force: true });
  }
}

function made(path: string, token: string): boolean {
  let file: number;
  try {
    file = openSync(path, 'wx');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
  try {
    writeSync(file, token);
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
  return true;
}

/**
 * Everything by which one sees that a lock is still held. Opened, so that network file systems look
 * anew.
 */
function stateOf(path: string): { readonly state: string; readonly content: string } {
  try {
    if (!lstatSync(path).isFile()) throw Object.assign(new Error(), { code: LOCK_IS_NO_FILE });
    const file = openSync(path, READ);
    try {
      const bytes = Buffer.alloc(64);
      const content = bytes.toString('latin1', 0, readSync(file, bytes));
      const { ino, mtimeNs } = fstatSync(file, { bigint: true });
      return { state: `${ino} ${mtimeNs} ${content}`, content };
    } finally {
      closeSync(file);
    }
  } catch (error) {
    // Given back in this moment.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { state: '', content: '' };
    throw error;
  }
}

/**
 * Whether it was taken away. Under another name it is looked at again: if it is no longer the same,
 * it is given back.
 */
function takeAway(path: string, state: string): boolean {
  if (state === '') return false;
  const aside = `${path}.${newToken()}`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
  const isSame = stateOf(aside).state === state;
  if (!isSame) linkQuietly(aside, path);
  rmSync(aside, { force: true });
  return isSame;
}

/** Where somebody else was faster, its holder will find that it has lost it. */
function linkQuietly(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    return;
  }
}
