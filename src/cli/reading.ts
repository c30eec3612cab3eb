/** Texts of files and streams, of whatever kind they are: as much as a run can hold. */
import { isUtf8 } from 'node:buffer';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { Io, UsageError } from './io';
import { show } from '../findings';

const MOST_MIB = 128;
const CHUNK = 2 ** 20;
/** What `-` is called. */
export const STDIN_NAME = '<stdin>';

/** Reads texts, until there are more than a run can hold. */
export class Reader {
  private left = MOST_MIB * 2 ** 20;

  /** The text of one file. Throws a `UsageError`. */
  public file(name: string): string {
    return this.decoded(attempt(name, () => bytesOf(name, this.left)), name);
  }

  /** Of standard input. Throws a `UsageError`. */
  public async stdin(io: Io): Promise<string> {
    try {
      return this.decoded(await io.readStdin(this.left), STDIN_NAME);
    } catch (error) {
      throw error instanceof UsageError ? error : new UsageError(`cannot read ${STDIN_NAME}: ${reasonOf(error)}`);
    }
  }

  /** UTF-8, or UTF-16 that says so. */
  private decoded(bytes: Buffer, name: string): string {
    this.left -= bytes.length;
    if (bytes.length >= 2 && bytes[0] === 0xff && bytes[1] === 0xfe) return bytes.toString('utf16le');
    if (bytes.length >= 2 && bytes.length % 2 === 0 && bytes[0] === 0xfe && bytes[1] === 0xff) return Buffer.from(bytes).swap16().toString('utf16le');
    if (!isUtf8(bytes)) throw new UsageError(`${show(name)} is not UTF-8 text; save it as UTF-8, or exclude it`);
    return bytes.toString('utf8');
  }
}

/** What can be asked of the file system, or else a `UsageError`. */
export function attempt<T>(path: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    return failToRead(path, error);
  }
}

export function failToRead(path: string, error: unknown): never {
  // Node.js gives a name that is not UTF-8 in other letters, under which there is nothing.
  const reason = path.includes('\ufffd') ? 'its name is not UTF-8; rename it' : reasonOf(error);
  throw new UsageError(`cannot read ${show(path)}: ${reason}`);
}

/** The system's words for what went wrong. */
export function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  const words: { readonly [code: string]: string } = {
    EACCES: 'permission denied',
    EEXIST: 'a part of the path is not a directory',
    EFBIG: `one run reads at most ${MOST_MIB} MiB of input, and this is more or never ends; render it in parts`,
    EISDIR: 'it is a directory',
    ELOOP: 'symbolic links form a loop',
    ENAMETOOLONG: 'the name is too long',
    ENOENT: 'there is no such file or directory',
    ENOSPC: 'there is no space left',
    ENOTDIR: 'a part of the path is not a directory',
    EPERM: 'it is not permitted',
    EROFS: 'the file system is read-only',
  };
  return words[code ?? ''] ?? message;
}

/** What says its size is not read if that is too much; a device or a pipe does not say it. */
function bytesOf(name: string, most: number): Buffer {
  const file = openSync(name, 'r');
  try {
    const tooMuch = () => Object.assign(new Error(), { code: 'EFBIG' });
    const chunks: Buffer[] = [];
    const { size } = fstatSync(file);
    if (size > most) throw tooMuch();
    for (let read = 0; ;) {
      const chunk = Buffer.allocUnsafe(read === 0 ? Math.max(Math.min(size + 1, most), 2 ** 16) : CHUNK);
      const length = readSync(file, chunk);
      if (length === 0) return Buffer.concat(chunks);
      read += length;
      if (read > most) throw tooMuch();
      chunks.push(chunk.subarray(0, length));
    }
  } finally {
    closeSync(file);
  }
}
