/** The program itself: the streams, signals and exit status of the process. */
import { isatty } from 'node:tty';
import { Io, Status } from './io';
import { run } from './run';

/** What a shell says of a program that a signal ended. */
const SIGNALS = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

/** Runs the arguments of the process. */
export function main(): void {
  // Writing is not interrupted: a signal is heard before it or after it.
  for (const signal of Object.keys(SIGNALS) as (keyof typeof SIGNALS)[]) process.once(signal, () => process.exit(SIGNALS[signal]));
  process.stdout.on('error', endWithoutReader);
  process.stderr.on('error', () => undefined);
  run(process.argv.slice(2), processIo()).then((status) => {
    process.exitCode = status;
  }, (error: unknown) => {
    process.stderr.write(`cdk8s-volumes: this is a mistake of the program: ${error instanceof Error ? error.stack : String(error)}\n`);
    process.exitCode = Status.USAGE;
  });
}

/** Who closes the pipe early has read enough; a full disk is another matter. */
function endWithoutReader(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') process.exit(Status.FINE);
  process.stderr.write(`cdk8s-volumes: cannot write to standard output: ${error.message}\n`, () => process.exit(Status.USAGE));
}

function processIo(): Io {
  return {
    readStdin,
    writeStdout: (text) => new Promise((done) => text === '' ? done() : process.stdout.write(text, () => done())),
    writeStderr: (text) => void (text === '' || process.stderr.write(text)),
    stdinIsTerminal: isatty(0),
    stderrIsTerminal: isatty(2),
    env: process.env,
  };
}

async function readStdin(): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
