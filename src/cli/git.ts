/** Files of a Git revision, as Git names them: `main:deploy`, `HEAD~1:deploy/app.yaml`. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { InputFile } from './files';
import { UsageError } from './io';
import { matchesGlob, namesOf } from '../check/glob';
import { show } from '../findings';

const MOST_BYTES = 128 * 2 ** 20;
const EXTENSION = /\.(?:ya?ml|json)$/i;

/** Whether an argument names something in a revision, and not a file that is there. */
export function isRevision(arg: string): boolean {
  return /^[^:]+:/.test(arg) && !existsSync(arg);
}

/** The files below `REV:path`, or that one file. Throws a `UsageError`. */
export function readRevision(arg: string, exclude: readonly string[]): InputFile[] {
  // Git takes what begins with a dash for an option.
  if (arg.startsWith('-')) throw new UsageError(`${show(arg)} is not a revision: it begins with a dash`);
  const id = git(['rev-parse', '--verify', '--quiet', '--end-of-options', arg.replace(/:\/+$|(?<=[^:/])\/+$/, (end) => end.startsWith(':') ? ':' : '')], arg).toString('utf8').trim();
  const type = git(['cat-file', '-t', id], arg).toString('utf8').trim();
  if (type === 'blob') return [fileOf(arg, basename(arg.slice(arg.indexOf(':') + 1)), git(['cat-file', 'blob', id], arg))];
  const found = entriesOf(git(['ls-tree', '-r', '-z', '--full-tree', id], arg)).filter(({ path }) => isWanted(path, exclude));
  if (found.length === 0) throw new UsageError(`there is no *.yaml, *.yml or *.json file in ${show(arg)}${exclude.length > 0 ? ' that --exclude leaves' : ''}`);
  const texts = contentsOf(found.map((one) => one.id), arg);
  const root = arg.endsWith(':') || arg.endsWith('/') ? arg : `${arg}/`;
  return found.map(({ path }, index) => fileOf(`${root}${path}`, path, texts[index]));
}

interface TreeEntry {
  readonly path: string;
  readonly id: string;
}

/** Plain files only: a link leads to what another revision may not have. */
function entriesOf(listing: Buffer): TreeEntry[] {
  return listing.toString('utf8').split('\0').flatMap((line) => {
    const match = /^100(?:644|755|664) blob ([0-9a-f]+)\t(.+)$/s.exec(line);
    return match ? [{ id: match[1], path: match[2] }] : [];
  });
}

function isWanted(path: string, exclude: readonly string[]): boolean {
  const parts = path.split('/');
  if (!EXTENSION.test(path) || parts.some((part) => part.startsWith('.'))) return false;
  const names = parts.map((_, index) => ({ names: namesOf(parts.slice(0, index + 1).join('/')), isFolder: index < parts.length - 1 }));
  return !exclude.some((pattern) => names.some((one) => matchesGlob(pattern, one)));
}

/** All contents by one process, in the order of the IDs. */
function contentsOf(ids: readonly string[], arg: string): Buffer[] {
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

function fileOf(name: string, relativeName: string, bytes: Buffer): InputFile {
  return { name, relativeName, text: bytes.toString('utf8') };
}

function git(args: readonly string[], arg: string, input?: string): Buffer {
  const { status, stdout, stderr, error } = spawnSync('git', args, { input, maxBuffer: MOST_BYTES, env: { ...process.env, GIT_OPTIONAL_LOCKS: '0', LC_ALL: 'C' } });
  if (error) throw new UsageError(`cannot ask git for ${show(arg)}: ${error.message}`);
  if (status === 0) return stdout;
  const why = stderr.toString('utf8').trim().split('\n')[0];
  throw new UsageError(`${show(arg)} is not a file or directory, and not in a revision that git knows here${why === '' ? '' : `: ${why}`}`);
}
