/** The input files: which there are, and their text. */
import { constants, isUtf8 } from 'node:buffer';
import { Dirent, readdirSync, readFileSync, realpathSync, Stats, statSync } from 'node:fs';
import { basename, join, relative, resolve, sep } from 'node:path';
import { Io, UsageError } from './io';
import { show } from '../findings';

/** One input file. */
export interface InputFile {
  /** As the user named it. */
  readonly name: string;
  /** The name of what is made of it, below the folder for output. */
  readonly relativeName: string;
  readonly text: string;
  /** Where it really is; standard input is nowhere. */
  readonly realPath?: string;
}

type FoundFile = Omit<InputFile, 'text'>;

const EXTENSION = /\.(?:ya?ml|json)$/i;
/** What `-` is called. */
export const STDIN_NAME = '<stdin>';

/** Reads all that the arguments name; nothing named is standard input. Throws a `UsageError`. */
export async function readInputs(args: readonly string[], outDir: string | undefined, io: Io): Promise<InputFile[]> {
  if (args.length === 0 && io.stdinIsTerminal) throw new UsageError('there is no input: name files or directories, or - for standard input');
  const files = new Map<string, InputFile>();
  for (const arg of args.length === 0 ? ['-'] : args) {
    if (arg === '-') {
      if (!files.has('-')) files.set('-', { name: STDIN_NAME, relativeName: 'stdin.yaml', text: decoded(await stdinBytes(io), STDIN_NAME) });
      continue;
    }
    for (const found of filesOf(arg, outDir)) {
      // A file that is named twice is one file.
      const key = found.realPath ?? found.name;
      if (!files.has(key)) files.set(key, { ...found, text: readText(found.name) });
    }
  }
  return [...files.values()];
}

/** The text of one file. Throws a `UsageError`. */
export function readText(name: string): string {
  return decoded(attempt(name, () => readFileSync(name)), name);
}

async function stdinBytes(io: Io): Promise<Buffer> {
  try {
    return await io.readStdin();
  } catch (error) {
    throw new UsageError(`cannot read ${STDIN_NAME}: ${reasonOf(error)}`);
  }
}

function filesOf(arg: string, outDir: string | undefined): FoundFile[] {
  const isDirectory = attempt(arg, () => statSync(arg).isDirectory());
  if (!isDirectory) return [{ name: arg, relativeName: basename(arg), realPath: attempt(arg, () => realpathSync(arg)) }];
  const found: FoundFile[] = [];
  collect(arg, arg, outDir === undefined ? undefined : placeOf(outDir), new Set(), found);
  if (found.length === 0) throw new UsageError(`there is no *.yaml, *.yml or *.json file in the directory ${show(arg)}`);
  return found;
}

/** All files below a directory by name, each directory once even if links lead in circles. */
function collect(root: string, directory: string, outDir: string | undefined, seen: Set<string>, found: FoundFile[]): void {
  const realPath = attempt(directory, () => realpathSync(directory));
  if (seen.has(realPath) || (realPath === outDir && directory !== root)) return;
  seen.add(realPath);
  const entries = attempt(directory, () => readdirSync(directory, { withFileTypes: true })).filter(({ name }) => !name.startsWith('.'));
  for (const entry of entries.sort((a, b) => a.name < b.name ? -1 : 1)) {
    const path = join(directory, entry.name);
    const target = typeOf(entry, path);
    if (target?.isDirectory()) {
      collect(root, path, outDir, seen, found);
    } else if (target?.isFile() && EXTENSION.test(entry.name)) {
      found.push({ name: path, relativeName: relative(root, path).split(sep).join('/'), realPath: attempt(path, () => realpathSync(path)) });
    }
  }
}

/** What stands there, or where a link leads. A link that leads nowhere is nothing, unless it is called like an input. */
function typeOf(entry: Dirent, path: string): Dirent | Stats | undefined {
  if (!entry.isSymbolicLink()) return entry;
  try {
    return statSync(path);
  } catch (error) {
    return EXTENSION.test(entry.name) ? failToRead(path, error) : undefined;
  }
}

/** Without links, as far as it is there. */
export function placeOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path);
  }
}

function attempt<T>(path: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    return failToRead(path, error);
  }
}

function failToRead(path: string, error: unknown): never {
  // Node.js gives a name that is not UTF-8 in other letters, under which there is nothing.
  const reason = path.includes('\ufffd') ? 'its name is not UTF-8; rename it' : reasonOf(error);
  throw new UsageError(`cannot read ${show(path)}: ${reason}`);
}

/** The system's words for what went wrong. */
export function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  const words: { readonly [code: string]: string } = {
    EACCES: 'permission denied',
    EEXIST: 'a part of the path is no directory',
    EISDIR: 'it is a directory',
    ELOOP: 'links lead in a circle',
    ENOENT: 'there is no such file or directory',
    ENOSPC: 'there is no space left',
    ENOTDIR: 'a part of the path is no directory',
    EPERM: 'it is not permitted',
    EROFS: 'the file system is read-only',
  };
  return words[code ?? ''] ?? message;
}

/** UTF-8, or UTF-16 that says so. */
function decoded(bytes: Buffer, name: string): string {
  if (bytes.length > constants.MAX_STRING_LENGTH) throw new UsageError(`${show(name)} is too large: ${bytes.length} bytes; split it`);
  if (bytes.length >= 2 && bytes[0] === 0xff && bytes[1] === 0xfe) return bytes.toString('utf16le');
  if (bytes.length >= 2 && bytes.length % 2 === 0 && bytes[0] === 0xfe && bytes[1] === 0xff) return Buffer.from(bytes).swap16().toString('utf16le');
  if (!isUtf8(bytes)) throw new UsageError(`${show(name)} is no text in UTF-8; save it as such, or leave it out`);
  return bytes.toString('utf8');
}
