/** Worlds that `npm run fate` draws, and how it takes away what a disagreement does not need. */
import { generate } from '../../tools/fate/generate';
import * as make from '../../tools/fate/objects';
import { smallest } from '../../tools/fate/smallest';
import type { Play } from '../../tools/fate/truth';
import type { Disagreement } from '../../tools/fate/verdicts';
import { Fields, filesOf, labelOf, Side, World } from '../../tools/fate/world';

test('each engine has worlds of its own', () => {
  const worlds = (['argo', 'flux', 'kubectl'] as const).map((engine) =>
    Array.from({ length: 20 }, (_, number) =>
      generate(1, number, engine)
        .old.entries.map(({ manifest }) => labelOf(manifest))
        .join(),
    ),
  );
  const [argo, flux, kubectl] = worlds.map((all) => new Set(all));
  expect([...flux].filter((one) => argo.has(one) || kubectl.has(one))).toEqual([]);
  expect([...argo].filter((one) => kubectl.has(one))).toEqual([]);
});

test('kubectl prunes only what it applies on the client side', () => {
  const worlds = Array.from({ length: 300 }, (_, number) => generate(1, number, 'kubectl'));
  const waysOf = (isPruned: boolean) =>
    new Set(
      worlds
        .filter(({ old }) => old.deployers[0].prunes === isPruned)
        .map(({ isServerSide }) => isServerSide),
    );
  expect([waysOf(true), waysOf(false)]).toEqual([new Set([false]), new Set([false, true])]);
});

test('a world is the same whichever were drawn before it', () => {
  const last = () => JSON.stringify(generate(7, 11, 'kubectl'));
  const alone = last();
  for (let number = 0; number < 40; number += 1) generate(5, number, 'flux');
  expect(last()).toBe(alone);
});

test('texts that YAML takes for booleans stay texts', () => {
  const { old, ...world } = generate(1, 0, 'argo');
  const manifest = { ...make.settings('a', 'one'), data: { isOn: 'yes', isOff: 'no' } };
  const side = { ...old, entries: [{ folder: 'apps/p', manifest }] };
  const [text] = filesOf(side, { ...world, old, isNamed: false }).values();
  expect(text).toContain('isOn: "yes"');
  expect(text).toContain('isOff: "no"');
});

describe('the smallest world of a disagreement', () => {
  const claim = {
    ...make.claim('w-a', 'web', 'w-delete'),
    metadata: {
      ...{ name: 'web', namespace: 'w-a' },
      annotations: { 'argocd.argoproj.io/sync-options': 'Prune=false' },
    },
  };
  const label = 'PersistentVolumeClaim/w-a/web';
  const others = [
    make.storageClass('w-delete', {}),
    make.settings('w-a', 'one'),
    make.settings('w-a', 'two'),
    make.deployment('w-a', 'api', [], 1),
  ];
  const side = (...manifests: readonly Fields[]): Side => ({
    entries: manifests.map((manifest) => ({ folder: 'apps/p', manifest })),
    deployers: [{ name: 'w-p', folder: 'apps/p', prunes: true, syncOptions: [], isForced: false }],
  });
  const changed = others.map((one) => ({
    ...one,
    metadata: { ...one.metadata, labels: { a: 'b' } },
  }));
  const world: World = {
    ...{ id: 'w', engine: 'argo', isNamed: false, isServerSide: true, changes: [] },
    ...{ old: side(claim, ...others), next: side(...changed) },
  };
  let most = 0;

  /** The claim is lost where the settings `two` change with it, whatever its marks say. */
  const truth = async ({ old, next }: World): Promise<readonly Play[]> => {
    most = Math.max(most, (running += 1));
    await new Promise((done) => setImmediate(done));
    running -= 1;
    const labels = ({ entries }: Side) => entries.map(({ manifest }) => labelOf(manifest));
    if (!labels(old).includes(label) || labels(next).includes(label)) return [];
    const isLost = next.entries.some(
      ({ manifest }) => manifest.metadata.name === 'two' && manifest.metadata.labels,
    );
    const fate = isLost ? 'lost' : 'kept';
    const claims = new Map([[label, { fate, before: '', after: '' } as const]]);
    return [{ orders: { old: [0], next: [0] }, old: [], next: [], claims }];
  };
  let running = 0;

  test('has nothing that it does not need, and is found by few plays at once', async () => {
    const disagreement: Disagreement = {
      sort: 'lost, said to stay',
      claim: label,
      said: 'kept',
      became: ['lost'],
    };
    const least = await smallest({ world, plays: [], disagreement }, 2, truth);
    const labelsOf = ({ entries }: Side) => entries.map(({ manifest }) => labelOf(manifest));
    expect(labelsOf(least.world.old)).toEqual([label, 'ConfigMap/w-a/two']);
    expect(labelsOf(least.world.next)).toEqual(['ConfigMap/w-a/two']);
    expect(least.disagreement).toEqual(disagreement);
    expect(most).toBe(2);
  });
});
