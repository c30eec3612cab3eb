/** What the command line has of the world around it; tests give another one. */

/** The streams and the environment of a run. */
export interface Io {
  readonly stdinIsTerminal: boolean;
  readonly stderrIsTerminal: boolean;
  readonly env: { readonly [name: string]: string | undefined };
  /** Everything that comes from standard input. */
  readStdin(): Promise<Buffer>;
  /** Ends when everything was taken, or nobody reads on. Throws a `UsageError`. */
  writeStdout(text: string): Promise<void>;
  writeStderr(text: string): void;
  /** Does something that no signal ends half-way. */
  undisturbed(action: () => void): Promise<void>;
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
