/** Objects that a real API server refused: the same fields, in the same words. */
import { diffObjects } from '../../src/diff';
import { linesOfErrors, REFUSED_OBJECTS } from '../support/refusals';

test.each(
  REFUSED_OBJECTS.map(
    (one) => [one.object.kind, linesOfErrors(one.errors)[0].slice(0, 120), one] as const,
  ),
)('%s: %s', (_kind, _words, { object, errors }) => {
  const [answer] = diffObjects([], [object], { isFresh: true }).objects;
  const told = (answer.errors ?? []).map(({ field, message }) => [field, message]);
  expect(linesOfErrors(told)).toEqual(linesOfErrors(errors));
});
