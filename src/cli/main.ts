/** The program itself: the streams, signals and exit status of the process. */
import { fstatSync } from 'node:fs';
import { isatty } from 'node:tty';
import { Io, Status, UsageError } from './io';
import { run } from './run';

/** Each ends the program at once, as it ends any other, but while files are written. */
const SIGNALS = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const;

/** Runs the arguments of the process. */
export function main(): void {
  // What goes wrong is told to whoever writes; without an ear for it here it would end the process.
  process.stdout.on('error', () => undefined);
  process.stderr.on('error', () => undefined);
  run(process.argv.slice(2), processIo()).then((status) => {
    process.exitCode = status;
  }, (error: unknown) => {
    process.stderr.write(`cdk8s-volumes: this is a mistake of the program: ${error instanceof Error ? error.stack : String(error)}\n`);
    process.exitCode = Status.USAGE;
  });
}

function processIo(): Io {
  return {
    readStdin,
    writeStdout,
    writeStderr: (text) => void (text === '' || process.stderr.write(text)),
    undisturbed,
    stdinIsTerminal: isatty(0),
    stderrIsTerminal: isatty(2),
    env: process.env,
  };
}

async function readStdin(): Promise<Buffer> {
  // Node.js would read a directory as if it were empty.
  if (fstatSync(0).isDirectory()) throw Object.assign(new Error(), { code: 'EISDIR' });
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Who closes the pipe early has read enough; a full disk is another matter. */
async function writeStdout(text: string): Promise<void> {
  if (text === '') return;
  const error = await new Promise<NodeJS.ErrnoException | null | undefined>((done) => process.stdout.write(text, done));
  if (error && error.code !== 'EPIPE') throw new UsageError(`cannot write to standard output: ${error.message}`);
}

async function undisturbed(action: () => void): Promise<void> {
  let heard: NodeJS.Signals | undefined;
  const hear = (signal: NodeJS.Signals) => void (heard = signal);
  for (const signal of SIGNALS) process.on(signal, hear);
  try {
    action();
    // A signal is only heard when events are looked for, which is sure to have happened after two rounds.
    await new Promise((done) => setImmediate(() => setImmediate(done)));
  } finally {
    for (const signal of SIGNALS) process.off(signal, hear);
  }
  if (heard) process.kill(process.pid, heard);
}
