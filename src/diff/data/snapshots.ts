/**
 * Snapshots and their contents: what becomes of the snapshot in the storage when either is deleted.
 */
import { Place, placeNamed } from './places';
import { DataOutcome } from './storage';
import { driverServing } from '../../facts';
import { Fields, fieldsOf, textOf } from '../../kube';
import { at, fieldsAt } from '../../model';
import { textsOf } from '../../object';
import { Cluster, Index } from '../cluster';
import { CLAIM, CONTENTS, SNAPSHOTS, STORAGE_CLASS, VOLUME } from '../kind-keys';
import { annotationsOf, outlineOf, Stored } from '../stored';

const [SNAPSHOT, GROUP] = SNAPSHOTS;

/** The cluster before NEW is applied, and which of its objects go. */
export interface Sides {
  readonly cluster: Cluster;
  /** Whether an object certainly goes. */
  goes(stored: Stored): boolean;
}

/**
 * What becomes of a snapshot, or of that of a content, when the object is deleted; undefined if it
 * is neither.
 */
export function dataOfSnapshot(
  stored: Stored,
  sides: Sides,
  after: Cluster,
): DataOutcome | undefined {
  const { kindKey } = stored.sent;
  const kind = SNAPSHOTS.find((one) => kindKey === one);
  if (kind !== undefined) return ofSnapshot(stored, kind, sides, after);
  if (!CONTENTS.includes(kindKey)) return undefined;
  const policy = at(stored.live, 'spec.deletionPolicy');
  return policy === 'Retain' && isNamedAgain(stored, sides, after)
    ? KEPT
    : ofDeletionPolicy(policy, 'the deletionPolicy of the content', NO_OBJECT);
}

const KEPT: DataOutcome = { data: 'kept' };

/** Whether other contents that stay name the group, or all of the snapshots. */
function isNamedAgain(content: Stored, { goes }: Sides, after: Cluster): boolean {
  const isNamed = ({ root }: Place) =>
    BY_PLACE.some((index) =>
      [...after.having(index, root).members.values()].some(
        (one) => one.sent.id !== content.sent.id && !goes(one),
      ),
    );
  const { group, alone } = namesOf(content);
  return group.some(isNamed) || (alone.length > 0 && alone.every(isNamed));
}

const BY_PLACE: readonly Index[] = CONTENTS.map((kindKey) => ({
  kindKey,
  keysOf: (content) => placesOf(content).map(({ root }) => root),
}));

/** The snapshots that a content names; one of a group names the group as well. */
export function placesOf(content: Pick<Stored, 'live' | 'seen'>): Place[] {
  const { group, alone } = namesOf(content);
  return [...alone, ...group];
}

function namesOf({ live, seen }: Pick<Stored, 'live' | 'seen'>) {
  const { driver, source } = fieldsOf(live.spec);
  const { snapshotHandle, groupSnapshotHandles } = fieldsOf(source);
  const { volumeGroupSnapshotHandle, volumeSnapshotHandles } = fieldsOf(groupSnapshotHandles);
  const made = fieldsOf(seen?.status);
  const placed = (what: string, handles: readonly string[]) =>
    handles.filter((one) => one !== '').map((one) => placeNamed(what, driver, one));
  return {
    alone: placed('snapshot', [
      textOf(snapshotHandle) || textOf(made.snapshotHandle),
      ...textsOf(volumeSnapshotHandles),
    ]),
    group: placed('group of snapshots', [
      textOf(volumeGroupSnapshotHandle) || textOf(made.volumeGroupSnapshotHandle),
    ]),
  };
}

/**
 * A snapshot goes by the policy of its content, which is that of its class unless the content is in
 * the files.
 */
function ofSnapshot(
  { sent, live }: Stored,
  kind: string,
  { cluster, goes }: Sides,
  after: Cluster,
): DataOutcome {
  const { volumeSnapshotContentName, volumeGroupSnapshotContentName } = fieldsAt(
    live,
    'spec.source',
  );
  const name = volumeSnapshotContentName ?? volumeGroupSnapshotContentName;
  const content =
    typeof name === 'string'
      ? after.find(`${kind}Content`, undefined, name)
      : contentFor(sent, `${kind}Content`, after);
  if (content) {
    const policy = at(content.live, 'spec.deletionPolicy');
    if (policy === 'Retain' && isNamedAgain(content, { cluster, goes }, after)) return KEPT;
    return ofDeletionPolicy(
      policy,
      `the deletionPolicy of ${content.sent.label}`,
      goes(content) ? NO_OBJECT : undefined,
    );
  }
  if (typeof name === 'string') {
    return ofDeletionPolicy(undefined, `the deletionPolicy of the content ${JSON.stringify(name)}`);
  }
  const field = kind === SNAPSHOT ? 'volumeSnapshotClassName' : 'volumeGroupSnapshotClassName';
  const className = fieldsOf(live.spec)[field];
  if (typeof className === 'string') {
    return ofDeletionPolicy(
      cluster.find(`${kind}Class`, undefined, className)?.live.deletionPolicy,
      `the deletionPolicy of the class ${JSON.stringify(className)}`,
    );
  }
  // Each driver has a default class of its own.
  const driver = driverOfSource(sent.namespace, live, cluster);
  const policies = new Set(
    [...cluster.ofKind(`${kind}Class`)]
      .filter((one) => annotationsOf(one)[DEFAULT_SNAPSHOT_CLASS] === 'true')
      .filter((one) => driver === undefined || one.live.driver === driver)
      .map((one) => one.live.deletionPolicy),
  );
  return ofDeletionPolicy(
    policies.size === 1 ? [...policies][0] : undefined,
    'the deletionPolicy of the default class',
  );
}

const DEFAULT_SNAPSHOT_CLASS = 'snapshot.storage.kubernetes.io/is-default-class';

/** The driver of the claim that a snapshot was made of, if the files show it. */
function driverOfSource(
  namespace: string | undefined,
  snapshot: Fields,
  cluster: Cluster,
): string | undefined {
  const name = textOf(at(snapshot, 'spec.source.persistentVolumeClaimName'));
  const spec = fieldsOf(cluster.find(CLAIM, namespace, name)?.live.spec);
  const volume = cluster.find(VOLUME, undefined, textOf(spec.volumeName));
  const driver = textOf(volume && at(volume.live, 'spec.csi.driver'));
  if (volume) return driver === '' ? undefined : driver;
  const found = cluster.find(STORAGE_CLASS, undefined, textOf(spec.storageClassName));
  return driverServing(textOf(found?.live.provisioner));
}

function contentFor(
  { namespace, name }: Stored['sent'],
  kind: string,
  cluster: Cluster,
): Stored | undefined {
  return cluster
    .having(CONTENT_INDEXES[kind], JSON.stringify([namespace ?? '', name]))
    .members.values()
    .next().value;
}

const CONTENT_INDEXES: { readonly [kind: string]: Index } = Object.fromEntries(
  [
    [`${SNAPSHOT}Content`, 'spec.volumeSnapshotRef'],
    [`${GROUP}Content`, 'spec.volumeGroupSnapshotRef'],
  ].map(([kindKey, path]): [string, Index] => [
    kindKey,
    {
      kindKey,
      keysOf: ({ live }) => {
        const { namespace, name } = fieldsAt(live, path);
        return [JSON.stringify([namespace ?? '', name])];
      },
    },
  ]),
);

/** What refers to a snapshot in the storage whose content goes. */
const NO_OBJECT = 'no object';

function ofDeletionPolicy(
  policy: unknown,
  where: string,
  // The content of a snapshot that is deleted stays as well.
  referring = 'only its content',
): DataOutcome {
  if (policy === 'Delete') {
    return {
      data: 'lost',
      because: 'the snapshot in the storage is deleted with it (deletionPolicy Delete)',
    };
  }
  if (policy === 'Retain') {
    return {
      data: 'left behind',
      because: `the snapshot stays in the storage, and ${referring} refers to it (deletionPolicy Retain)`,
    };
  }
  return {
    data: 'may be lost',
    because: 'the snapshot in the storage may be deleted with it',
    dependsOn: [where],
  };
}

/** The snapshot that a content is bound to: while it is there, the content stays. */
export function snapshotOf(content: Stored, cluster: Cluster): Stored | undefined {
  const { kindKey } = content.sent;
  if (CONTENT_INDEXES[kindKey] === undefined) return undefined;
  const { namespace, name } = fieldsAt(
    outlineOf(content),
    kindKey.startsWith(GROUP) ? 'spec.volumeGroupSnapshotRef' : 'spec.volumeSnapshotRef',
  );
  return typeof namespace === 'string' && typeof name === 'string'
    ? cluster.find(kindKey.slice(0, -'Content'.length), namespace, name)
    : undefined;
}
