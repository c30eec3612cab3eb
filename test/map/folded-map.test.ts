/** Maps folded: what is alike is one node, and nothing that tells objects apart is lost. */
import { anyMap, linesOf, mapFrom } from './support';
import { foldedMap, MapNode } from '../../src/map';
import * as fc from '../support/fast-check';

const pod = (name: string, claimName: string, mount: object = { mountPath: '/data' }) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, namespace: 'shop' },
  spec: {
    containers: [{ name: 'a', volumeMounts: [{ name: 'v', ...mount }] }],
    volumes: [{ name: 'v', persistentVolumeClaim: { claimName } }],
  },
});
const claim = (name: string, more: object = {}) => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: { name, namespace: 'shop' },
  spec: { accessModes: ['ReadWriteMany'], storageClassName: 'fast', ...more },
});
const volume = (name: string, size: string, claimName?: string) => ({
  apiVersion: 'v1',
  kind: 'PersistentVolume',
  metadata: { name },
  spec: {
    storageClassName: 'fast',
    capacity: { storage: size },
    ...(claimName === undefined ? {} : { claimRef: { namespace: 'shop', name: claimName } }),
  },
});
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
const folded = (manifests: readonly object[]) => foldedMap(mapFrom(manifests));
const membersOf = (nodes: readonly MapNode[]) =>
  nodes.flatMap(({ id, members }) => (members ? [[id, members.map(({ name }) => name)]] : []));

test('six workloads that mount one claim alike are one node, and five are five', () => {
  const pods = (count: number) => [
    claim('c'),
    ...numbers(count).map((index) => pod(`p${index}`, 'c')),
  ];
  expect(membersOf(folded(pods(6)).nodes)).toEqual([
    ['workload/Pod/shop/p0', ['p0', 'p1', 'p2', 'p3', 'p4', 'p5']],
  ]);
  expect(folded(pods(5))).toEqual(mapFrom(pods(5)));
});

test('the edge of a fold has all mounts, in brief', () => {
  const map = folded([
    claim('c'),
    ...numbers(7).map((index) => pod(`p${index}`, 'c', { mountPath: '/d', subPath: `s-${index}` })),
  ]);
  expect(map.edges[0]).toEqual({
    from: 'workload/Pod/shop/p0',
    to: 'claim/shop/c',
    accessModes: ['RWX'],
    mounts: ['/d (sub path s-0…6)'],
  });
});

test('who only reads is not folded with who writes', () => {
  const map = folded([
    claim('c'),
    ...numbers(6).map((index) => pod(`w${index}`, 'c')),
    ...numbers(6).map((index) => pod(`r${index}`, 'c', { mountPath: '/data', readOnly: true })),
  ]);
  expect(membersOf(map.nodes).map(([id]) => id)).toEqual([
    'workload/Pod/shop/r0',
    'workload/Pod/shop/w0',
  ]);
});

test('workloads with claims of their own stay apart, so that all see who has which', () => {
  const objects = numbers(8).flatMap((index) => [
    claim(`c${index}`),
    pod(`p${index}`, `c${index}`),
  ]);
  expect(folded(objects)).toEqual(mapFrom(objects));
});

test('claims are folded with the volumes that are theirs alone', () => {
  const map = folded(
    numbers(6).flatMap((index) => [claim(`c${index}`), volume(`v${index}`, '1Gi', `c${index}`)]),
  );
  expect(linesOf(map).filter((line) => !line.startsWith('class'))).toEqual([
    'claim/shop/c0: PersistentVolumeClaim, not mounted',
    'volume/v0: PersistentVolume, 1Gi',
    'claim/shop/c0 -> volume/v0',
    'volume/v0 -> class/fast',
  ]);
});

test('claims whose volumes differ stay apart', () => {
  const objects = numbers(6).flatMap((index) => [
    claim(`c${index}`),
    volume(`v${index}`, `${index + 1}Gi`, `c${index}`),
  ]);
  expect(folded(objects)).toEqual(mapFrom(objects));
});

test('volumes of nobody are folded', () => {
  expect(
    membersOf(folded(numbers(6).map((index) => volume(`v${index}`, '1Gi'))).nodes),
  ).toHaveLength(1);
});

test('an object that is declared twice is one node that says so, with what both declare', () => {
  const size = (storage: string) => ({ resources: { requests: { storage } } });
  const map = folded([pod('p', 'c'), claim('c', size('1Gi')), claim('c', size('2Gi'))]);
  expect(linesOf(map)).toEqual([
    'workload/Pod/shop/p: Pod',
    'claim/shop/c: PersistentVolumeClaim, 1Gi, 2Gi, declared 2 times',
    'class/fast: StorageClass, absent',
    'workload/Pod/shop/p -> claim/shop/c RWX /data',
    'claim/shop/c -> class/fast',
  ]);
  expect(map.groups.map(({ nodes }) => nodes)).toEqual([['workload/Pod/shop/p', 'claim/shop/c']]);
});

test('objects whose names the server makes are not one object', () => {
  const made = { ...pod('', 'c'), metadata: { generateName: 'p-', namespace: 'shop' } };
  expect(folded([made, made]).nodes.filter(({ kind }) => kind === 'workload')).toHaveLength(2);
});

test('of any map, all nodes are there once, all edges lead to the same, and findings are kept', () => {
  fc.assert(
    fc.property(anyMap, (map) => {
      const { nodes, edges, groups } = foldedMap(map);
      const ids = new Set(nodes.map(({ id }) => id));
      expect(ids.size).toBe(nodes.length);
      expect(edges.every(({ from, to }) => ids.has(from) && ids.has(to))).toBe(true);
      expect(new Set(edges.map(({ from, to }) => JSON.stringify([from, to]))).size).toBe(
        edges.length,
      );
      expect(groups.flatMap((group) => group.nodes).every((id) => ids.has(id))).toBe(true);
      const count = (all: readonly MapNode[]) => all.flatMap(({ findings }) => findings).length;
      expect(count(nodes)).toBe(count(map.nodes));
      expect(foldedMap(map)).toEqual({ nodes, edges, groups });
    }),
  );
});
