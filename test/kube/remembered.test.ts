/** Answers that are remembered: each question is asked once, and no more is kept than is useful. */
import { remembered } from '../../src/kube/remembered';

function counted(): { asked: string[]; ask(text: string): string | undefined } {
  const asked: string[] = [];
  return {
    asked,
    ask: remembered((text) => {
      asked.push(text);
      return text === '' ? undefined : `${text}!`;
    }),
  };
}

test('a question is asked once, also if there is no answer', () => {
  const { ask, asked } = counted();
  expect(['a', '', 'a', '', 'b'].map(ask)).toEqual(['a!', undefined, 'a!', undefined, 'b!']);
  expect(asked).toEqual(['a', '', 'b']);
});

test('what stands in the place of a text is passed on', () => {
  const { ask, asked } = counted();
  expect(ask(undefined as unknown as string)).toBe('undefined!');
  expect(asked).toEqual([undefined]);
});

test.each([
  [64, 1],
  [65, 2],
])('a text of %i characters that is asked for twice is looked at %i times', (length, times) => {
  const { ask, asked } = counted();
  ask('x'.repeat(length));
  ask('x'.repeat(length));
  expect(asked).toHaveLength(times);
});

test.each([
  [2000, 2000],
  [2001, 2002],
])('of %i texts the first one is remembered or not: %i questions', (count, questions) => {
  const { ask, asked } = counted();
  for (let index = 0; index < count; index += 1) ask(String(index));
  ask('0');
  expect(asked).toHaveLength(questions);
});
