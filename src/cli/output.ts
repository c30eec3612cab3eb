/** Files that are written all or not at all: under other names first, and then renamed. */
import { existsSync, mkdirSync, realpathSync, renameSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { reasonOf } from './files';
import { UsageError } from './io';
import { show } from '../findings';

/** One file to be written. */
export interface OutputFile {
  readonly path: string;
  readonly text: string;
}

/** Throws a `UsageError` if the files would overwrite each other or an input. */
export function checkTargets(files: readonly OutputFile[], inputs: readonly (string | undefined)[]): void {
  const taken = new Set<string>();
  for (const { path } of files) {
    const target = realPathOf(path);
    if (taken.has(target)) throw new UsageError(`two outputs would be written to ${show(path)}: render them one at a time, or the directory that both are in`);
    taken.add(target);
    if (inputs.includes(target)) throw new UsageError(`${show(path)} is an input and would be overwritten: give another place for the output`);
  }
}

/** Writes all files, or none. Throws a `UsageError`, with everything as it was before. */
export function writeAll(files: readonly OutputFile[]): void {
  const undo: (() => void)[] = [];
  const written: string[] = [];
  const replaced: string[] = [];
  let current = '';
  try {
    for (const { path, text } of files) {
      current = path;
      makeDirectory(dirname(path), undo);
      if (existsSync(path) && statSync(path).isDirectory()) throw Object.assign(new Error(), { code: 'EISDIR' });
      const temporary = beside(path, 'tmp');
      undo.push(() => rmSync(temporary, { force: true }));
      writeFileSync(temporary, text, { flag: 'wx' });
      written.push(temporary);
    }
    files.forEach(({ path }, index) => {
      current = path;
      if (existsSync(path)) {
        const old = beside(path, 'old');
        renameSync(path, old);
        undo.push(() => renameSync(old, path));
        replaced.push(old);
      }
      renameSync(written[index], path);
      undo.push(() => rmSync(path, { force: true }));
    });
  } catch (error) {
    for (const step of undo.reverse()) quietly(step);
    throw new UsageError(`cannot write ${show(current)}: ${reasonOf(error)}; nothing was written`);
  }
  for (const old of replaced) quietly(() => rmSync(old, { force: true }));
}

function makeDirectory(directory: string, undo: (() => void)[]): void {
  const first = mkdirSync(directory, { recursive: true });
  if (first === undefined) return;
  const made: string[] = [];
  for (let folder = resolve(directory); folder.length >= resolve(first).length; folder = dirname(folder)) made.push(folder);
  // What is undone is undone backwards: the folders inside go first.
  undo.push(...made.reverse().map((folder) => () => rmdirSync(folder)));
}

function beside(path: string, suffix: string): string {
  return join(dirname(path), `.${basename(path)}.${process.pid}.${suffix}`);
}

function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path);
  }
}

/** What cannot be undone either stays as it is: the first error is told. */
function quietly(action: () => void): void {
  try {
    action();
  } catch {
    return;
  }
}
