/** The input files: which there are. */
import { Dirent, readdirSync, realpathSync, Stats, statSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import { Io, NoFilesError, UsageError } from './io';
import { fileIdOf, linkAt, placeOf } from './places';
import { Reader, STDIN_NAME, Unreadable, unreadableBy } from './reading';
import { matchesGlob, namesOf } from '../check/glob';
import { show } from '../findings';

export interface InputFile {
  /** As the user named it. */
  readonly name: string;
  /** The name of what is made of it, below the folder for output. */
  readonly relativeName: string;
  readonly text: string;
  /** Why there is no text. */
  readonly unreadable?: Unreadable;
  /** Whether nobody named it: it was found in a folder. */
  readonly isFound?: boolean;
  /** Where it really is; standard input is nowhere. */
  readonly realPath?: string;
}

/** What is no input, though it stands in a folder of inputs. */
export interface Left {
  readonly outDir?: string;
  /** Files that are something else: what is written, a baseline, the configuration. */
  readonly others?: readonly (string | undefined)[];
  /** Patterns of what is left out, wherever it stands. */
  readonly exclude: readonly string[];
  /** Files that need not be read, by their names. */
  isUnread?(name: string): boolean;
}

type FoundFile = Omit<InputFile, 'text'>;

const EXTENSION = /\.(?:ya?ml|json)$/i;
const STDIN = ['-', '/dev/stdin'];

/**
 * Reads all that the arguments name; nothing named is standard input. What cannot be read is an
 * input without a text. Throws a `UsageError` where an argument names nothing.
 */
export async function readInputs(
  args: readonly string[],
  left: Left,
  io: Io,
): Promise<InputFile[]> {
  if (args.length === 0 && io.stdinIsTerminal) {
    throw new UsageError(
      'there is no input: specify files or directories, or - for standard input',
    );
  }
  const files = new Map<string, InputFile>();
  const reader = new Reader(io.patience);
  const finder = new Finder(left);
  for (const arg of args.length === 0 ? ['-'] : args) {
    if (STDIN.includes(arg)) {
      if (!files.has('-')) {
        files.set('-', {
          name: STDIN_NAME,
          relativeName: 'stdin.yaml',
          text: await reader.stdin(io),
        });
      }
      continue;
    }
    for (const found of finder.filesOf(arg)) {
      // A file that is named twice is one file.
      const key = found.realPath ?? found.name;
      if (!files.has(key)) {
        files.set(key, {
          ...found,
          ...(found.unreadable ? { text: '' } : reader.input(found.name)),
        });
      }
    }
  }
  if (files.size === 0) throw new UsageError('--exclude leaves no input');
  const inputs = [...files.values()];
  io.prepare?.(inputs.reduce((length, { text }) => length + text.length, 0));
  return inputs;
}

/**
 * Reads all files of a folder, or a file, that the program looks things up in. Throws a
 * `UsageError` where there is none.
 */
export function readFolder(name: string, { patience }: Io, left: Left): InputFile[] {
  const reader = new Reader(patience);
  return new Finder(left)
    .filesOf(name)
    .filter((file) => left.isUnread?.(file.name) !== true)
    .map((file) => ({
      ...file,
      ...(file.unreadable ? { text: '' } : reader.input(file.name)),
    }));
}

class Finder {
  private readonly outDir?: string;
  private readonly others: ReadonlySet<string>;
  private readonly exclude: readonly string[];

  constructor({ outDir, others = [], exclude }: Left) {
    if (outDir !== undefined) this.outDir = placeOf(outDir);
    this.others = new Set(others.flatMap((one) => (one === undefined ? [] : fileIdOf(one))));
    this.exclude = exclude;
  }

  public filesOf(arg: string): FoundFile[] {
    const { stats, error } = thereAt(arg);
    if (error) failUnlessThere(arg, error);
    if (!stats?.isDirectory()) {
      if (this.isExcluded(arg, arg, false)) return [];
      const own = { name: arg, relativeName: basename(arg) };
      return [
        error
          ? { ...own, unreadable: unreadableBy(arg, error) }
          : { ...own, realPath: placeOf(arg) },
      ];
    }
    const found: FoundFile[] = [];
    this.collect(arg, arg, new Set(), found);
    if (found.length > 0) return found;
    throw new NoFilesError(
      `there is no *.yaml, *.yml or *.json file in the directory ${show(arg)}${this.exclude.length > 0 ? ' that --exclude leaves' : ''}`,
      true,
    );
  }

  /** All files below a directory by name, each directory once even if links lead in circles. */
  private collect(root: string, directory: string, seen: Set<string>, found: FoundFile[]): void {
    const add = (path: string, more: Pick<FoundFile, 'realPath' | 'unreadable'>) =>
      found.push({
        name: path,
        relativeName: relative(root, path).split(sep).join('/'),
        isFound: true,
        ...more,
      });
    try {
      const realPath = realpathSync.native(directory);
      if (seen.has(realPath) || (realPath === this.outDir && directory !== root)) return;
      seen.add(realPath);
      for (const entry of entriesOf(directory)) {
        const path = join(directory, entry.name);
        const relativeName = relative(root, path).split(sep).join('/');
        if (this.isExcluded(path, relativeName, false)) continue;
        const { stats, error } = entry.isSymbolicLink()
          ? thereAt(path)
          : { stats: entry, error: undefined };
        if (error) {
          // A link that leads nowhere is nothing, unless it is called like an input.
          if (EXTENSION.test(entry.name)) add(path, { unreadable: unreadableBy(path, error) });
        } else if (stats.isDirectory()) {
          if (!this.isExcluded(path, relativeName, true)) this.collect(root, path, seen, found);
        } else if (stats.isFile() && EXTENSION.test(entry.name) && !this.isOther(path)) {
          add(path, { realPath: placeOf(path) });
        }
      }
    } catch (error) {
      add(directory, { unreadable: unreadableBy(directory, error) });
    }
  }

  private isExcluded(path: string, relativeName: string, isFolder: boolean): boolean {
    if (this.exclude.length === 0) return false;
    const paths = [path.split(sep).join('/'), relativeName].map((one) => ({
      names: namesOf(one),
      isFolder,
    }));
    return this.exclude.some((pattern) => paths.some((one) => matchesGlob(pattern, one)));
  }

  /** Whether it is known to be no input, such as what a run before wrote. */
  private isOther(path: string): boolean {
    return this.others.size > 0 && this.others.has(fileIdOf(path));
  }
}

function entriesOf(directory: string): Dirent[] {
  const entries = readdirSync(directory, { withFileTypes: true }).filter(
    ({ name }) => !name.startsWith('.'),
  );
  return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
}

type There =
  | { readonly stats: Stats; readonly error?: undefined }
  | { readonly stats?: undefined; readonly error: NodeJS.ErrnoException };

/** What stands there, or where a link leads. */
function thereAt(path: string): There {
  try {
    return { stats: statSync(path) };
  } catch (error) {
    return { error: error as NodeJS.ErrnoException };
  }
}

/** A path that names nothing is probably misspelt; a link that leads nowhere is something. */
function failUnlessThere(path: string, error: NodeJS.ErrnoException): void {
  if (
    !['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'].includes(error.code ?? '') ||
    linkAt(path) !== undefined
  ) {
    return;
  }
  const { message } = unreadableBy(path, error);
  const instead = /^https?:\/\//.test(path)
    ? `; addresses are not read: curl -sSfL ${path} | cdk8s-volumes check -`
    : '';
  throw new NoFilesError(`cannot read ${show(path)}: ${message}${instead}`, false);
}
