/** Durations of cdk8s as numbers, and in Go's spelling. */
import { Duration } from 'cdk8s';
import { Finding, show, violation } from '../findings';
import { hasLazy, isFields } from '../kube';
import { SHAPE_RULES } from '../shape';
import { lateFindings } from './input';

const UNITS = [
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1000],
  ['ms', 1],
] as const;

/** A duration in seconds. What is none stays as it is, for others to tell. */
export function secondsOf(value: unknown): unknown {
  return value instanceof Duration ? value.toSeconds({ integral: false }) : value;
}

/**
 * A duration as Go spells it, in whole numbers of the largest units: `1s500ms`. What is none stays
 * as it is, for others to tell.
 */
export function goDurationOf(value: unknown): unknown {
  if (!(value instanceof Duration)) return value;
  let rest = Math.round(value.toMilliseconds({ integral: false }));
  const parts = UNITS.flatMap(([unit, size]) => {
    const count = Math.floor(rest / size);
    rest -= count * size;
    return count > 0 ? [`${count}${unit}`] : [];
  });
  return parts.length > 0 ? parts.join('') : '0s';
}

/** Whether a value is a duration, of whatever copy of cdk8s. */
export function isDuration(value: unknown): value is Duration {
  return isFields(value) && typeof value.toSeconds === 'function';
}

/** The findings on an option that has to be a duration. */
export function checkDuration(
  value: unknown,
  path: string,
  example: string = 'Duration.minutes(5)',
): Finding[] {
  if (value === undefined || isDuration(value)) return [];
  if (hasLazy(value)) return lateFindings({ [path]: value });
  return [
    violation(
      SHAPE_RULES.type,
      path,
      `${show(value)} is not a Duration`,
      `use one such as ${example}`,
    ),
  ];
}
