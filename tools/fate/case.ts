/** A disagreement as a case of test/conformance/fate, whose verdict a person still has to read. */
import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Shown } from './smallest';
import type { Orders } from './truth';
import { filesOf, World, write } from './world';

const HOW = {
  argo: "synced by Argo CD's engine",
  flux: "applied by Flux's engine",
  kubectl: 'kubectl apply',
};

export function writeCase({ world, plays, disagreement }: Shown, folder: string): void {
  write(filesOf(world.old, world), join(folder, 'old'));
  write(filesOf(world.next, world), join(folder, 'new'));
  const { claim, became } = disagreement;
  const truth = {
    id: basename(folder),
    theme: 'deployers',
    about: world.changes.join('; '),
    ...optionsOf(world),
    data: [
      {
        object: claim,
        ...truthIn(became),
        ...(became.includes('stuck') ? { stuck: true } : {}),
        because: '',
      },
    ],
    evidence: {
      observed: plays.map(({ orders, next, claims }) => ({
        run: runOf(world, orders),
        how: HOW[world.engine],
        lines: [
          ...next.flatMap(({ deployer, exit, words }) =>
            exit === 0 ? [] : [`${deployer} ended with ${exit}: ${words.slice(0, 300)}`],
          ),
          claims.get(claim)?.before ?? 'before: the claim was not bound',
          claims.get(claim)?.after ?? '',
        ].filter((line) => line !== ''),
      })),
    },
  };
  writeFileSync(join(folder, 'case.json'), `${JSON.stringify(truth, undefined, 1)}\n`);
}

/** Of several fates the worst counts, as far as nothing is lost for certain. */
function truthIn(became: Shown['disagreement']['became']): object {
  const [fate, ...others] = [...new Set(became)];
  if (others.length === 0 && fate !== 'stuck' && fate !== 'gone') return { data: fate };
  const isLost = became.some((one) => one !== 'kept' && one !== 'left behind');
  return isLost ? { data: 'may be lost' } : { data: 'left behind', alsoRight: ['kept'] };
}

/** Who comes first each time, where there are two. */
function runOf({ old, next }: World, orders: Orders): string {
  const [before, after] = [old.deployers[orders.old[0]].name, next.deployers[orders.next[0]].name];
  if (orders.next.length === 1) return 'as the files say';
  return `${after} comes first${before === after ? '' : `, and ${before} came first in OLD`}`;
}

function optionsOf({ isNamed, isServerSide, engine, next }: World): object {
  const options = {
    ...(isNamed ? {} : { engine }),
    ...(isNamed || next.deployers[0].prunes ? {} : { prune: false }),
    ...(isServerSide ? {} : { way: 'client-side' }),
  };
  return Object.keys(options).length === 0 ? {} : { options };
}
