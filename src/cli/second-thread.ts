/** A second thread, which judges half of a large input while this one judges the other. */
import { availableParallelism } from 'node:os';
import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Arguments } from './args';
import type { RenderFinding, Source } from '../render';

/** How much input, in characters, is worth a thread of its own, which reads everything once more. */
const LEAST = 2 ** 21;
/** Beside this file, and of its kind. */
const THREAD = join(__dirname, `judging-thread${extname(__filename)}`);

/** Starts the thread, which ends by itself. Fails if it cannot be done there. */
export function judgeSecondHalf(args: Arguments, inputs: readonly Source[]): Promise<readonly RenderFinding[]> | undefined {
  const length = inputs.reduce((sum, { text }) => sum + text.length, 0);
  if (length < LEAST || availableParallelism() < 2) return undefined;
  return new Promise((resolve, reject) => {
    const worker = new Worker(THREAD, { workerData: { args, inputs } });
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('the thread ended without an answer')));
  });
}
