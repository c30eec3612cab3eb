/**
 * The output of a command: no file is written twice, or over an input; devices are written at once,
 * files all or none.
 */
import { closeSync, openSync, statSync, writeFileSync } from 'node:fs';
import { Io, UsageError } from './io';
import { checkWithin, fileIdOf } from './places';
import { reasonOf } from './reading';
import { replaceAll } from './replace';
import { show } from '../findings';

export interface OutputFile {
  readonly path: string;
  /** What is to be in it, one behind the other. They are taken once. */
  readonly pieces: Iterable<string>;
  /**
   * The folder that was named, for a file whose name is another's choice: no link in there may lead
   * out of it.
   */
  readonly within?: string;
}

/**
 * Throws a `UsageError` if the files would overwrite each other, an input, or what a stream of the
 * process is, or lie outside their folder.
 */
export function checkTargets(
  files: readonly OutputFile[],
  inputs: readonly (string | undefined)[],
  { streams }: Io,
): void {
  if (files.length === 0) return;
  const read = new Set([
    ...inputs.filter((path) => path !== undefined).map(fileIdOf),
    streams.stdin,
  ]);
  const taken = new Set<string>();
  for (const output of files) {
    const { path, within } = output;
    if (within !== undefined) {
      checkWithin(path, within);
      if (isDevice(output)) {
        throw new UsageError(
          `cannot write ${show(path)}: it is a pipe or a device; nothing was written: remove it`,
        );
      }
    }
    const file = fileIdOf(path);
    if (taken.has(file)) {
      throw new UsageError(
        `two outputs would be written to ${show(path)}: use a different path for each, or render the inputs one at a time`,
      );
    }
    taken.add(file);
    if (read.has(file)) {
      throw new UsageError(
        `${show(path)} is an input and would be overwritten: use a different path for the output`,
      );
    }
    for (const [stream, name] of [
      [streams.stdout, 'output'],
      [streams.stderr, 'error'],
    ] as const) {
      if (file === stream) {
        throw new UsageError(
          `standard ${name} already goes to ${show(path)}: use a different path for the file`,
        );
      }
    }
  }
}

/**
 * Writes all files, or none; those below the folder for output by one run at a time. Throws a
 * `UsageError`, with everything as it was before.
 */
export async function writeAll(
  files: readonly OutputFile[],
  outDir: string | undefined,
  io: Io,
): Promise<void> {
  for (const { path, pieces } of files.filter(isDevice)) {
    try {
      writeInto(path, pieces);
    } catch (error) {
      throw new UsageError(`cannot write ${show(path)}: ${reasonOf(error)}`);
    }
  }
  await replaceAll(
    files.filter((file) => !isDevice(file)),
    outDir,
    io,
  );
}

function writeInto(path: string, pieces: Iterable<string>): void {
  const file = openSync(path, 'w');
  try {
    for (const piece of pieces) writeFileSync(file, piece);
  } finally {
    closeSync(file);
  }
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

/** Writes a text beside what is printed. Throws a `UsageError`. */
export async function writeWhole(
  path: string,
  text: string,
  inputs: readonly { readonly realPath?: string }[],
  io: Io,
): Promise<void> {
  const files = [{ path, pieces: [text] }];
  checkTargets(
    files,
    inputs.map(({ realPath }) => realPath),
    io,
  );
  await writeAll(files, undefined, io);
}
