/** A disagreement as a case of test/conformance/fate, whose verdict a person still has to read. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Shown } from './smallest';
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
  const fates = [...new Set(became)].map((one) => (one === 'stuck' ? 'may be lost' : one));
  const truth = {
    id: world.id,
    theme: 'deployers',
    about: world.changes.join('; '),
    ...optionsOf(world),
    data: [
      {
        object: claim,
        data: fates.length === 1 ? fates[0] : 'may be lost',
        ...(became.includes('stuck') ? { stuck: true } : {}),
        because: '',
      },
    ],
    evidence: {
      observed: plays.map(({ orders, next, claims }) => ({
        run: runOf(world, orders.next),
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

function runOf({ next }: World, order: readonly number[]): string {
  return order.length > 1 ? `${next.deployers[order[0]].name} comes first` : 'as the files say';
}

function optionsOf({ isNamed, engine, next }: World): object {
  if (isNamed) return {};
  return { options: { engine, ...(next.deployers[0].prunes ? {} : { prune: false }) } };
}
