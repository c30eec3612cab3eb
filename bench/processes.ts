/** Whole processes and what they take: the time, and where `time` is installed the peak of memory. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The program as it is published. */
export const PROGRAM = join(__dirname, '..', 'bin', 'cdk8s-volumes');

/** One run. */
export interface Measured {
  readonly seconds: number;
  readonly megabytes?: number;
  readonly output: string;
}

/** One whole process, which may end with one of these statuses. */
export function once(command: readonly string[], statuses: readonly number[] = [0]): Measured {
  const timed = existsSync('/usr/bin/time') ? ['/usr/bin/time', '-q', '-f', '%M', ...command] : command;
  const start = process.hrtime.bigint();
  const { status, stdout, stderr } = spawnSync(timed[0], timed.slice(1), { encoding: 'utf8', maxBuffer: 1024 ** 3 });
  const seconds = Number(process.hrtime.bigint() - start) / 1e9;
  if (!statuses.includes(status ?? -1)) throw new Error(`${command.join(' ')} failed: ${stderr.slice(-2000)}`);
  const kilobytes = timed === command ? undefined : Number(stderr.trim().split('\n').pop());
  return { seconds, megabytes: kilobytes && kilobytes / 1024, output: stdout };
}

/** The run in the middle of several, which is printed. */
export function median(what: string, command: readonly string[], runs: number, statuses?: readonly number[]): Measured {
  const all = Array.from({ length: runs }, () => once(command, statuses)).sort((a, b) => a.seconds - b.seconds);
  const middle = all[Math.floor(runs / 2)];
  const memory = middle.megabytes === undefined ? '' : `${middle.megabytes.toFixed(0).padStart(7)} MB`;
  console.log(`${what.padEnd(42)}${middle.seconds.toFixed(3).padStart(8)} s${memory}`);
  return middle;
}

/** Whether a command can be run. */
export function isInstalled(command: readonly string[]): boolean {
  return spawnSync(command[0], command.slice(1)).status === 0;
}
