/** What `diff` says of the data of each claim, and where it disagrees with what became of them. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Play } from './truth';
import { filesOf, temporary, World, write } from './world';
import { runWith } from '../../test/cli/session';

/** What is said, by object. */
export interface Said {
  readonly data: ReadonlyMap<string, string>;
  /** What is said of Applications and Kustomizations as a whole, whose objects are elsewhere. */
  readonly ofDeployers: readonly string[];
  /** What is told to happen only once something is no longer rejected. */
  readonly waiting: ReadonlySet<string>;
}

/** Sorts of disagreement, the worst first. */
export const SORTS = [
  'lost, said to stay',
  'stuck, said to stay',
  'stays, said to be lost',
  'stays, said that it may be lost',
  'left behind, said to be kept',
] as const;

export type Sort = (typeof SORTS)[number];

/** One claim of which something else is said than what became of it. */
export interface Disagreement {
  readonly sort: Sort;
  readonly claim: string;
  readonly said: string;
  readonly became: readonly string[];
}

export async function saidOf(world: World): Promise<Said> {
  const folder = temporary();
  try {
    const [old, next] = [join(folder, 'old'), join(folder, 'new')];
    write(filesOf(world.old, world), old);
    write(filesOf(world.next, world), next);
    const { stdout, stderr } = await runWith([
      'diff',
      old,
      next,
      '-o',
      'json',
      ...optionsOf(world),
    ]);
    if (stdout === '') throw new Error(stderr);
    const { objects, notes } = JSON.parse(stdout) as {
      objects: readonly { object: string; data?: string }[];
      notes: readonly { object: string; id: string }[];
    };
    return {
      data: new Map(objects.flatMap(({ object, data }) => (data ? [[object, data]] : []))),
      ofDeployers: objects.flatMap(({ object, data }) =>
        data && /^(Application|Kustomization)\//.test(object) ? [data] : [],
      ),
      waiting: new Set(notes.filter(({ id }) => id === 'prune-waits').map(({ object }) => object)),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The options that tell `diff` how a world is deployed. */
export function optionsOf({ engine, isNamed, isServerSide, next }: World): string[] {
  return [
    isServerSide ? '--server-side' : '--client-side',
    ...(isNamed ? [] : ['--engine', engine]),
    ...(isNamed || next.deployers[0].prunes ? [] : ['--no-prune']),
  ];
}

/** What is told of a world, beside what became of it each time that it was played. */
export function disagreements(said: Said, plays: readonly Play[]): Disagreement[] {
  const claims = new Set(plays.flatMap((one) => [...one.claims.keys()]));
  return [...claims].flatMap((claim) => {
    const became = plays.flatMap((one) => one.claims.get(claim)?.fate ?? []);
    const told = [said.data.get(claim) ?? 'kept', ...said.ofDeployers];
    const sort = sortOf(told[0], told, new Set(became));
    if (sort?.startsWith('stays') && said.waiting.has(claim)) return [];
    return sort ? [{ sort, claim, said: said.data.get(claim) ?? 'unsaid', became }] : [];
  });
}

function sortOf(
  own: string,
  told: readonly string[],
  became: ReadonlySet<string>,
): Sort | undefined {
  const warns = told.some((one) => one === 'lost' || one === 'may be lost');
  if (became.has('lost')) {
    if (!warns) return 'lost, said to stay';
    return undefined;
  }
  if (became.has('stuck')) return warns ? undefined : 'stuck, said to stay';
  if (became.has('gone')) return undefined;
  if (own === 'lost') return 'stays, said to be lost';
  if (own === 'may be lost') return 'stays, said that it may be lost';
  const isLeft = [...became].every((one) => one === 'left behind');
  return isLeft && own === 'kept' ? 'left behind, said to be kept' : undefined;
}
