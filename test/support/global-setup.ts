/** The preparations of jest before the first test of a run. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildForRun } from './built';

export default function setUp(): void {
  useFolder();
  buildForRun();
}

/**
 * Gives the tests, and what they start, a folder for temporary files that goes with the run,
 * whatever a test leaves there.
 */
function useFolder(): void {
  const folder = mkdtempSync(join(tmpdir(), 'cdk8s-volumes-tests-'));
  // As the folder that it stands for: some tests run programs as other users.
  chmodSync(folder, 0o1777);
  process.env.TMPDIR = folder;
  process.once('exit', () => {
    try {
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    } catch (error) {
      console.error(`${folder} is left behind: ${String(error)}`);
    }
  });
}
