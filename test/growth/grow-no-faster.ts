/**
 * The growth of everything beyond what is read and written: steps are counted, as the time says
 * nothing on a busy machine.
 */
import { stepsOfEach } from './count-steps';
import { GROWTH_GROUPS, GrowthShape } from './shapes';
import { sized } from '../support/size';

/** A test takes so small a part of what the benchmark takes, but so many at least. */
const PART = sized(4, 40);
const FEWEST = 40;
/**
 * Twice as many add twice as much; the square adds four times as much. Between these is what grows
 * by logarithms, and, among few, what is done once.
 */
const MOST_GROWTH = sized(2.15, 2.3);
/**
 * A single function may be so small a part of all that its square is not seen there. By itself it
 * would be called four times as often.
 */
const MOST_OF_PLACE = 3;
/** So many steps or characters are no growth: a number in a message becomes longer. */
const SLACK = 1_000;

/** From so many to four times as many. */
async function growthOf({ prepare }: GrowthShape, count: number) {
  // What is made once is made here, by as many: of few, most take shorter ways.
  await prepare(count)();
  const [few, more, most] = await stepsOfEach([count, 2 * count, 4 * count].map(prepare));
  return {
    steps: (most.steps - more.steps) / (Math.max(0, more.steps - few.steps) + SLACK),
    output:
      (most.value.output.length - more.value.output.length) /
      (more.value.output.length - few.value.output.length + SLACK),
    blame: blame(few.places, more.places, most.places),
    squares: [...most.places.keys()].flatMap((place) => {
      const [a, b, c] = [few, more, most].map(({ places }) => places.get(place) ?? 0);
      return (c - b) / (Math.max(0, b - a) + SLACK) > MOST_OF_PLACE && c > MOST_OF_PLACE * b
        ? [`${place}: ${a}, ${b}, ${c} times`]
        : [];
    }),
  };
}

/** Where most of the steps are that are more than twice as many. */
function blame(
  few: ReadonlyMap<string, number>,
  more: ReadonlyMap<string, number>,
  most: ReadonlyMap<string, number>,
): string[] {
  const of = (counts: ReadonlyMap<string, number>, place: string) => counts.get(place) ?? 0;
  const excess = (place: string) =>
    of(most, place) - of(more, place) - 2 * (of(more, place) - of(few, place));
  return [...most.keys()]
    .sort((a, b) => excess(b) - excess(a))
    .slice(0, 5)
    .map((place) => `${place}: ${of(few, place)}, ${of(more, place)}, ${of(most, place)} times`);
}

/** The tests of a group of shapes. */
export function growNoFaster(group: keyof typeof GROWTH_GROUPS): void {
  test.each(GROWTH_GROUPS[group])(
    'steps and output grow no faster than the input: $name',
    async (shape) => {
      const {
        steps,
        output,
        squares,
        blame: places,
      } = await growthOf(shape, Math.max(shape.fewest ?? FEWEST, Math.round(shape.count / PART)));
      expect(
        steps > MOST_GROWTH
          ? [`${steps.toFixed(2)} times as many steps, at most ${MOST_GROWTH}`, ...places]
          : [],
      ).toEqual([]);
      expect(squares).toEqual([]);
      expect(output).toBeLessThanOrEqual(MOST_GROWTH);
    },
  );
}
