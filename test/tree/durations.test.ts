import { Duration } from 'cdk8s';
import { goDurationOf, inUnit, secondsOf } from '../../src/tree';

/** The class that another installed copy of cdk8s has. */
function otherDuration(): typeof Duration {
  let other: typeof Duration | undefined;
  jest.isolateModules(() => {
    other = (jest.requireActual('cdk8s') as { readonly Duration: typeof Duration }).Duration;
  });
  return other!;
}

test('a duration of another copy of cdk8s is one', () => {
  const Other = otherDuration();
  const given = Other.millis(1500);
  expect(given).not.toBeInstanceOf(Duration);
  expect(secondsOf(given)).toBe(1.5);
  expect(goDurationOf(given)).toBe('1s500ms');
});

test('what is no duration stays as it is, and has no unit', () => {
  expect(secondsOf('5m')).toBe('5m');
  expect(goDurationOf(300)).toBe(300);
  expect(inUnit('5m', 'toSeconds')).toBeUndefined();
  expect(inUnit(Duration.seconds(90), 'toMinutes')).toBe(1.5);
});
