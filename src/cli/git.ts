/** Files of a Git revision, as Git names them: `main:deploy`, `HEAD~1:deploy/app.yaml`. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { basename, join, posix } from 'node:path';
import { InputFile } from './files';
import { FoundInTree, RevisionTree, TreeEntry } from './git-tree';
import { Io, NoFilesError, UsageError } from './io';
import { Reader } from './reading';
import { show } from '../findings';

const MOST_BYTES = 128 * 2 ** 20;

/** Whether an argument names something in a revision, and not a file that is there. */
export function isRevision(arg: string): boolean {
  return /^[^:]+:/.test(arg) && !existsSync(arg);
}

/** Whether an argument names a revision without a path in it, such as `HEAD`. */
export function isWholeRevision(arg: string): boolean {
  return /^[\w@][\w./@~^-]*$/.test(arg) && isKnown(arg, arg);
}

function isKnown(revision: string, arg: string): boolean {
  const words = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{tree}`];
  return tryGit(words, arg) !== undefined;
}

/** What an argument names: a revision, and a path from the root of the repository. */
interface RevisionPath {
  readonly revision: string;
  readonly path: string;
}

/** Takes an argument apart. Throws a `UsageError` if Git does not know the revision. */
export function revisionPathOf(arg: string): RevisionPath {
  // Git takes what begins with a dash for an option.
  if (arg.startsWith('-')) {
    throw new UsageError(`${show(arg)} is not a revision: it begins with a dash`);
  }
  const revision = arg.slice(0, arg.indexOf(':'));
  const given = arg.slice(revision.length + 1);
  if (!isKnown(revision, arg)) {
    const isRepository = tryGit(['rev-parse', '--git-dir'], arg) !== undefined;
    throw new UsageError(
      isRepository
        ? `${show(arg)} is not a file or directory, and git has no revision ${show(revision)} here: check the name, and fetch it if it is missing`
        : `${show(arg)} is not a file or directory, and revisions are known only in a Git repository: change to one`,
    );
  }
  const isFromHere = /^\.\.?(?:\/|$)/.test(given);
  const prefix = isFromHere
    ? git(['rev-parse', '--show-prefix'], arg).toString('utf8').trimEnd()
    : '';
  const names = posix
    .normalize(`/${prefix}${given}`)
    .split('/')
    .filter((name) => name !== '');
  return { revision, path: names.join('/') };
}

/** Where in the working tree a path of a revision is; undefined if there is no working tree. */
export function inWorkingTree({ path }: RevisionPath): string | undefined {
  const root = tryGit(['rev-parse', '--show-toplevel'], path)?.toString('utf8').trimEnd();
  return root === undefined ? undefined : join(root, path);
}

/**
 * The files below `REV:path`, or that one file; links are followed as in a folder, within the
 * revision. Throws a `NoFilesError` if the revision has no such path, or no files there.
 */
export function readRevision(arg: string, exclude: readonly string[], io: Io): InputFile[] {
  const { revision, path } = revisionPathOf(arg);
  const tree = new RevisionTree(
    (under) => listing(`${revision}:${under}`, arg),
    (ids) => contentsOf(ids, arg),
  );
  const found = tree.find(path, exclude);
  if (!found) {
    throw new NoFilesError(
      `the revision ${show(revision)} has no file or directory ${show(path)}`,
      false,
    );
  }
  if (found.length === 0) {
    throw new NoFilesError(
      `there is no *.yaml, *.yml or *.json file in ${show(arg)}${exclude.length > 0 ? ' that --exclude leaves' : ''}`,
      true,
    );
  }
  return filesOf(found, arg, path, io);
}

function filesOf(found: readonly FoundInTree[], arg: string, path: string, io: Io): InputFile[] {
  const texts = contentsOf(
    found.flatMap(({ id }) => id ?? []),
    arg,
  )[Symbol.iterator]();
  const reader = new Reader(io.patience);
  const root = arg.endsWith(':') || arg.endsWith('/') ? arg : `${arg}/`;
  return found.map(({ relativeName, id, unreadable }) => {
    const place =
      relativeName === undefined
        ? { name: arg, relativeName: basename(path) }
        : { name: `${root}${relativeName}`, relativeName, isFound: true };
    return {
      ...place,
      ...(id === undefined
        ? { text: '', unreadable }
        : reader.decoded(texts.next().value as Buffer)),
    };
  });
}

function listing(tree: string, arg: string): TreeEntry[] | undefined {
  const output = tryGit(
    ['ls-tree', '-r', '-t', '-z', '--full-tree', '--end-of-options', tree],
    arg,
  );
  return output
    ?.toString('utf8')
    .split('\0')
    .flatMap((line) => {
      const match = /^([0-7]+) \w+ ([0-9a-f]+)\t(.+)$/s.exec(line);
      return match ? [{ mode: match[1], id: match[2], path: match[3] }] : [];
    });
}

/** All contents by one process, in the order of the IDs. */
function contentsOf(ids: readonly string[], arg: string): Buffer[] {
  if (ids.length === 0) return [];
  const output = git(['cat-file', '--batch'], arg, `${ids.join('\n')}\n`);
  const contents: Buffer[] = [];
  for (let offset = 0; contents.length < ids.length;) {
    const end = output.indexOf('\n', offset);
    const size = Number(output.toString('utf8', offset, end).split(' ')[2]);
    contents.push(output.subarray(end + 1, end + 1 + size));
    offset = end + size + 2;
  }
  return contents;
}

function git(args: readonly string[], arg: string, input?: string): Buffer {
  const { stdout, stderr, status } = run(args, arg, input);
  if (status === 0) return stdout;
  throw new UsageError(
    `cannot read ${show(arg)} by git: ${stderr.toString('utf8').trim().split('\n')[0]}`,
  );
}

/** Undefined if there is no such thing. */
function tryGit(args: readonly string[], arg: string): Buffer | undefined {
  const { stdout, status } = run(args, arg);
  return status === 0 ? stdout : undefined;
}

function run(args: readonly string[], arg: string, input?: string) {
  const ended = spawnSync('git', args, {
    input,
    maxBuffer: MOST_BYTES,
    env: { ...process.env, GIT_OPTIONAL_LOCKS: '0', LC_ALL: 'C' },
  });
  if (ended.error) throw new UsageError(`cannot ask git for ${show(arg)}: ${ended.error.message}`);
  return ended;
}

/**
 * When what an argument names was last committed; undefined where Git does not tell, as in a clone
 * without its history.
 */
export function committedAt(arg: string): Date | undefined {
  try {
    const ask = (...args: string[]) => tryGit(args, arg)?.toString('utf8').trim();
    if (ask('rev-parse', '--is-shallow-repository') !== 'false') return undefined;
    const { revision, path } = isRevision(arg)
      ? revisionPathOf(arg)
      : { revision: 'HEAD', path: undefined };
    const place = path === undefined ? arg : `:(top)${path}`;
    const seconds = ask('log', '-1', '--format=%ct', '--end-of-options', revision, '--', place);
    return seconds === undefined || seconds === '' ? undefined : new Date(Number(seconds) * 1000);
  } catch (error) {
    // Nobody asked for Git here.
    if (error instanceof UsageError) return undefined;
    throw error;
  }
}
