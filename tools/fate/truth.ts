/** The truth: what really became of the data of each claim, read from the cluster at rest. */
import { atRest, prepare, tidyUp } from './cluster';
import { apply, Applied } from './engines';
import { Fields, labelOf, renamed, World } from './world';

/**
 * `stuck`: the claim is Terminating, with its data still there; `gone`: the volume object went
 * without its claim having been Released first, so that whether the driver deleted the data is a
 * race.
 */
export type Fate = 'lost' | 'stuck' | 'gone' | 'left behind' | 'kept';

/** What became of one claim that was bound. */
export interface Truth {
  readonly fate: Fate;
  readonly before: string;
  readonly after: string;
}

/** The orders in which deployers come, by their places. */
export interface Orders {
  readonly old: readonly number[];
  readonly next: readonly number[];
}

/** One time that a world was played. */
export interface Play {
  readonly orders: Orders;
  readonly old: readonly Applied[];
  readonly next: readonly Applied[];
  /** By the label of the claim. */
  readonly claims: ReadonlyMap<string, Truth>;
}

let plays = 0;

/** Plays a world in every order that its deployers may come in. */
export async function truthOf(world: World): Promise<readonly Play[]> {
  return Promise.all(ordersOf(world).map(async (orders) => play(world, orders)));
}

const FORTH = [0, 1];
const BACK = [1, 0];

/** What two deployers share belongs to the one that came last: all orders count then. */
function ordersOf({ old, next }: World): Orders[] {
  if (next.deployers.length === 1) return [{ old: [0], next: [0] }];
  const labels = old.entries.map(({ manifest }) => labelOf(manifest));
  const isShared = new Set(labels).size < labels.length;
  return [
    { old: FORTH, next: FORTH },
    { old: BACK, next: BACK },
    ...(isShared
      ? [
          { old: FORTH, next: BACK },
          { old: BACK, next: FORTH },
        ]
      : []),
  ];
}

async function play(given: World, orders: Orders): Promise<Play> {
  plays += 1;
  const world = renamed(given, `${given.id}p${plays}`);
  const asGiven = (text: string) => text.replaceAll(world.id, given.id);
  try {
    await prepare(world);
    const old = await apply(world, world.old, orders.old);
    const before = await atRest(world);
    const next = await apply(world, world.next, orders.next);
    const after = await atRest(world);
    const claims = new Map<string, Truth>();
    for (const claim of before) {
      if (claim.kind !== 'PersistentVolumeClaim' || claim.status.phase !== 'Bound') continue;
      if ((claim.metadata.ownerReferences ?? []).some(({ kind }: Fields) => kind === 'Pod')) {
        continue;
      }
      if (claim.metadata.deletionTimestamp) continue;
      const truth = fateOf(claim, before, after);
      if (truth) {
        claims.set(asGiven(labelOf(claim)), {
          ...truth,
          before: asGiven(truth.before),
          after: asGiven(truth.after),
        });
      }
    }
    return { orders, old, next, claims };
  } finally {
    await tidyUp(world);
  }
}

/** What became of the volume that a claim was bound to. */
function fateOf(
  claim: Fields,
  before: readonly Fields[],
  after: readonly Fields[],
): Truth | undefined {
  const isOf = ({ kind, metadata }: Fields) =>
    kind === 'PersistentVolume' && metadata.name === claim.spec.volumeName;
  const had = before.find(isOf);
  if (!had || had.metadata.deletionTimestamp) return undefined;
  const { name, namespace, uid } = claim.metadata;
  const has = after.find((one) => isOf(one) && one.metadata.uid === had.metadata.uid);
  const claimed = after.find(
    ({ kind, metadata }) =>
      kind === 'PersistentVolumeClaim' &&
      metadata.name === name &&
      metadata.namespace === namespace,
  );
  const maker = had.metadata.annotations?.['pv.kubernetes.io/provisioned-by'];
  const policy = had.spec.persistentVolumeReclaimPolicy;
  const told = {
    before: `before: ${namespace}/${name} Bound; the volume has the policy ${policy}, ${
      maker === undefined ? 'made by hand' : `made by ${maker}`
    }`,
    after: `after: the claim is ${sayClaim(claimed, uid)}; the volume is ${
      has
        ? `${has.status.phase}${has.metadata.deletionTimestamp ? ' and Terminating' : ''}`
        : 'gone'
    }`,
  };
  if (!has) return { fate: lossOf(had, after), ...told };
  if (has.metadata.deletionTimestamp && has.status.phase !== 'Bound') {
    return { fate: 'gone', ...told };
  }
  if (claimed?.metadata.uid === uid && claimed?.metadata.deletionTimestamp) {
    const { spec } = has;
    const goes = maker !== undefined && spec.persistentVolumeReclaimPolicy === 'Delete';
    return { fate: goes ? 'stuck' : 'left behind', ...told };
  }
  const isBound = has.status.phase === 'Bound' && claimed?.spec.volumeName === has.metadata.name;
  return { fate: isBound ? 'kept' : 'left behind', ...told };
}

/** Of what is gone: one that nobody but its driver deletes is lost with its data. */
function lossOf({ metadata, spec }: Fields, after: readonly Fields[]): Fate {
  const maker = metadata.annotations?.['pv.kubernetes.io/provisioned-by'];
  if (maker === undefined || spec.persistentVolumeReclaimPolicy === 'Retain') {
    const { volumeHandle } = spec.csi;
    const isNamed = after.some(
      (one) => one.kind === 'PersistentVolume' && one.spec.csi?.volumeHandle === volumeHandle,
    );
    // The policy may have been another one when the volume went.
    return maker === undefined || isNamed ? 'left behind' : 'gone';
  }
  return metadata.name.startsWith('pvc-') ? 'lost' : 'gone';
}

function sayClaim(claimed: Fields | undefined, uid: string): string {
  if (!claimed) return 'gone';
  if (claimed.metadata.uid !== uid) return `another one, ${claimed.status.phase}`;
  return `${claimed.status.phase}${claimed.metadata.deletionTimestamp ? ' and Terminating' : ''}`;
}
