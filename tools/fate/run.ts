/**
 * Small random worlds, applied to the cluster of KUBECONFIG by the engines themselves, beside what
 * `diff` says of the data of every claim: `npm run fate -- --seed 1 --count 20 --engine argo`.
 * GITOPS_SYNC names the program that applies as Argo CD and Flux do. `--cases FOLDER` writes each
 * disagreement as a case, `--number N` plays one world of the seed, `--smallest` takes away what a
 * disagreement does not need, `--beside N` plays so many worlds at once.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { writeCase } from './case';
import { generate } from './generate';
import { Shown, smallest } from './smallest';
import { Play, truthOf } from './truth';
import { Disagreement, disagreements, Said, saidOf, SORTS } from './verdicts';
import { Engine, World } from './world';

interface Result {
  readonly world: World;
  readonly plays: readonly Play[];
  readonly said: Said;
  readonly found: readonly Disagreement[];
}

const ENGINES: readonly string[] = ['argo', 'flux', 'kubectl'];

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string', default: '1' },
      count: { type: 'string', default: '20' },
      number: { type: 'string' },
      engine: { type: 'string', default: 'argo' },
      cases: { type: 'string' },
      smallest: { type: 'boolean', default: false },
      beside: { type: 'string', default: '6' },
    },
  });
  if (!process.env.KUBECONFIG) throw new Error('KUBECONFIG names no cluster');
  if (!ENGINES.includes(values.engine)) {
    throw new Error(`--engine ${values.engine} is unknown, must be one of: ${ENGINES.join(', ')}`);
  }
  if (values.engine !== 'kubectl' && !process.env.GITOPS_SYNC) {
    throw new Error('GITOPS_SYNC names no gitops-sync');
  }
  const engine = values.engine as Engine;
  const [seed, count, atOnce] = (['seed', 'count', 'beside'] as const).map((name) =>
    wholeNumber(name, values[name]),
  );
  const numbers =
    values.number === undefined
      ? Array.from({ length: count }, (_, index) => index)
      : [wholeNumber('number', values.number)];
  const results: Result[] = [];
  await beside(atOnce, numbers, async (number) => {
    const result = await judged(generate(seed, number, engine));
    if (result) results.push(result);
  });
  results.sort((a, b) => numberOf(a.world) - numberOf(b.world));
  const shown: Shown[] = results.flatMap(({ world, plays, found }) =>
    found.map((disagreement) => ({ world, plays, disagreement })),
  );
  shown.sort((a, b) => SORTS.indexOf(a.disagreement.sort) - SORTS.indexOf(b.disagreement.sort));
  for (const one of shown) {
    const least = values.smallest ? await smallest(one, atOnce) : one;
    console.log(tell(least));
    if (values.cases !== undefined) {
      const { claim } = one.disagreement;
      writeCase(least, join(values.cases, `${one.world.id}-${claim.split('/').at(-1)}`));
    }
  }
  console.log(tableOf(engine, results));
}

function wholeNumber(option: string, text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  throw new Error(`--${option} ${text} is not a whole number`);
}

/** Does something with each of a list, some at a time. */
async function beside<T>(
  most: number,
  list: readonly T[],
  action: (one: T) => Promise<void>,
): Promise<void> {
  const left = [...list];
  await Promise.all(
    Array.from({ length: most }, async () => {
      for (let one = left.shift(); one !== undefined; one = left.shift()) await action(one);
    }),
  );
}

async function judged(world: World): Promise<Result | undefined> {
  try {
    const said = await saidOf(world);
    const plays = await truthOf(world);
    const found = disagreements(said, plays);
    console.error(`${world.id}: ${found.map(({ sort }) => sort).join('; ') || 'agreed'}`);
    return { world, plays, said, found };
  } catch (error) {
    console.error(`${world.id} was not played: ${String(error)}`);
    return undefined;
  }
}

function numberOf({ id }: World): number {
  return Number(id.split('-')[1]);
}

function tell({ world, plays, disagreement: { sort, claim, said, became } }: Shown): string {
  return [
    `== ${sort}: ${claim}`,
    `   world ${world.id}: ${world.changes.join('; ')}`,
    `   said: ${said}; became: ${became.join(', ')}`,
    ...plays.flatMap(({ next, claims }) => [
      ...next.map(
        ({ deployer, exit, words }) =>
          `   ${deployer}: exit ${exit} ${exit === 0 ? '' : words.slice(0, 400)}`,
      ),
      `   ${claims.get(claim)?.after ?? ''}`,
    ]),
  ].join('\n');
}

/** How many claims were lost, and what was said of those; and of those that stay. */
function tableOf(engine: string, results: readonly Result[]): string {
  const counts = { lost: 0, saidToStay: 0, saidPerhaps: 0, saidLost: 0, claims: 0 };
  for (const { plays, said, found } of results) {
    for (const claim of new Set(plays.flatMap((one) => [...one.claims.keys()]))) {
      counts.claims += 1;
      if (!plays.some((one) => one.claims.get(claim)?.fate === 'lost')) continue;
      counts.lost += 1;
      if (found.some((one) => one.claim === claim)) counts.saidToStay += 1;
      else if (said.data.get(claim) === 'lost') counts.saidLost += 1;
      else counts.saidPerhaps += 1;
    }
  }
  const careful = results
    .flatMap(({ found }) => found)
    .filter(({ sort }) => sort.startsWith('stays')).length;
  return [
    `${engine}: ${results.length} pairs, ${counts.claims} claims that were bound`,
    `lost ${counts.lost}: said lost ${counts.saidLost}, may be lost ${counts.saidPerhaps}, said to stay ${counts.saidToStay}`,
    `stay, but said lost or may be lost: ${careful}`,
    ...SORTS.map(
      (sort) =>
        `${sort}: ${results.flatMap(({ found }) => found).filter((one) => one.sort === sort).length}`,
    ),
  ].join('\n');
}

void main();
