/** Two maps as one: what a change makes of the things on it. */
import { diffObjects, DiffOptions } from '../../src/diff';
import { changedMap, VolumeMap, volumeMap } from '../../src/map';
import { readTopology } from '../../src/topology';

const storageClass = (more: object = {}) => ({
  apiVersion: 'storage.k8s.io/v1',
  kind: 'StorageClass',
  metadata: { name: 'fast' },
  provisioner: 'disk.example.com',
  ...more,
});
const claim = (name: string, size = '1Gi') => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: { name, namespace: 'shop' },
  spec: {
    accessModes: ['ReadWriteOnce'],
    storageClassName: 'fast',
    resources: { requests: { storage: size } },
  },
});
const pod = (claimName: string) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'web', namespace: 'shop' },
  spec: {
    containers: [{ name: 'web', image: 'web:1' }],
    volumes: [{ name: 'data', persistentVolumeClaim: { claimName } }],
  },
});

const mapOf = (objects: readonly object[]) =>
  volumeMap(
    readTopology(objects.map((manifest, index) => ({ key: String(index), manifest })) as never),
  );
function changed(
  old: readonly object[],
  next: readonly object[],
  options: DiffOptions = {},
): VolumeMap {
  return changedMap(mapOf(old), mapOf(next), diffObjects(old, next, options).objects);
}
const told = ({ nodes }: VolumeMap) =>
  Object.fromEntries(nodes.map(({ id, details }) => [id, details]));

test('of two maps that are the same the map is that one', () => {
  const objects = [storageClass(), claim('data'), pod('data')];
  expect(changed(objects, objects)).toEqual(mapOf(objects));
});

test('what is new, removed, changed or refused says so', () => {
  const old = [
    storageClass({ allowVolumeExpansion: true }),
    claim('data'),
    claim('images'),
    pod('data'),
  ];
  const next = [
    storageClass({ allowVolumeExpansion: true, provisioner: 'other.example.com' }),
    claim('data', '2Gi'),
    claim('photos'),
    pod('photos'),
  ];
  const map = changed(old, next);
  expect(told(map)).toMatchObject({
    'claim/shop/data': ['2Gi', 'not mounted', 'before: 1Gi', 'changed'],
    'claim/shop/photos': ['1Gi', 'new'],
    'claim/shop/images': ['1Gi', 'not mounted', 'removed', 'data lost'],
    'workload/Pod/shop/web': ['refused'],
    'class/fast': expect.arrayContaining(['refused']),
  });
  const edges = map.edges.map(({ from, to, mounts }) => [
    from,
    to,
    mounts.filter((one) => ['new', 'removed'].includes(one)),
  ]);
  expect(edges).toEqual(
    expect.arrayContaining([
      ['workload/Pod/shop/web', 'claim/shop/photos', ['new']],
      ['workload/Pod/shop/web', 'claim/shop/data', ['removed']],
      ['claim/shop/data', 'class/fast', []],
    ]),
  );
  expect(map.groups).toEqual([
    expect.objectContaining({
      namespace: 'shop',
      nodes: expect.arrayContaining(['claim/shop/data', 'claim/shop/images', 'claim/shop/photos']),
    }),
  ]);
});

test('what an engine leaves is not marked as removed', () => {
  const guarded = {
    ...claim('data'),
    metadata: {
      name: 'data',
      namespace: 'shop',
      annotations: { 'argocd.argoproj.io/sync-options': 'Prune=false' },
    },
  };
  expect(
    told(changed([storageClass(), guarded], [storageClass()], { engine: 'argo' }))[
      'claim/shop/data'
    ],
  ).toEqual(['1Gi', 'not mounted']);
});
