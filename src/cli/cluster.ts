/** The read-out of `--cluster`: files, folders or standard input, however large they are. */
import { Arguments, fail } from './args';
import { InputFile, Left, readInputs } from './files';
import { Io, tell, UsageError } from './io';
import { Command } from './options';
import { STDIN_NAME, unreadableBy } from './reading';
import { valueOf } from './settings';
import { Finding, Severity, show } from '../findings';
import { ReadOut, readReadOut, ReadOutSource } from '../read-out';
import { readOutSources } from '../read-out/files';

const STDIN = ['-', '/dev/stdin'];
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
  const fatal = readOut.problems.filter(({ severity }) => severity === Severity.ERROR);
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

function wordsOf({ path, message, remedy }: Finding): string {
  return `--cluster: ${path === '' ? '' : `${path}: `}${message}; ${remedy}`;
}

function sourcesAt(name: string): readonly ReadOutSource[] {
  try {
    const sources = readOutSources(name);
    if (sources.length > 0) return sources;
  } catch (error) {
    throw new UsageError(
      `--cluster: cannot read ${show(name)}: ${unreadableBy(name, error).message}`,
    );
  }
  throw new UsageError(
    `--cluster: there is no *.yaml, *.yml or *.json file in the directory ${show(name)}`,
  );
}
