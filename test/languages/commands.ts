/** Commands that run beside each other, so that no language waits for another. */
import { spawn, SpawnOptionsWithoutStdio } from 'node:child_process';

/** What came of a command. */
export interface Ended {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CommandOptions extends SpawnOptionsWithoutStdio {
  /** What it reads. */
  readonly input?: string;
}

/** Runs a command to its end; one that is not there ends with 127. */
export function run(
  [file, ...rest]: readonly string[],
  { input = '', ...options }: CommandOptions = {},
): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(file, rest, options);
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    child.stdout.on('data', (part: Buffer) => out.push(part));
    child.stderr.on('data', (part: Buffer) => err.push(part));
    const end = (status: number, why = '') =>
      resolve({
        status,
        stdout: Buffer.concat(out).toString(),
        stderr: Buffer.concat(err).toString() + why,
      });
    child.on('error', ({ message }) => end(127, message));
    child.on('close', (status) => end(status ?? 1));
    child.stdin.on('error', () => undefined); // a program need not read what it is given
    child.stdin.end(input);
  });
}

/** Runs a command that has to end well. */
export async function must(
  command: readonly string[],
  options: CommandOptions = {},
): Promise<Ended> {
  const ended = await run(command, options);
  if (ended.status === 0) return ended;
  throw new Error(
    `${command.join(' ')} ended with ${ended.status}\n${ended.stdout}${ended.stderr}`,
  );
}

/** The environment, with these variables besides. */
export function withEnv(values: { readonly [name: string]: string }): NodeJS.ProcessEnv {
  return { ...process.env, ...values };
}

/** Does something once, whoever asks for it. */
export function once<T>(make: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const made = new Map<string, Promise<T>>();
  return (key) => {
    const one = made.get(key) ?? make(key);
    made.set(key, one);
    return one;
  };
}
