/** The smallest world that shows a disagreement still. */
import { truthOf, Play } from './truth';
import { Disagreement, disagreements, saidOf } from './verdicts';
import { Entry, labelOf, Side, World } from './world';

/** A world, what became of it, and the disagreement that it shows. */
export interface Shown {
  readonly world: World;
  readonly plays: readonly Play[];
  readonly disagreement: Disagreement;
}

/** Takes away one part after the other, as long as the same is said and becomes of the claim. */
export async function smallest(shown: Shown): Promise<Shown> {
  let best = shown;
  for (;;) {
    const smaller = (
      await Promise.all(lesser(best.world).map(async (one) => shows(one, shown)))
    ).filter((one) => one !== undefined);
    if (smaller.length === 0) return best;
    best = smaller[0];
  }
}

async function shows(world: World, { disagreement }: Shown): Promise<Shown | undefined> {
  const isSame = (one: Disagreement) =>
    one.claim === disagreement.claim && one.sort === disagreement.sort;
  // What is said costs nothing, so that it is looked at first.
  const said = await saidOf(world).catch(() => undefined);
  if (said === undefined || (said.data.get(disagreement.claim) ?? 'unsaid') !== disagreement.said) {
    return undefined;
  }
  try {
    const plays = await truthOf(world);
    const found = disagreements(said, plays).find(isSame);
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
