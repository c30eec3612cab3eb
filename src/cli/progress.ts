/**
 * A line on a terminal for work that takes longer than two seconds. The work itself does not give
 * way, so another thread writes it.
 */
import { Arguments } from './args';
import { Io } from './io';

/** After how long it is there, and how often it changes, in milliseconds. */
const AFTER = 2000;
const EVERY = 1000;
/** Characters of input with which work may take that long: fewer are not worth a thread. */
const LONG = 2 ** 18;

/** How a thread writes to the terminal: by its number, since streams wait for the main thread. */
const SCRIPT = `
const { writeSync } = require('node:fs');
const { workerData: { words, after, every, state, stream } } = require('node:worker_threads');
const shown = new Int32Array(state);
const start = Date.now() - after;
setTimeout(() => {
  const write = () => {
    Atomics.store(shown, 0, 1);
    writeSync(stream, '\\r\\x1b[K' + words + ' (' + Math.round((Date.now() - start) / 1000) + ' s)');
  };
  write();
  setInterval(write, every);
}, after);
`;

/** How it is timed, and where it is written; tests have other values. */
export interface ProgressOptions {
  readonly after?: number;
  readonly every?: number;
  readonly long?: number;
  readonly stream?: number;
}

/** Does some work, and shows on a terminal that it goes on; the line is gone when it ends. */
export async function withProgress<T>(
  words: string,
  length: number,
  { args, io }: { readonly args: Arguments; readonly io: Io },
  work: () => T,
  { after = AFTER, every = EVERY, long = LONG, stream = 2 }: ProgressOptions = {},
): Promise<T> {
  const isShown =
    length >= long && io.stderrIsTerminal && !args.options.has('quiet') && io.env.TERM !== 'dumb';
  if (!isShown) return work();
  // Short work does without it.
  const { Worker } = require('node:worker_threads') as typeof import('node:worker_threads');
  const state = new SharedArrayBuffer(4);
  const worker = new Worker(SCRIPT, {
    eval: true,
    workerData: { words, after, every, state, stream },
  });
  worker.unref();
  // Without it, the work is done all the same.
  worker.on('error', () => undefined);
  try {
    return work();
  } finally {
    await worker.terminate();
    if (Atomics.load(new Int32Array(state), 0) === 1) io.writeStderr('\r\x1b[K');
  }
}

/** `checking 60 files, 12 MB`. */
export function wordsOfWork(what: string, inputs: readonly { readonly text: string }[]): string {
  const length = lengthOf(inputs);
  const files = `${inputs.length} file${inputs.length === 1 ? '' : 's'}`;
  return `${what} ${files}, ${(length / 1e6).toFixed(1)} MB`;
}

/** How much there is to read, in characters. */
export function lengthOf(inputs: readonly { readonly text: string }[]): number {
  return inputs.reduce((sum, { text }) => sum + text.length, 0);
}
