/** The smallest world that shows a disagreement still. */
import { truthOf, Play } from './truth';
import { Disagreement, disagreements, Said, saidOf } from './verdicts';
import { Entry, labelOf, Side, World } from './world';

/** A world, what became of it, and the disagreement that it shows. */
export interface Shown {
  readonly world: World;
  readonly plays: readonly Play[];
  readonly disagreement: Disagreement;
}

/**
 * Takes away one part after the other, as long as the same is said and becomes of the claim. So
 * many worlds are played at once.
 */
export async function smallest(
  shown: Shown,
  atOnce: number,
  play: typeof truthOf = truthOf,
): Promise<Shown> {
  for (let best = shown; ;) {
    const told = await saying(lesser(best.world), shown);
    const smaller = await firstToShow(told, shown, atOnce, play);
    if (!smaller) return best;
    best = smaller;
  }
}

/** The worlds of which the same is said, which costs nothing and is looked at first. */
async function saying(
  worlds: readonly World[],
  { disagreement: { claim, said } }: Shown,
): Promise<readonly Told[]> {
  const told: Told[] = [];
  for (const world of worlds) {
    const all = await saidOf(world).catch(() => undefined);
    if (all && (all.data.get(claim) ?? 'unsaid') === said) told.push({ world, said: all });
  }
  return told;
}

interface Told {
  readonly world: World;
  readonly said: Said;
}

async function firstToShow(
  all: readonly Told[],
  shown: Shown,
  atOnce: number,
  play: typeof truthOf,
): Promise<Shown | undefined> {
  for (let start = 0; start < all.length; start += atOnce) {
    const some = all.slice(start, start + atOnce);
    const found = await Promise.all(some.map(async (one) => playedAs(one, shown, play)));
    const first = found.find((one) => one !== undefined);
    if (first) return first;
  }
  return undefined;
}

async function playedAs(
  { world, said }: Told,
  { disagreement }: Shown,
  play: typeof truthOf,
): Promise<Shown | undefined> {
  try {
    const plays = await play(world);
    const found = disagreements(said, plays).find(
      (one) => one.claim === disagreement.claim && one.sort === disagreement.sort,
    );
    return found && { world, plays, disagreement: found };
  } catch {
    return undefined;
  }
}

/** Worlds with one object less, or with one change less. */
function lesser(world: World): World[] {
  const { old, next } = world;
  const labels = new Set(
    [...old.entries, ...next.entries].map(({ manifest }) => labelOf(manifest)),
  );
  const without = (side: Side, label: string): Side => ({
    ...side,
    entries: side.entries.filter(({ manifest }) => labelOf(manifest) !== label),
  });
  const of = (side: Side, label: string): readonly Entry[] =>
    side.entries.filter(({ manifest }) => labelOf(manifest) === label);
  return [...labels].flatMap((label) => {
    const less = { ...world, old: without(old, label), next: without(next, label) };
    const [had, has] = [of(old, label), of(next, label)];
    if (JSON.stringify(had) === JSON.stringify(has)) return [less];
    return [
      less,
      { ...world, next: { ...next, entries: [...without(next, label).entries, ...had] } },
    ];
  });
}
