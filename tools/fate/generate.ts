/** Worlds by their seed and number. */
import { alter, mark } from './changes';
import { drawOld } from './draw';
import { Random } from './random';
import { Engine, Side, World } from './world';

/** Each engine draws worlds of its own. */
const SEEDS: { readonly [engine in Engine]: number } = { argo: 1, flux: 2, kubectl: 3 };

export function generate(seed: number, number: number, engine: Engine): World {
  const random = new Random(seed, number, SEEDS[engine]);
  const id = `w${seed}-${number}`;
  const draft = drawOld(id, engine, random);
  for (let marks = random.pick([0, 0, 1, 2]); marks > 0; marks -= 1) {
    mark(random.pick(draft.side.entries).manifest, draft, random);
  }
  const old = structuredClone(draft.side);
  const changes = alter(draft, random);
  // kubectl does not prune what it has applied by server-side apply.
  const isClientSide = engine === 'kubectl' && old.deployers.some(({ prunes }) => prunes);
  const isServerSide = engine === 'flux' || (random.chance(0.3) && !isClientSide);
  return withLabels({
    ...{ id, engine, isNamed: draft.isNamed, isServerSide },
    ...{ old, next: draft.side, changes },
  });
}

/** `kubectl apply --prune` knows its own by a label. */
function withLabels(world: World): World {
  if (world.engine !== 'kubectl') return world;
  const labelled = ({ entries, ...rest }: Side): Side => ({
    ...rest,
    entries: entries.map(({ manifest, ...entry }) => {
      const { metadata } = manifest;
      const labels = { ...metadata.labels, world: world.id };
      return { ...entry, manifest: { ...manifest, metadata: { ...metadata, labels } } };
    }),
  });
  return { ...world, old: labelled(world.old), next: labelled(world.next) };
}
