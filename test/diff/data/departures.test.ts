/** Departures of one object: what is certain counts more than what may be. */
import { Departures } from '../../../src/diff/data/departures';

const certain = { because: 'it is pruned' };
const perhaps = { because: 'its namespace may go', doubt: 'whether the namespace goes' };

test.each<[string, object, object, boolean, object]>([
  ['what may be, behind what is certain', certain, perhaps, false, certain],
  ['what is certain, behind what may be', perhaps, certain, true, certain],
  ['another certain one', certain, { because: 'its owner goes' }, false, certain],
  ['another that may be', perhaps, { because: 'a', doubt: 'b' }, false, perhaps],
])('%s', (_about, first, second, isMore, told) => {
  const departures = new Departures();
  expect(departures.add('one', first as typeof certain)).toBe(true);
  expect(departures.add('one', second as typeof certain)).toBe(isMore);
  expect([departures.of('one'), departures.size]).toEqual([told, 1]);
});

test('only what is certain is told as certain', () => {
  const departures = new Departures();
  departures.add('one', certain);
  departures.add('two', perhaps);
  expect(['one', 'two', 'three'].map((id) => departures.certain(id))).toEqual([
    certain,
    undefined,
    undefined,
  ]);
});
