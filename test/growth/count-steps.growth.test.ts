/** The counter of steps, and that no group of shapes is forgotten. */
import { readdirSync } from 'node:fs';
import { stepsOf } from './count-steps';
import { GROWTH_GROUPS, GROWTH_SHAPES } from './shapes';

test('each group of shapes has a file of tests', () => {
  const files = readdirSync(__dirname).filter(
    (file) => file.endsWith('.growth.test.ts') && !file.startsWith('count-steps.'),
  );
  expect(files.sort()).toEqual(
    Object.keys(GROWTH_GROUPS)
      .map((group) => `${group}.growth.test.ts`)
      .sort(),
  );
});

describe('the counter', () => {
  const items = (count: number) => Array.from({ length: count }, (_, index) => index);

  test.each<readonly [string, (list: readonly number[]) => unknown]>([
    ['a search in a loop', (list) => list.map((one) => list.indexOf(one))],
    ['a copy in a loop', (list) => list.map((_, index) => list.slice(index))],
    ['a spread in a loop', (list) => list.map(() => [...list])],
  ])('sees %s', async (_, action) => {
    const [few, many] = [
      await stepsOf(() => action(items(100))),
      await stepsOf(() => action(items(200))),
    ];
    expect(many.steps / few.steps).toBeGreaterThan(3.9);
  });

  test('counts the blocks of this library', async () => {
    const { prepare } = GROWTH_SHAPES.find(({ name }) => name === 'mounts of one volume')!;
    const { places } = await stepsOf(prepare(50));
    expect(
      Math.max(
        ...[...places]
          .filter(([place]) => place.startsWith('src/pod/mount.ts'))
          .map(([, count]) => count),
      ),
    ).toBeGreaterThanOrEqual(50);
  });
});
