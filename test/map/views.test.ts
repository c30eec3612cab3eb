import { anyMap, mapFrom, mapOf } from './support';
import { viewsOf } from '../../src/map/views';
import * as fc from '../support/fast-check';

const pod = (namespace: string, name: string, ...claims: string[]) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, namespace },
  spec: {
    volumes: claims.map((claimName, index) => ({
      name: `v${index}`,
      persistentVolumeClaim: { claimName },
    })),
  },
});
const claim = (namespace: string, name: string, storageClassName: string) => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: { name, namespace },
  spec: { storageClassName },
});
const shown = (map: ReturnType<typeof mapOf>, most: number) =>
  viewsOf(map, most).map(({ title, nodes, edges }) => [
    title,
    nodes.map(({ id }) => id).join(' '),
    edges.length,
  ]);

test('each namespace is a view with all that it leads to, and what belongs to none is the last', () => {
  const driver = { apiVersion: 'storage.k8s.io/v1', kind: 'CSIDriver', metadata: { name: 'lone' } };
  expect(
    shown(
      mapFrom([driver, pod('b', 'p', 'c'), claim('b', 'c', 'fast'), claim('a', 'd', 'fast')]),
      100,
    ),
  ).toEqual([
    ['a', 'claim/a/d class/fast', 1],
    ['b', 'workload/Pod/b/p claim/b/c class/fast', 2],
    ['cluster-scoped', 'driver/lone', 0],
  ]);
});

test('a namespace with more edges than are wanted is drawn in parts, and what hangs together stays together', () => {
  const pods = ['p', 'q', 'r'].flatMap((name) => [
    pod('a', name, `${name}1`, `${name}2`),
    claim('a', `${name}1`, ''),
    claim('a', `${name}2`, ''),
  ]);
  expect(shown(mapFrom(pods), 5)).toEqual([
    [
      'a (1 of 2)',
      'workload/Pod/a/p workload/Pod/a/q claim/a/p1 claim/a/p2 claim/a/q1 claim/a/q2',
      4,
    ],
    ['a (2 of 2)', 'workload/Pod/a/r claim/a/r1 claim/a/r2', 2],
  ]);
});

test('what hangs together and is too large is drawn in parts, each with what all of them need', () => {
  const views = viewsOf(
    mapFrom([
      claim('a', 'c', 'fast'),
      ...Array.from({ length: 20 }, (_, index) => pod('a', `p${index}`, 'c')),
    ]),
    8,
  );
  expect(views.map(({ edges }) => edges.length)).toEqual([8, 8, 5]);
  expect(views.every(({ nodes }) => nodes.some(({ id }) => id === 'claim/a/c'))).toBe(true);
});

test('what an edge leads to outside of the namespace counts', () => {
  const volume = (name: string) => ({
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name },
    spec: { storageClassName: 'fast', csi: { driver: 'x' } },
  });
  const bound = (name: string) => ({
    ...claim('a', name, 'fast'),
    spec: { storageClassName: 'fast', volumeName: name },
  });
  const views = viewsOf(
    mapFrom(['b', 'c', 'd', 'e'].flatMap((name) => [bound(name), volume(name)])),
    6,
  );
  expect(views.map(({ title, edges }) => [title, edges.length])).toEqual([
    ['a (1 of 2)', 6],
    ['a (2 of 2)', 6],
  ]);
});

test('one view has as many nodes without edges as edges are wanted', () => {
  expect(
    viewsOf(mapFrom(Array.from({ length: 25 }, (_, index) => claim('a', `c${index}`, ''))), 10).map(
      ({ nodes }) => nodes.length,
    ),
  ).toEqual([10, 10, 5]);
});

test('no objects are no views', () => {
  expect(viewsOf(mapFrom([]), 10)).toEqual([]);
});

test('every node and edge of any map is in a view; edges of a namespace are in one; views have room for what an edge leads to', () => {
  fc.assert(
    fc.property(anyMap, fc.integer({ min: 1, max: 20 }), (map, most) => {
      const views = viewsOf(map, most);
      expect(new Set(views.flatMap(({ nodes }) => nodes))).toEqual(new Set(map.nodes));
      expect(new Set(views.flatMap(({ edges }) => edges))).toEqual(new Set(map.edges));
      const local = map.edges.filter(({ from }) => /^(?:workload|claim)\//.test(from));
      expect(
        views.flatMap(({ edges }) => edges).filter((edge) => local.includes(edge)),
      ).toHaveLength(local.length);
      for (const { nodes, edges } of views) {
        const ids = nodes.map(({ id }) => id);
        expect(new Set(ids).size).toBe(ids.length);
        expect(edges.filter(({ from, to }) => !ids.includes(from) || !ids.includes(to))).toEqual(
          [],
        );
        expect(nodes).toEqual(map.nodes.filter((node) => nodes.includes(node)));
        // More than are wanted are there only where one edge leads to so many.
        if (edges.length > most) {
          expect(edges.filter((edge) => local.includes(edge)).length).toBeLessThanOrEqual(1);
        }
      }
    }),
  );
});
