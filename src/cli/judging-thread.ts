/** What the second thread of `check` runs. */
import { parentPort, workerData } from 'node:worker_threads';
import type { Arguments } from './args';
import { requestOf, SECOND_HALF } from './check-command';
import { commandOf } from './commands';
import { configOf } from './config';
import { beginCheck } from '../check';
import type { Source } from '../render';

const { args, inputs } = workerData as { readonly args: Arguments; readonly inputs: readonly Source[] };
const { config } = configOf(args);
parentPort!.postMessage(beginCheck(inputs, requestOf(args, config, commandOf('check')!), SECOND_HALF).judged);
