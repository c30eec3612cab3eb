/** The program itself: the streams, signals and exit status of the process. */
import { fstatSync } from 'node:fs';
import { isNull, leftOf } from './at-once';
import { Io, Status, UsageError } from './io';
import { PATIENCE } from './lock';
import { run } from './run';
import { harmless } from '../escape';

/**
 * Each ends the program at once, as it ends any other; while files are written, when they are as
 * they were.
 */
const SIGNALS = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const;

/** How long an action may go on before it looks for signals, in milliseconds. */
const LOOK_EVERY = 10;

/** Characters of input with which a run takes long enough to be worth optimizing for. */
const LONG = 2 ** 15;
/** Characters with which it takes so long that it is worth optimizing sooner. */
const VERY_LONG = 2 ** 21;

/** The message for an error that is no fault of the program; undefined for others. */
type Excuse = (error: unknown) => string | undefined;

/** Runs the arguments of the process. */
export function main(excuse: Excuse = () => undefined): void {
  // A first process, as in a container, is deaf to signals that it does not listen to.
  if (process.pid === 1) runBelow(excuse);
  else runHere(excuse);
}

function runHere(excuse: Excuse): void {
  run(process.argv.slice(2), processIo()).then(
    (status) => {
      process.exitCode = status;
    },
    (error: unknown) => {
      const words = excuse(error) ?? `this is a bug in the program: ${traceOf(error)}`;
      writeStderr(`cdk8s-volumes: ${words}\n`);
      process.exitCode = Status.USAGE;
    },
  );
}

/**
 * The same in a process of its own, which hears every signal whatever it is at, and ends as that
 * does.
 */
function runBelow(excuse: Excuse): void {
  // Nothing else needs it.
  const { spawn } = require('node:child_process') as typeof import('node:child_process');
  // The executable with a Node.js inside is its own script, and says so itself.
  const script = process.argv[1] === process.execPath ? 2 : 1;
  const child = spawn(process.execPath, [...process.execArgv, ...process.argv.slice(script)], {
    stdio: 'inherit',
  });
  for (const signal of SIGNALS) process.on(signal, () => child.kill(signal));
  // Where no other process can be made, this one has to do.
  child.on('error', () => runHere(excuse));
  child.on('exit', (status, signal) => {
    const { constants } = require('node:os') as typeof import('node:os');
    process.exitCode = signal ? 128 + constants.signals[signal] : (status ?? Status.USAGE);
    for (const one of SIGNALS) process.removeAllListeners(one);
  });
}

/** Line by line, since messages have words of the input. */
function traceOf(error: unknown): string {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return text.split('\n').map(harmless).join('\n');
}

function processIo(): Io {
  return {
    readStdin,
    writeStdout,
    writeStderr,
    undisturbed,
    prepare,
    get stdinIsTerminal() {
      return isTerminal(0);
    },
    get stdoutIsTerminal() {
      return isTerminal(1);
    },
    get stderrIsTerminal() {
      return isTerminal(2);
    },
    // A terminal that does not know its width says 0.
    widthOf: (stream) => process[stream].columns || undefined,
    streams: { stdin: fileOf(0), stdout: fileOf(1), stderr: fileOf(2) },
    patience: PATIENCE,
    env: process.env,
  };
}

/**
 * The V8 of Node 20 optimizes so early that a run of half a second spends a third of its time on
 * it. Later versions, which have a compiler in between, do not, and may not know the flag.
 */
function prepare(length: number): void {
  if (length < LONG || !process.versions.v8.startsWith('11.')) return;
  // Short runs are over before it is loaded.
  const { setFlagsFromString } = require('node:v8') as typeof import('node:v8');
  setFlagsFromString(`--interrupt-budget=${length < VERY_LONG ? 4_000_000 : 1_000_000}`);
}

function isTerminal(stream: number): boolean {
  try {
    const there = fstatSync(stream);
    if (!there.isCharacterDevice() || isNull(there)) return false;
  } catch {
    return false;
  }
  // It takes a while to load, and files and pipes are none.
  return (require('node:tty') as typeof import('node:tty')).isatty(stream);
}

/** As `fileIdOf` names it. */
function fileOf(stream: number): string | undefined {
  try {
    const there = fstatSync(stream, { bigint: true });
    return there.isFile() ? `${there.dev}:${there.ino}` : undefined;
  } catch {
    return undefined;
  }
}

async function readStdin(most: number): Promise<Buffer> {
  // Node.js would read a directory as if it were empty.
  if (fstatSync(0).isDirectory()) throw Object.assign(new Error(), { code: 'EISDIR' });
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of process.stdin) {
    chunks.push(chunk as Buffer);
    size += (chunk as Buffer).length;
    if (size > most) throw Object.assign(new Error(), { code: 'EFBIG' });
  }
  return Buffer.concat(chunks);
}

/** Who closes the pipe early has read enough; a full disk is another matter. */
async function writeStdout(text: string): Promise<boolean> {
  if (text === '') return true;
  const error = await write('stdout', text).catch((thrown: NodeJS.ErrnoException) => thrown);
  if (!error) return true;
  if (error.code === 'EPIPE') return false;
  throw new UsageError(`cannot write to standard output: ${error.message}`);
}

function writeStderr(text: string): void {
  if (text !== '') void write('stderr', text).catch(() => undefined);
}

/** The streams that were loaded: what is written later comes behind what they still hold. */
const loaded = new Set<string>();

/** Writes a text. Resolves with what went wrong, if anything did, or rejects with it. */
async function write(
  name: 'stdout' | 'stderr',
  text: string,
): Promise<NodeJS.ErrnoException | null | undefined> {
  const left = loaded.has(name) ? text : leftOf(name === 'stdout' ? 1 : 2, text);
  if (left.length === 0) return undefined;
  const stream = process[name];
  // The callback of each write reports errors; without a listener they would end the process.
  if (!loaded.has(name)) stream.on('error', () => undefined);
  loaded.add(name);
  return new Promise((done) => stream.write(left, done));
}

async function undisturbed(action: (step: () => Promise<void>) => Promise<void>): Promise<void> {
  let heard: NodeJS.Signals | undefined;
  let looked = performance.now();
  const hear = (signal: NodeJS.Signals) => void (heard = signal);
  const step = async () => {
    if (performance.now() - looked > LOOK_EVERY) {
      await look();
      looked = performance.now();
    }
    if (heard) throw new Disturbance();
  };
  for (const signal of SIGNALS) process.on(signal, hear);
  try {
    await action(step);
    await look();
  } catch (error) {
    if (!(error instanceof Disturbance)) throw error;
  } finally {
    for (const signal of SIGNALS) process.off(signal, hear);
  }
  if (heard) await endBy(heard);
}

/**
 * A signal is only heard when events are looked for, which is sure to have happened after two
 * rounds.
 */
async function look(): Promise<void> {
  await new Promise((done) => setImmediate(() => setImmediate(done)));
}

/**
 * What the signal would have done without an ear for it, so that whoever waits for the process sees
 * what ended it.
 */
async function endBy(signal: NodeJS.Signals): Promise<never> {
  process.kill(process.pid, signal);
  return new Promise(() => setInterval(() => undefined, 1000));
}

/** A signal was heard in the middle of something. */
class Disturbance extends Error {}
