/** Goals of measurements: whether a figure keeps its own is printed, and told to who runs all. */
import { appendFileSync } from 'node:fs';

/** A figure and its goal. */
export interface Goal {
  readonly what: string;
  /** Undefined where it could not be measured, for want of another program. */
  readonly figure?: number;
  /** It is at most this, or with `isLeast` at least. */
  readonly bound: number;
  readonly isLeast?: boolean;
}

/** Whether the goal is kept; what was not measured is not missed. */
export function isKept({ figure, bound, isLeast = false }: Goal): boolean {
  return figure === undefined || (isLeast ? figure >= bound : figure <= bound);
}

/** The goal as a line of a table. */
export function lineOf(goal: Goal): string {
  const { what, figure, bound, isLeast = false } = goal;
  const shown = figure === undefined ? 'none' : figure.toFixed(2);
  const verdict = figure === undefined ? 'not measured' : isKept(goal) ? 'holds' : 'missed';
  const words = `${isLeast ? 'at least' : 'at most'} ${String(bound)}`;
  return `${what.padEnd(62)}${shown.padStart(9)}  ${words.padEnd(16)}${verdict}`;
}

/**
 * Prints the goal, and writes it into the file that `BENCH_GOALS` names. The exit status of the
 * process is 1 if it is missed.
 */
export function hold(goal: Goal): void {
  console.log(lineOf(goal));
  if (!isKept(goal)) process.exitCode = 1;
  if (process.env.BENCH_GOALS) appendFileSync(process.env.BENCH_GOALS, `${JSON.stringify(goal)}\n`);
}
