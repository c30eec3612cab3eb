/** Texts of files and streams, of whatever kind they are: as much as a run can hold. */
import { isUtf8 } from 'node:buffer';
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { Handover, Io, UsageError } from './io';
import { Patience, PATIENCE } from './lock';
import { linkAt } from './places';
import { show } from '../findings';
import type { Source } from '../render';

const MOST_MIB = 128;
const CHUNK = 2 ** 20;
/** How long a pipe is waited for that no program has opened to write, in milliseconds. */
const MOST_UNOPENED = 5000;
/** What the process inherited open, as a shell passes the output of another program. */
const OWN_STREAM = /^\/(?:dev|proc\/(?:self|\d+))\/fd\//;
/** What `-` is called. */
export const STDIN_NAME = '<stdin>';

export interface Unreadable extends NonNullable<Source['unreadable']> {
  /** What to do where it cannot be excluded. */
  readonly instead?: string;
}

/** The text of a file, or why there is none. */
type FileText = { readonly text: string } | { readonly text: ''; readonly unreadable: Unreadable };

/** Reads texts, until there are more than a run can hold. */
export class Reader {
  private left = MOST_MIB * 2 ** 20;

  constructor(private readonly patience: Pick<Patience, 'most' | 'between'> = PATIENCE) {}

  /** The text of one file that the program needs. Throws a `UsageError`. */
  public file(name: string): string {
    const read = this.input(name);
    if ('unreadable' in read) {
      throw new UsageError(`cannot read ${show(name)}: ${wordsOf(read.unreadable)}`);
    }
    return read.text;
  }

  /** One file of many, which others can do without. */
  public input(name: string): FileText {
    try {
      return this.decoded(bytesOf(name, this.left, this.patience));
    } catch (error) {
      return { text: '', unreadable: unreadableBy(name, error) };
    }
  }

  public decoded(bytes: Buffer): FileText {
    if (bytes.length > this.left) return { text: '', unreadable: unreadableBy('', tooMuch()) };
    this.left -= bytes.length;
    if (bytes.length >= 2 && bytes[0] === 0xff && bytes[1] === 0xfe) {
      return { text: bytes.toString('utf16le') };
    }
    if (bytes.length >= 2 && bytes.length % 2 === 0 && bytes[0] === 0xfe && bytes[1] === 0xff) {
      return { text: Buffer.from(bytes).swap16().toString('utf16le') };
    }
    if (!isUtf8(bytes)) {
      return {
        text: '',
        unreadable: {
          message: 'it is not UTF-8 text',
          remedy: 'save it as UTF-8, or exclude it',
          instead: 'save it as UTF-8',
        },
      };
    }
    return { text: bytes.toString('utf8') };
  }

  /** Of standard input. Throws a `UsageError`. */
  public async stdin(io: Io): Promise<string> {
    const failed = (error: unknown) => {
      if (error instanceof Handover) throw error;
      return { unreadable: unreadableBy('', error) };
    };
    const read = await io.readStdin(this.left).then((bytes) => this.decoded(bytes), failed);
    if ('unreadable' in read) {
      throw new UsageError(`cannot read ${STDIN_NAME}: ${wordsOf(read.unreadable)}`);
    }
    return read.text;
  }
}

/** Why the system does not open a file. */
export function unreadableBy(name: string, error: unknown): Unreadable {
  // Node.js returns a name that is not UTF-8 in other letters, under which there is nothing.
  if (name.includes('\ufffd')) {
    return { message: 'its name is not UTF-8', remedy: 'rename it', instead: 'rename it' };
  }
  const { code = '' } = error as NodeJS.ErrnoException;
  const link = code === 'ENOENT' ? linkAt(name) : undefined;
  if (link !== undefined) {
    return {
      message: `it is a symbolic link to ${show(link)}, and there is no such file or directory`,
      remedy: 'remove the link, or exclude it',
      isMinor: true,
    };
  }
  const instead = INSTEAD[code];
  return {
    message: reasonOf(error),
    remedy: instead === undefined ? 'exclude it' : `${instead}, or exclude it`,
    ...(instead === undefined ? {} : { instead }),
  };
}

/** For what the program cannot do without. */
function wordsOf({ message, instead }: Unreadable): string {
  return instead === undefined ? message : `${message}; ${instead}`;
}

const INSTEAD: { readonly [code: string]: string | undefined } = {
  EACCES: 'make it readable',
  EFBIG: 'render it in parts',
  ELOOP: 'remove the link',
  ETIMEDOUT: 'start the program that writes to it',
};

function tooMuch(): Error {
  return Object.assign(new Error(), { code: 'EFBIG' });
}

/** The system's words for what went wrong. */
export function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  const words: { readonly [code: string]: string } = {
    EACCES: 'permission denied',
    EEXIST: 'a part of the path is not a directory',
    EFBIG: `one run reads at most ${MOST_MIB} MiB of input, and this is more or never ends`,
    EISDIR: 'it is a directory',
    ELOOP: 'symbolic links form a loop',
    ENAMETOOLONG: 'the name is too long',
    ENOENT: 'there is no such file or directory',
    ENOSPC: 'there is no space left',
    ENOTDIR: 'a part of the path is not a directory',
    EPERM: 'it is not permitted',
    EROFS: 'the file system is read-only',
    ETIMEDOUT: 'it is a pipe that no program writes to',
  };
  return words[code ?? ''] ?? message;
}

/** What says its size is not read if that is too much; a device or a pipe does not say it. */
function bytesOf(name: string, most: number, patience: Pick<Patience, 'most' | 'between'>): Buffer {
  // To open a pipe that has a name would wait for a program that writes to it, for ever perhaps.
  const file = openSync(
    name,
    constants.O_RDONLY + (OWN_STREAM.test(name) ? 0 : (constants.O_NONBLOCK ?? 0)),
  );
  try {
    const chunks: Buffer[] = [];
    const there = fstatSync(file);
    if (there.size > most) throw tooMuch();
    let isOpened = !there.isFIFO() || OWN_STREAM.test(name);
    // The clock takes a while to load, and a file is not waited for.
    let end: number | undefined;
    for (let read = 0; ;) {
      const chunk = Buffer.allocUnsafe(
        read === 0 ? Math.max(Math.min(there.size + 1, most), 2 ** 16) : CHUNK,
      );
      const length = readNow(file, chunk);
      isOpened ||= length !== 0;
      if (length === 0 && isOpened) return Buffer.concat(chunks);
      if (length === 0) {
        const now = performance.now();
        end ??= now + Math.min(patience.most, MOST_UNOPENED);
        if (now > end) throw Object.assign(new Error(), { code: 'ETIMEDOUT' });
      }
      if (length === 0 || length === undefined) {
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, patience.between);
        continue;
      }
      read += length;
      if (read > most) throw tooMuch();
      chunks.push(chunk.subarray(0, length));
    }
  } finally {
    closeSync(file);
  }
}

/** How many bytes are there now; undefined if there may be some later. */
function readNow(file: number, chunk: Buffer): number | undefined {
  try {
    return readSync(file, chunk);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return undefined;
    throw error;
  }
}
