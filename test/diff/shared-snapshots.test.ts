/** Snapshots that two contents name: which of them is deleted with either. */
import { diffObjects } from '../../src/diff';
import { bare, live, readOutOf } from '../support/read-outs';

type Fields = Record<string, unknown>;

const API = 'snapshot.storage.k8s.io/v1';
const DRIVER = 'ebs.csi.aws.com';
const content = (name: string, deletionPolicy: string, source: Fields, driver = DRIVER) => ({
  apiVersion: API,
  kind: 'VolumeSnapshotContent',
  metadata: { name },
  spec: { deletionPolicy, driver, source, volumeSnapshotRef: { namespace: 'shop', name } },
});
const snapshot = (name: string) => ({
  apiVersion: API,
  kind: 'VolumeSnapshot',
  metadata: { name, namespace: 'shop' },
  spec: { source: { volumeSnapshotContentName: name } },
});
const group = (name: string, deletionPolicy: string, groupSnapshotHandles: Fields) => ({
  ...content(name, deletionPolicy, {}),
  apiVersion: 'groupsnapshot.storage.k8s.io/v1beta1',
  kind: 'VolumeGroupSnapshotContent',
  spec: {
    deletionPolicy,
    driver: DRIVER,
    source: { groupSnapshotHandles },
    volumeGroupSnapshotRef: { namespace: 'shop', name },
  },
});
const ONE = { snapshotHandle: 'snap-1' };
const TWO = { snapshotHandle: 'snap-2' };
const GROUP = { volumeGroupSnapshotHandle: 'group-1', volumeSnapshotHandles: ['snap-1'] };

/** What is told of the data of each object. */
const dataOf = (old: readonly object[], next: readonly object[]) =>
  Object.fromEntries(
    diffObjects(old, next, { engine: 'flux' }).objects.flatMap(({ object, data }) =>
      data === undefined ? [] : [[object.split('/').at(-1), data]],
    ),
  );

test.each<[string, object, object, Fields]>([
  ['the same', content('a', 'Delete', ONE), content('b', 'Retain', ONE), { a: 'lost', b: 'lost' }],
  ['another', content('a', 'Delete', ONE), content('b', 'Retain', TWO), { a: 'lost' }],
  [
    'that of another driver',
    content('a', 'Delete', ONE),
    content('b', 'Retain', ONE, 'pd.csi.storage.gke.io'),
    { a: 'lost' },
  ],
  [
    'the same, which stays',
    content('a', 'Retain', ONE),
    content('b', 'Delete', ONE),
    { a: 'kept' },
  ],
  [
    'one of its group',
    group('a', 'Delete', GROUP),
    content('b', 'Retain', ONE),
    { a: 'lost', b: 'lost' },
  ],
  ['all of its group', group('a', 'Retain', GROUP), content('b', 'Retain', ONE), { a: 'kept' }],
  [
    'one of the two of its group',
    group('a', 'Retain', { ...GROUP, volumeSnapshotHandles: ['snap-1', 'snap-2'] }),
    content('b', 'Retain', ONE),
    { a: 'left behind' },
  ],
  [
    'its group and none of the snapshots in it',
    group('a', 'Retain', GROUP),
    group('b', 'Retain', { ...GROUP, volumeSnapshotHandles: [] }),
    { a: 'kept' },
  ],
  [
    'the same group',
    group('a', 'Delete', GROUP),
    group('b', 'Retain', { ...GROUP, volumeSnapshotHandles: [] }),
    { a: 'lost', b: 'lost' },
  ],
])('a content goes, and one that stays names %s', (_about, gone, stays, told) => {
  expect(dataOf([gone, stays], [stays])).toEqual(told);
});

test('a content under another name has lost the snapshot that it names', () => {
  const { objects } = diffObjects([content('a', 'Delete', ONE)], [content('b', 'Retain', ONE)]);
  expect(objects[0]).toMatchObject({
    object: 'VolumeSnapshotContent/b',
    data: 'lost',
    because:
      'VolumeSnapshotContent/a names the same snapshot: the snapshot in the storage is deleted with it (deletionPolicy Delete)',
    remedy:
      'keep VolumeSnapshotContent/a in the files; or set deletionPolicy: Retain on it in the cluster before this is merged',
  });
});

test('a snapshot has lost what its content names', () => {
  const stays = [content('b', 'Retain', ONE), snapshot('b')];
  const { objects } = diffObjects([content('a', 'Delete', ONE), ...stays], stays);
  expect(objects.find(({ object }) => object === 'VolumeSnapshot/shop/b')?.data).toBe('lost');
});

test('a snapshot whose content gets another name stays', () => {
  const [a, b] = ['a', 'b'].map((name) => [content(name, 'Retain', ONE), snapshot(name)]);
  expect(dataOf(a, b)).toEqual({ a: 'kept' });
  expect(dataOf(a, [])).toEqual({ a: 'left behind' });
});

test('a content names the snapshot that was made for it', () => {
  const made = (name: string, deletionPolicy: string) =>
    live(API, 'VolumeSnapshotContent', name, {
      spec: {
        deletionPolicy,
        driver: DRIVER,
        source: { volumeHandle: 'vol-1' },
        volumeSnapshotRef: { namespace: 'shop', name },
      },
      status: { snapshotHandle: 'snap-1' },
    });
  const next = [content('b', 'Retain', ONE)];
  const cluster = readOutOf([...bare('shop'), made('a', 'Delete'), ...next]);
  const { objects } = diffObjects([content('a', 'Delete', { volumeHandle: 'vol-1' })], next, {
    cluster,
  });
  expect(objects.find(({ object }) => object.endsWith('/b'))?.data).toBe('lost');
});
