/** Schedules by their names, and spans of time. */
import { scheduleProblem } from '../../src/validation/kinds/schedules';

test.each([
  '@yearly',
  '@annually',
  '@monthly',
  '@weekly',
  '@daily',
  '@midnight',
  '@hourly',
  '@every 90m',
])('%s is one', (schedule) => expect(scheduleProblem(schedule)).toBeUndefined());

test.each([
  ['@reboot', 'unrecognized descriptor: @reboot'],
  ['@every', 'unrecognized descriptor: @every'],
  ['@every 1d', 'failed to parse duration @every 1d: time: invalid duration "1d"'],
])('%s is none', (schedule, problem) => expect(scheduleProblem(schedule)).toBe(problem));
