/**
 * The growth of everything beyond what is read and written: inputs that are large in one respect,
 * at three sizes.
 *
 * Prints for each the time at so many, twice and four times as many, how much is read and written
 * at most, and the exponent of the time beyond that: 1 where time and size grow alike, 2 where the
 * time grows by the square. The sizes are taken in turn, and the least of the times counts, since
 * what else the machine does only adds to it; so a shape above the goal is measured again before it
 * counts as missed. The exit status is 1 if an exponent is above the goal where the work takes long
 * enough to tell. Run it with `npx tsx bench/growth.ts`; a text behind it chooses shapes by their
 * names.
 */
import { hold } from './goals';
import { GROWTH_SHAPES, GrowthShape } from '../test/growth/shapes';

const ROUNDS = Number(process.env.ROUNDS ?? 3);
/** How often a shape is measured until it keeps the goal. */
const MOST_TRIES = 3;
const MOST_EXPONENT = 1.1;
/** What takes less is as much the warming up of the machine as the work. */
const LEAST_MILLISECONDS = 100;

interface Row {
  readonly times: readonly number[];
  readonly sizes: readonly number[];
}

async function measure({ prepare, count }: GrowthShape): Promise<Row> {
  await prepare(count)();
  const times = [Infinity, Infinity, Infinity];
  const sizes = [0, 0, 0];
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [index, times_] of [1, 2, 4].entries()) {
        const work = prepare(count * times_);
        const began = performance.now();
        sizes[index] = (await work()).size;
        times[index] = Math.min(times[index], performance.now() - began);
      }
    }
    if (!isMissed({ times, sizes })) break;
  }
  return { times, sizes };
}

function exponentOf({ times, sizes }: Row): number {
  return Math.log(times[2] / times[0]) / Math.max(Math.log(4), Math.log(sizes[2] / sizes[0]));
}

function isMissed(row: Row): boolean {
  return exponentOf(row) > MOST_EXPONENT && row.times[2] >= LEAST_MILLISECONDS;
}

async function main(): Promise<void> {
  const [, , wanted = ''] = process.argv;
  const shapes = GROWTH_SHAPES.filter(({ name }) => name.includes(wanted));
  const columns = (name: string, ...others: readonly string[]) =>
    `${name.padEnd(58)}${others.map((one) => one.padStart(9)).join('')}`;
  console.log(columns('', 'n', 'n, ms', '2n, ms', '4n, ms', 'size, kB', 'exponent'));
  let missed = 0;
  for (const shape of shapes) {
    const row = await measure(shape);
    const { times, sizes } = row;
    const isAbove = isMissed(row);
    if (isAbove) missed += 1;
    console.log(
      columns(
        shape.name,
        String(shape.count),
        ...times.map((time) => time.toFixed(0)),
        (sizes[2] / 1000).toFixed(0),
        exponentOf(row).toFixed(2),
      ) + (isAbove ? ` above ${MOST_EXPONENT}` : ''),
    );
  }
  hold({
    what: `of ${shapes.length} shapes grow faster than their text`,
    figure: missed,
    bound: 0,
  });
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
