/**
 * Whole processes and what they take: the time, and where `time` is installed that of processors
 * and the peak of memory. Medians are those of the CPU.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The program as it is published. */
export const PROGRAM = join(__dirname, '..', 'bin', 'cdk8s-volumes');

/** One run. */
export interface Measured {
  readonly seconds: number;
  /**
   * Of processors: where several share a core, seconds on the clock say little of programs with
   * several threads.
   */
  readonly cpuSeconds?: number;
  readonly megabytes?: number;
  readonly output: string;
}

/** One whole process, which may end with one of these statuses. */
export function once(command: readonly string[], statuses: readonly number[] = [0]): Measured {
  const timed = existsSync('/usr/bin/time')
    ? ['/usr/bin/time', '-q', '-f', '%M %U %S', ...command]
    : command;
  const start = process.hrtime.bigint();
  const { status, stdout, stderr } = spawnSync(timed[0], timed.slice(1), {
    encoding: 'utf8',
    maxBuffer: 1024 ** 3,
  });
  const seconds = Number(process.hrtime.bigint() - start) / 1e9;
  if (!statuses.includes(status ?? -1)) {
    throw new Error(`${command.join(' ')} failed: ${stderr.slice(-2000)}`);
  }
  if (timed === command) return { seconds, output: stdout };
  const [kilobytes, user, system] = stderr.trim().split('\n').pop()!.split(' ').map(Number);
  return { seconds, cpuSeconds: user + system, megabytes: kilobytes / 1024, output: stdout };
}

/** The run in the middle of several, which is printed. */
export function median(
  what: string,
  command: readonly string[],
  runs: number,
  statuses?: readonly number[],
): Measured {
  return middleOf(
    what,
    Array.from({ length: runs }, () => once(command, statuses)),
  );
}

/** What is measured: its name, the command, and the statuses that it may end with. */
type Side = readonly [what: string, command: readonly string[], statuses: readonly number[]];

/** Commands in turns, so that all meet the same moods of the machine. */
export function inTurns(runs: number, ...sides: readonly Side[]): Measured[] {
  const all = Array.from({ length: runs }, () =>
    sides.map(([, command, statuses]) => once(command, statuses)),
  );
  return sides.map(([what], index) =>
    middleOf(
      what,
      all.map((one) => one[index]),
    ),
  );
}

/** Seconds of CPU, or on the clock where nothing tells them. */
export const costOf = ({ cpuSeconds, seconds }: Measured) => cpuSeconds ?? seconds;

function middleOf(what: string, all: Measured[]): Measured {
  all.sort((a, b) => costOf(a) - costOf(b));
  const middle = all[Math.floor(all.length / 2)];
  const { cpuSeconds, megabytes } = middle;
  const range = `(${costOf(all[0]).toFixed(2)} to ${costOf(all.at(-1)!).toFixed(2)})`;
  const more =
    cpuSeconds === undefined
      ? ''
      : `${middle.seconds.toFixed(2).padStart(8)} s on the clock${megabytes!.toFixed(0).padStart(7)} MB`;
  console.log(
    `${what.padEnd(42)}${costOf(middle).toFixed(2).padStart(8)} s ${range.padEnd(18)}${more}`,
  );
  return middle;
}

/** Whether a command can be run. */
export function isInstalled(command: readonly string[]): boolean {
  return spawnSync(command[0], command.slice(1)).status === 0;
}
