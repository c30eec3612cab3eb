/** The read-out of `--cluster`: files, folders or standard input, however large they are. */
import { closeSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Arguments, fail } from './args';
import { InputFile, Left, readInputs } from './files';
import { Io, tell, UsageError } from './io';
import { Command } from './options';
import { STDIN_NAME, unreadableBy } from './reading';
import { valueOf } from './settings';
import { show } from '../findings';
import { ReadOut, ReadOutProblem, readReadOut, ReadOutSource } from '../read-out';

const EXTENSION = /\.(?:ya?ml|json)$/i;
const STDIN = ['-', '/dev/stdin'];
const PIECE = 2 ** 22;
/** A whole cluster may come from a pipe. */
const MOST_OF_STDIN = 2 ** 31;

/**
 * What lives in the cluster; undefined if nobody says it. Throws a `UsageError` where the read-out
 * says nothing.
 */
export async function clusterOf(
  args: Arguments,
  command: Command,
  io: Io,
): Promise<ReadOut | undefined> {
  const name = valueOf(args, 'cluster');
  if (name === undefined) return undefined;
  const isStdin = STDIN.includes(name);
  if (isStdin && args.positionals.some((one) => STDIN.includes(one))) {
    fail('only one of --cluster and the files can be standard input', command);
  }
  const sources = isStdin
    ? [{ name: STDIN_NAME, bytes: [await io.readStdin(MOST_OF_STDIN)] }]
    : sourcesAt(name);
  const readOut = readReadOut(sources);
  const fatal = readOut.problems.filter(({ isFatal }) => isFatal);
  if (fatal.length > 0) throw new UsageError(fatal.map(wordsOf).join('\n'));
  for (const problem of readOut.problems) tell(wordsOf(problem), io);
  return readOut;
}

/**
 * The files that the arguments name; none, if they name none and there is a cluster to look at.
 * Throws a `UsageError` where an argument names nothing.
 */
export async function inputsBeside(
  cluster: ReadOut | undefined,
  { positionals }: Arguments,
  left: Left,
  io: Io,
): Promise<InputFile[]> {
  return cluster && positionals.length === 0 ? [] : readInputs(positionals, left, io);
}

function wordsOf({ place, message, remedy }: ReadOutProblem): string {
  return `--cluster: ${place === undefined ? '' : `${place}: `}${message}; ${remedy}`;
}

function sourcesAt(name: string): readonly ReadOutSource[] {
  try {
    if (!statSync(name).isDirectory()) return [sourceOf(name)];
    const files = filesBelow(name);
    if (files.length > 0) return files.map(sourceOf);
  } catch (error) {
    throw new UsageError(
      `--cluster: cannot read ${show(name)}: ${unreadableBy(name, error).reason}`,
    );
  }
  throw new UsageError(
    `--cluster: there is no *.yaml, *.yml or *.json file in the directory ${show(name)}`,
  );
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !name.startsWith('.'))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return filesBelow(path);
      return EXTENSION.test(entry.name) ? [path] : [];
    });
}

function sourceOf(name: string): ReadOutSource {
  // Opened at once, so that what cannot be read is told before anything is made of the rest.
  const file = openSync(name, 'r');
  return { name, bytes: piecesOf(file) };
}

function* piecesOf(file: number): Generator<Uint8Array> {
  try {
    for (;;) {
      const piece = Buffer.allocUnsafe(PIECE);
      const length = readSync(file, piece);
      if (length === 0) return;
      yield piece.subarray(0, length);
    }
  } finally {
    closeSync(file);
  }
}
