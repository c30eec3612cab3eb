/** The interface of the command line to the world around it; tests pass another one. */
import type { Patience } from './lock';
import { harmless } from '../escape';

/** The streams and the environment of a run. */
export interface Io {
  /** Told how long the input is, in characters, before anything is made of it. */
  readonly prepare?: (length: number) => void;
  readonly stdinIsTerminal: boolean;
  readonly stdoutIsTerminal: boolean;
  readonly stderrIsTerminal: boolean;
  readonly env: { readonly [name: string]: string | undefined };
  /** The files, by `fileIdOf`, that the streams are, as far as they are files. */
  readonly streams: { readonly stdin?: string; readonly stdout?: string; readonly stderr?: string };
  /** How long other runs are waited for. */
  readonly patience: Patience;
  /** How many characters a line of a terminal has; undefined if it does not say. */
  widthOf(stream: 'stdout' | 'stderr'): number | undefined;
  /** Everything that comes from standard input; fails with `EFBIG` if that is more. */
  readStdin(most: number): Promise<Buffer>;
  /**
   * Ends when everything was taken, or nobody reads on: then it answers false. Throws a
   * `UsageError`.
   */
  writeStdout(text: string): Promise<boolean>;
  writeStderr(text: string): void;
  /**
   * Does something that no signal ends half-way. The action is to call its argument between its
   * steps: that throws once a signal was heard, which ends the process when the action has taken
   * back what it did.
   */
  undisturbed(action: (step: () => Promise<void>) => Promise<void>): Promise<void>;
}

/** Writes one line to standard error, with nothing that a terminal would obey. */
export function tell(line: string, io: Io): void {
  io.writeStderr(`${harmless(line)}\n`);
}

/** How a run ends. */
export enum Status {
  /** Fine; warnings are. */
  FINE = 0,
  /** Errors were found in the input. */
  FINDINGS = 1,
  /** Wrong usage, or something cannot be read or written. */
  USAGE = 2,
}

/** Wrong usage, or input that cannot be read: one line that says what, and what to do. */
export class UsageError extends Error {}

/** An argument without files, which is an empty side for those who compare two. */
export class NoFilesError extends UsageError {
  /** Whether what was named is there, and only has no files of the kind. */
  constructor(
    message: string,
    public readonly isThere: boolean,
  ) {
    super(message);
  }
}

/** What was read is for somebody else than who reads: no run goes on with it. */
export class Handover extends Error {}
