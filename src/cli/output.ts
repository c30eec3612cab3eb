/** Files that are written all or not at all: under other names first, and then renamed. */
import { copyFileSync, linkSync, mkdirSync, renameSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { append } from '../kube';
import { placeOf, reasonOf } from './files';
import { Io, UsageError } from './io';
import { show } from '../findings';

/** One file to be written. */
export interface OutputFile {
  readonly path: string;
  readonly text: string;
}

/** Throws a `UsageError` if the files would overwrite each other or an input. */
export function checkTargets(files: readonly OutputFile[], inputs: ReadonlySet<string | undefined>): void {
  const taken = new Set<string>();
  for (const { path } of files) {
    const target = placeOf(path);
    if (taken.has(target)) throw new UsageError(`two outputs would be written to ${show(path)}: render them one at a time, or the directory that both are in`);
    taken.add(target);
    if (inputs.has(target)) throw new UsageError(`${show(path)} is an input and would be overwritten: give another place for the output`);
  }
}

/** Writes all files, or none. Throws a `UsageError`, with everything as it was before. */
export async function writeAll(files: readonly OutputFile[], io: Io): Promise<void> {
  for (const { path, text } of files.filter(isDevice)) attempt(path, () => writeFileSync(path, text));
  await io.undisturbed(() => replaceAll(files.filter((file) => !isDevice(file))));
}

/** A pipe or a device is written into; another file in its place would not be it. */
function isDevice({ path }: OutputFile): boolean {
  try {
    const there = statSync(path);
    return !there.isFile() && !there.isDirectory();
  } catch {
    return false;
  }
}

interface Replacement {
  readonly path: string;
  /** Where a link leads. */
  readonly target: string;
  readonly temporary: string;
  /** The name by which what was there before can be put back. */
  readonly old?: string;
}

function replaceAll(files: readonly OutputFile[]): void {
  const undo: (() => void)[] = [];
  const replacements: Replacement[] = [];
  try {
    for (const { path, text } of files) attempt(path, () => replacements.push(prepared(path, text, replacements.length, undo)));
    for (const replacement of replacements) attempt(replacement.path, () => replace(replacement, undo));
  } catch (error) {
    for (const step of undo.reverse()) quietly(step);
    throw error;
  }
  for (const { old } of replacements) if (old !== undefined) quietly(() => rmSync(old, { force: true }));
}

function prepared(path: string, text: string, index: number, undo: (() => void)[]): Replacement {
  makeDirectory(dirname(path), undo);
  const target = placeOf(path);
  const before = statSync(target, { throwIfNoEntry: false });
  if (before?.isDirectory()) throw Object.assign(new Error(), { code: 'EISDIR' });
  const beside = (suffix: string) => join(dirname(target), `.cdk8s-volumes.${process.pid}.${index}.${suffix}`);
  const temporary = beside('tmp');
  undo.push(() => rmSync(temporary, { force: true }));
  // A run that was killed may have left it: in containers, numbers of processes come again.
  rmSync(temporary, { force: true });
  writeFileSync(temporary, text, { flag: 'wx' });
  return { path, target, temporary, old: before && beside('old') };
}

/** There is no moment at which a file that was there before is missing. */
function replace({ target, temporary, old }: Replacement, undo: (() => void)[]): void {
  if (old === undefined) {
    undo.push(() => rmSync(target, { force: true }));
  } else {
    rmSync(old, { force: true });
    try {
      linkSync(target, old);
    } catch {
      copyFileSync(target, old);
    }
    undo.push(() => rmSync(old, { force: true }), () => renameSync(old, target));
  }
  renameSync(temporary, target);
}

function attempt(path: string, action: () => void): void {
  try {
    action();
  } catch (error) {
    throw new UsageError(`cannot write ${show(path)}: ${reasonOf(error)}; nothing was written`);
  }
}

function makeDirectory(directory: string, undo: (() => void)[]): void {
  const first = mkdirSync(directory, { recursive: true });
  if (first === undefined) return;
  const made: string[] = [];
  for (let folder = resolve(directory); folder.length >= resolve(first).length; folder = dirname(folder)) made.push(folder);
  // What is undone is undone backwards: the folders inside go first.
  append(undo, made.reverse().map((folder) => () => rmdirSync(folder)));
}

/** What cannot be undone either stays as it is: the first error is told. */
function quietly(action: () => void): void {
  try {
    action();
  } catch {
    return;
  }
}
