/** Files that are written all or not at all: under secret names first, and then renamed. */
import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fchmodSync,
  fchownSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  Stats,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { Io, tell, UsageError } from './io';
import { FolderLock, LOCK, LOCK_IS_NO_FILE, LockLostError, newToken, secretName } from './lock';
import type { OutputFile } from './output';
import { checkWithin, placeOf } from './places';
import { reasonOf } from './reading';
import { show } from '../findings';

const CHUNK = 2 ** 23;

interface Replacement {
  readonly path: string;
  /** Where a link leads. */
  readonly target: string;
  readonly temporary: string;
  readonly before?: Stats;
  /** The name by which what was there before can be put back. */
  readonly old: string;
}

/** Steps back, in the order in which they are to be taken last. */
interface Undo {
  readonly files: (() => void)[];
  readonly temporaries: Set<string>;
  readonly folders: string[];
}

/**
 * Replaces all files, or none. Throws a `UsageError`, or what `io` throws when it is disturbed,
 * with everything as it was before.
 */
export async function replaceAll(
  files: readonly OutputFile[],
  outDir: string | undefined,
  io: Io,
): Promise<void> {
  if (files.length > 0) await io.undisturbed((step) => replaceInSteps(files, outDir, io, step));
}

async function replaceInSteps(
  files: readonly OutputFile[],
  outDir: string | undefined,
  io: Io,
  step: () => Promise<void>,
): Promise<void> {
  const undo: Undo = { files: [], temporaries: new Set(), folders: [] };
  let lock: FolderLock | undefined;
  try {
    if (outDir !== undefined) lock = await lockOf(outDir, io, step, undo);
    const proceed = async () => {
      await step();
      lock?.hold();
    };
    await replaceEach(files, lock, proceed, undo);
  } catch (error) {
    // What another run has taken over is no longer to be touched.
    if (!(error instanceof LockLostError)) undo.files.reverse().forEach(quietly);
    throw error instanceof LockLostError
      ? new UsageError(
          `cannot write ${show(outDir)}: another run has taken over because this one stalled; run it again`,
        )
      : error;
  } finally {
    for (const temporary of undo.temporaries) quietly(() => rmSync(temporary, { force: true }));
    if (lock) quietly(() => lock!.release());
    // Those that have something in them stay.
    undo.folders.reverse().forEach((folder) => quietly(() => rmdirSync(folder)));
  }
}

async function lockOf(
  outDir: string,
  io: Io,
  step: () => Promise<void>,
  undo: Undo,
): Promise<FolderLock> {
  const start = performance.now();
  let isTold = false;
  const wait = async (milliseconds: number) => {
    await step();
    if (!isTold && performance.now() - start > 1000) {
      tell(`waiting for another run that writes to ${show(outDir)}`, io);
    }
    isTold ||= performance.now() - start > 1000;
    await new Promise((done) => setTimeout(done, milliseconds));
  };
  for (let tries = 3; ; tries -= 1) {
    try {
      makeFolder(placeOf(outDir), undo);
      const lock = await FolderLock.take(placeOf(outDir), io.patience, wait);
      if (lock) return lock;
      throw new UsageError(
        `cannot write ${show(outDir)}: other runs have been writing there for a long time; nothing was written: run it again when they are done`,
      );
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === undefined) throw error;
      if (code === LOCK_IS_NO_FILE) {
        fail(join(outDir, LOCK), 'it is the place of a lock, and not a file; remove it');
      }
      // Another run may have made the folder, failed, and taken it away again.
      if (code !== 'ENOENT' || tries === 0) {
        fail(outDir, code === 'ENOENT' ? 'no directory can be created there' : reasonOf(error));
      }
    }
  }
}

async function replaceEach(
  files: readonly OutputFile[],
  lock: FolderLock | undefined,
  proceed: () => Promise<void>,
  undo: Undo,
): Promise<void> {
  const token = lock?.token ?? newToken();
  const folders = new Set<string>();
  const replacements: Replacement[] = [];
  for (const [index, { path, pieces, within }] of files.entries()) {
    await proceed();
    // Somebody may have put a link there since it was looked at first.
    if (within !== undefined) checkWithin(path, within);
    const replacement = attempt(path, () => planned(path, index, token, undo));
    if (lock && lock.left.length > 0 && !folders.has(dirname(replacement.target))) {
      clear(dirname(replacement.target), lock.left);
    }
    folders.add(dirname(replacement.target));
    await write(replacement, pieces, proceed, undo);
    replacements.push(replacement);
  }
  for (const replacement of replacements) {
    await proceed();
    attempt(replacement.path, () => {
      if (placeOf(dirname(replacement.target)) !== dirname(replacement.target)) {
        throw new Error('a directory on the way was replaced by a symbolic link');
      }
      replace(replacement, undo);
    });
  }
  await proceed();
  undo.files.length = 0;
  undo.folders.length = 0;
}

/** What runs left that were killed, whose lock was taken over. */
function clear(folder: string, tokens: readonly string[]): void {
  const left = readdirSync(folder).filter((name) =>
    tokens.some((token) => name.startsWith(secretName(token, ''))),
  );
  for (const name of left) rmSync(join(folder, name), { force: true });
}

function planned(path: string, index: number, token: string, undo: Undo): Replacement {
  const target = placeOf(path);
  makeFolder(dirname(target), undo);
  const before = statSync(target, { throwIfNoEntry: false });
  if (before?.isDirectory()) throw Object.assign(new Error(), { code: 'EISDIR' });
  const beside = (suffix: string) => join(dirname(target), secretName(token, `${index}.${suffix}`));
  return { path, target, before, temporary: beside('tmp'), old: beside('old') };
}

async function write(
  { path, temporary, before }: Replacement,
  pieces: Iterable<string>,
  proceed: () => Promise<void>,
  undo: Undo,
): Promise<void> {
  // What only some may read is at no moment for all to read.
  const file = attempt(path, () => openSync(temporary, 'wx', before ? 0o600 : 0o666));
  undo.temporaries.add(temporary);
  try {
    for (const piece of pieces) {
      const bytes = Buffer.from(piece);
      for (let from = 0; from < bytes.length;) {
        from += attempt(path, () =>
          writeSync(file, bytes, from, Math.min(CHUNK, bytes.length - from)),
        );
        await proceed();
      }
    }
    if (before) keepOwner(file, before);
  } finally {
    closeSync(file);
  }
}

/** As far as who runs this may do so, and the file system knows such things. */
function keepOwner(file: number, { uid, gid, mode }: Stats): void {
  const isOwn = process.getuid?.() === uid && process.getgid?.() === gid;
  if (!isOwn) quietly(() => fchownSync(file, uid, gid));
  quietly(() => fchmodSync(file, mode % 0o10000));
}

/** There is no moment at which a file that was there before is missing. */
function replace({ path, target, temporary, before, old }: Replacement, undo: Undo): void {
  if (before === undefined) {
    // On file systems that do not tell letters apart, two names may be one.
    if (existsSync(target)) {
      throw new UsageError(
        `two outputs would be written to ${show(path)}, or it has just been created; nothing was written: use a different path for each`,
      );
    }
    undo.files.push(() => rmSync(target, { force: true }));
  } else {
    undo.temporaries.add(old);
    try {
      linkSync(target, old);
    } catch {
      copyFileSync(target, old, constants.COPYFILE_EXCL);
    }
    undo.files.push(() => move(old, target));
  }
  move(temporary, target);
}

/** A file that is mounted by itself, as into a container, can only be written into. */
function move(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (!['EBUSY', 'EXDEV'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    copyFileSync(from, to);
  }
}

/** By steps of its own: there are folders, such as /proc, in which Node.js would try forever. */
function makeFolder(folder: string, undo: Undo): void {
  const missing: string[] = [];
  let at = folder;
  for (
    let there = statSync(at, { throwIfNoEntry: false });
    !there?.isDirectory();
    there = statSync(at, { throwIfNoEntry: false })
  ) {
    if (there) throw Object.assign(new Error(), { code: 'ENOTDIR' });
    missing.push(at);
    at = dirname(at);
  }
  for (const one of missing.reverse()) {
    try {
      mkdirSync(one);
      undo.folders.push(one);
    } catch (error) {
      // Another run was faster.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

function attempt<T>(path: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    if (error instanceof UsageError) throw error;
    return fail(path, reasonOf(error));
  }
}

function fail(path: string, reason: string): never {
  throw new UsageError(`cannot write ${show(path)}: ${reason}; nothing was written`);
}

/** What cannot be undone either stays as it is: the first error is told. */
function quietly(action: () => void): void {
  try {
    action();
  } catch {
    return;
  }
}
