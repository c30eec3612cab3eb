/** Durations of cdk8s as numbers, and in Go's spelling. */
import type { Duration } from 'cdk8s';
import { lateFindings } from './input';
import { Finding, show, violation } from '../findings';
import { durationText, hasLazy, isFields } from '../kube';
import { SHAPE_RULES } from '../shape';

/** A duration in seconds. Any other value stays as it is: the checks of its type report it. */
export function secondsOf(value: unknown): unknown {
  return inUnit(value, 'toSeconds') ?? value;
}

/** A duration in one of its units, with a fraction; undefined for any other value. */
export function inUnit(value: unknown, unit: 'toSeconds' | 'toMinutes'): number | undefined {
  return isDuration(value) ? value[unit]({ integral: false }) : undefined;
}

/**
 * A duration as Go spells it, in whole numbers of the largest units: `1s500ms`. Any other value
 * stays as it is: the checks of its type report it.
 */
export function goDurationOf(value: unknown): unknown {
  return isDuration(value) ? durationText(value.toMilliseconds({ integral: false }) / 1000) : value;
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
