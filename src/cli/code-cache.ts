/**
 * What V8 has compiled of a script, kept for the next run: in a folder that only its owner can write to, or nowhere.
 *
 * Whoever can write what is kept decides what is run, so neither the folder for temporary files nor anything that belongs to
 * somebody else will do. V8 itself refuses what another version of it, or another script of another length, has left; but it runs
 * what a disk has spoilt, so that is summed.
 */
import {
  closeSync, constants, fstatSync, lstatSync, mkdirSync, openSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync,
} from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { Script } from 'node:vm';
import * as zlib from 'node:zlib';

const FOLDER = 'cdk8s-volumes';
const ENDING = '.v8';
/** Bytes of the sum, which is the end of what is kept. */
const SUM = 4;
/** As Node.js itself wraps modules; its `node:module` takes longer to load than the program to begin. */
const OPENING = '(function (exports, require, module, __filename, __dirname) { ';
const CLOSING = '\n});';
/** In the mode of a file: whether its group, or anybody, may write to it. */
const WRITABLE_BY_OTHERS = [0o020, 0o002];
/** Milliseconds after which what is kept is removed: it may be of a version that is gone. */
const OLD = 30 * 24 * 60 * 60 * 1000;

/** A place in which one script's code is kept. */
export interface Kept {
  readonly folder: string;
  /** Different for each content of the script. */
  readonly name: string;
}

/** The folder for what can be made again, as the XDG Base Directory Specification says; undefined where there is none for sure. */
export function cacheFolder(env: NodeJS.ProcessEnv): string | undefined {
  // As for Node.js' own cache of code.
  if (process.getuid === undefined || !hasSums() || env.NODE_DISABLE_COMPILE_CACHE) return undefined;
  const { XDG_CACHE_HOME: given } = env;
  if (given !== undefined && isAbsolute(given)) return join(given, FOLDER);
  const { HOME: home = '' } = env;
  return isAbsolute(home) ? join(home, '.cache', FOLDER) : undefined;
}

/**
 * Runs a module, as `require` does; it requires others by the function that is given. Answers its exports, and whether its code came from what was kept: if not, it is kept
 * when `keep` is called, as far as it was compiled by then. Whatever cannot be kept, or read, is not told: the module runs all the same.
 */
export function runModule(file: string, kept: Kept | undefined, load: NodeJS.Require): { exports: unknown; isKept: boolean; keep(): void } {
  const bytes = kept && readKept(kept);
  // Nothing but ASCII is in there, which V8 takes as it is.
  const script = new Script(`${OPENING}${readFileSync(file, 'latin1')}${CLOSING}`, { filename: file, cachedData: bytes });
  const isKept = bytes !== undefined && script.cachedDataRejected === false;
  const module = { exports: {} as unknown };
  const run = script.runInThisContext() as (...globals: unknown[]) => void;
  run.call(module.exports, module.exports, load, module, file, dirname(file));
  return { exports: module.exports, isKept, keep: () => !isKept && kept && quietly(() => write(kept, summed(script.createCachedData()))) };
}

function readKept({ folder, name }: Kept): Buffer | undefined {
  return quietly(() => {
    if (!isOwn(lstatSync(folder))) return undefined;
    const file = openSync(join(folder, `${name}${ENDING}`), constants.O_NOFOLLOW);
    try {
      const there = fstatSync(file);
      return there.isFile() && there.nlink === 1 && isOwn(there) ? unspoilt(readFileSync(file)) : undefined;
    } finally {
      closeSync(file);
    }
  });
}

function unspoilt(bytes: Buffer): Buffer | undefined {
  const code = bytes.subarray(0, -SUM);
  return code.length > 0 && zlib.crc32(code) === bytes.readUInt32LE(code.length) ? code : undefined;
}

function summed(code: Buffer): Buffer {
  const sum = Buffer.alloc(SUM);
  sum.writeUInt32LE(zlib.crc32(code));
  return Buffer.concat([code, sum]);
}

/** Node.js before 20.15 has none that is fast. */
function hasSums(): boolean {
  return typeof (zlib as { readonly crc32?: unknown }).crc32 === 'function';
}

function isOwn({ uid, mode }: { readonly uid: number; readonly mode: number }): boolean {
  return uid === process.getuid?.() && WRITABLE_BY_OTHERS.every((bit) => Math.floor(mode / bit) % 2 === 0);
}

/** Under another name first: who reads at the same time reads all or nothing. */
function write({ folder, name }: Kept, bytes: Buffer): void {
  mkdirSync(dirname(folder), { recursive: true, mode: 0o700 });
  quietly(() => mkdirSync(folder, { mode: 0o700 }));
  const there = lstatSync(folder);
  if (!there.isDirectory() || !isOwn(there)) return;
  const temporary = join(folder, `${name}.${process.pid}.tmp`);
  try {
    writeFileSync(temporary, bytes, { mode: 0o600, flag: 'wx' });
    renameSync(temporary, join(folder, `${name}${ENDING}`));
  } finally {
    rmSync(temporary, { force: true });
  }
  for (const other of readdirSync(folder)) quietly(() => removeOld(join(folder, other)));
}

function removeOld(file: string): void {
  if (Date.now() - lstatSync(file).mtimeMs > OLD) rmSync(file, { force: true });
}

function quietly<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
