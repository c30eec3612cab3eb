/** OLD of a world, drawn by a seed. */
import * as make from './objects';
import type { Random } from './random';
import { Deployer, Engine, Fields, Side } from './world';

/** What a world is made with. */
export interface Draft {
  readonly id: string;
  readonly engine: Engine;
  readonly isNamed: boolean;
  readonly side: Side;
}

export function drawOld(id: string, engine: Engine, random: Random): Draft {
  const count = engine === 'kubectl' ? 1 : random.pick([1, 1, 2, 2]);
  const isNamed = engine !== 'kubectl' && (count > 1 || random.chance(0.3));
  const deployers = Array.from({ length: count }, (_, index): Deployer => ({
    name: `${id}-${'pq'[index]}`,
    folder: `apps/${'pq'[index]}`,
    prunes: random.chance(0.85),
    syncOptions: engine === 'argo' && isNamed ? drawSyncOptions(random) : [],
    isForced: engine === 'flux' && isNamed && random.chance(0.15),
  }));
  const side: Side = { entries: [], deployers };
  const add = (...manifests: readonly Fields[]) => {
    const { folder } = random.pick(deployers);
    const isInBase = engine !== 'kubectl' && random.chance(0.1);
    for (const manifest of manifests) side.entries.push({ folder, manifest, isInBase });
  };
  for (const letter of ['a', 'b']) if (random.chance(0.3)) add(make.namespaceOf(`${id}-${letter}`));
  for (const policy of ['Delete', 'Retain']) {
    add(
      make.storageClass(classOf(id, policy), {
        reclaimPolicy: policy,
        volumeBindingMode: random.pick(['Immediate', 'WaitForFirstConsumer']),
        ...(random.chance(0.5) ? { allowVolumeExpansion: true } : {}),
      }),
    );
  }
  const sorts = Array.from({ length: 2 + random.below(3) }, () => random.pick(SORTS));
  sorts.forEach((sort, index) => {
    const namespace = `${id}-${random.pick(['a', 'a', 'b'])}`;
    const objects = sort({ id, namespace, name: NAMES[index], random });
    if (random.chance(0.7)) add(...objects);
    else for (const one of objects) add(one);
  });
  return { id, engine, isNamed, side };
}

const NAMES = ['web', 'db', 'api', 'mail', 'shop'];

function drawSyncOptions(random: Random): string[] {
  return [
    'PruneLast=true',
    'ApplyOutOfSyncOnly=true',
    'Replace=true',
    'PrunePropagationPolicy=background',
  ].filter(() => random.chance(0.12));
}

export function classOf(id: string, policy: string): string {
  return `${id}-${policy.toLowerCase()}`;
}

interface Place {
  readonly id: string;
  readonly namespace: string;
  readonly name: string;
  readonly random: Random;
}

function someClass({ id, random }: Place): string {
  return classOf(id, random.pick(['Delete', 'Delete', 'Delete', 'Retain']));
}

/** Groups of objects that belong together. */
const SORTS: readonly ((place: Place) => Fields[])[] = [
  (place) => {
    const { namespace, name, random } = place;
    return [
      make.claim(namespace, name, someClass(place)),
      make.deployment(namespace, name, [make.onClaim(name)], random.pick([0, 1, 1, 2])),
    ];
  },
  (place) => [drawnSet(place)],
  (place) => {
    const { namespace, name, random } = place;
    const pod = `${name}-${random.below(2)}`;
    const one = drawnSet(place);
    const { storageClassName } = one.spec.volumeClaimTemplates[0].spec;
    return [make.claim(namespace, `state-${pod}`, storageClassName), one];
  },
  (place) => {
    const { namespace, name, random } = place;
    const one = drawnSet(place);
    one.spec.persistentVolumeClaimRetentionPolicy = { whenScaled: 'Delete' };
    return [one, make.autoscaler(namespace, name, [1, 1 + random.below(4)])];
  },
  (place) => [make.claim(place.namespace, place.name, someClass(place))],
  (place) => {
    const { id, namespace, name, random } = place;
    const volumeName = `${id}-${name}`;
    const policy = random.pick(['Delete', 'Retain']);
    const isNamedByClaim = random.chance(0.7);
    return [
      make.volume(volumeName, policy, random.chance(0.6), {
        ...(isNamedByClaim && random.chance(0.5) ? {} : { claimRef: { namespace, name } }),
      }),
      make.claim(namespace, name, '', isNamedByClaim ? { volumeName } : {}),
      ...(random.chance(0.5) ? [make.deployment(namespace, name, [make.onClaim(name)], 1)] : []),
    ];
  },
  (place) => {
    const { namespace, name, random } = place;
    const one = make.job(namespace, name, [make.onClaim(name)], random.chance(0.3));
    if (random.chance(0.2)) one.spec.ttlSecondsAfterFinished = 1;
    return [make.claim(namespace, name, someClass(place)), one];
  },
  (place) => {
    const { namespace, name, random } = place;
    const one = make.cronJob(namespace, name, [make.onClaim(name)]);
    if (random.chance(0.5)) one.spec.suspend = true;
    return [make.claim(namespace, name, someClass(place)), one];
  },
  (place) => {
    const { namespace, name, random } = place;
    const scratch = make.ephemeral(someClass(place));
    return [
      random.chance(0.5)
        ? make.deployment(namespace, name, [scratch], 1)
        : make.set(namespace, name, someClass(place), 2, [scratch]),
    ];
  },
  (place) => {
    const { namespace, name } = place;
    const restored = `${name}-restored`;
    return [
      make.claim(namespace, name, someClass(place)),
      make.claim(namespace, restored, someClass(place), {
        dataSource: { kind: 'PersistentVolumeClaim', name },
      }),
      make.deployment(namespace, name, [make.onClaim(restored)], 1),
    ];
  },
  ({ namespace, name }) => [make.settings(namespace, name)],
];

function drawnSet(place: Place): Fields {
  const { namespace, name, random } = place;
  const one = make.set(namespace, name, someClass(place), 1 + random.below(3));
  if (random.chance(0.5)) one.spec.persistentVolumeClaimRetentionPolicy = drawRetention(random);
  if (random.chance(0.1)) one.spec.ordinals = { start: 1 };
  return one;
}

export function drawRetention(random: Random): Fields {
  return {
    whenDeleted: random.pick(['Delete', 'Retain']),
    whenScaled: random.pick(['Delete', 'Retain']),
  };
}
