/** The program as a process of its own; `test/support/built.ts` makes one file of it. */
import { existsSync, writeFileSync } from 'node:fs';
import { PATIENCE } from '../../src/cli/lock';
import { main } from '../../src/cli/main';

const { TEST_PID, TEST_READY, TEST_GO, TEST_STALE } = process.env;
// As in containers, where each run has the same number.
if (TEST_PID !== undefined) Object.defineProperty(process, 'pid', { value: Number(TEST_PID) });
// So that nobody waits for long for a run that is known to stand still.
if (TEST_STALE !== undefined) Object.assign(PATIENCE, { stale: Number(TEST_STALE) });
if (TEST_READY !== undefined) writeFileSync(TEST_READY, '');
// So that runs begin at once.
while (TEST_GO !== undefined && !existsSync(TEST_GO)) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
}

main();
