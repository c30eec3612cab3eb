/** Whose the files of a claim are: who counts, and whose group a pod gets that comes to it. */
import { groupBeside, isMadeForClaim, ownersAmong } from '../../src/ownership/owners';
import { readTopology } from '../../src/topology';
import { parseManifests } from '../support/manifests';

const POD = (name: string, context: string) => `
apiVersion: v1
kind: Pod
metadata: {name: ${name}, namespace: shop}
spec:
  securityContext: {${context}}
  containers: [{name: app, image: example, volumeMounts: [{name: data, mountPath: /data}]}]
  volumes: [{name: data, persistentVolumeClaim: {claimName: data}}]
---
`;
const CLAIM = (spec: string) => `
apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: data, namespace: shop}
spec: {${spec}}
---
`;
const topologyOf = (yaml: string) =>
  readTopology(parseManifests(yaml).map((manifest, index) => ({ key: String(index), manifest })));

describe('owners', () => {
  const consumers = topologyOf(
    POD('a', 'fsGroup: 1000') + POD('b', '') + POD('c', 'fsGroup: "5"') + POD('d', 'fsGroup: 0'),
  ).consumersOf('shop', 'data');
  const groups = (...args: Parameters<typeof ownersAmong>) =>
    ownersAmong(...args).map(({ workload: { name }, group }) => [name, group]);

  test('say by fsGroup whose the files are, if they say it', () => {
    expect(groups(consumers, () => true)).toEqual([
      ['a', 1000],
      ['b', undefined],
      ['c', undefined],
      ['d', 0],
    ]);
  });

  test('that do not count are left out', () => {
    expect(groups(consumers, ({ workload }) => workload.name === 'b')).toEqual([['b', undefined]]);
  });

  test('are given groups beyond what they say, which wins', () => {
    expect(
      groups(
        consumers,
        () => true,
        ({ name }) => (name === 'a' || name === 'b' ? 7 : undefined),
      ),
    ).toEqual([
      ['a', 7],
      ['b', 7],
      ['c', undefined],
      ['d', 0],
    ]);
  });
});

test.each([
  ['the group of those who have it', [undefined, 0, 1000], true, 0],
  ['none where they say nothing', [undefined], true, undefined],
  ['its own where the files are new', [], true, 5],
  ["none where they may be somebody's", [], false, undefined],
])('a pod that comes to a claim gets %s', (_what, given, isNew, group) => {
  const [consumer] = topologyOf(POD('a', '')).consumersOf('shop', 'data');
  expect(
    groupBeside(
      given.map((one) => ({ workload: consumer.workload, group: one })),
      isNew,
      5,
    ),
  ).toBe(group);
});

describe('the volume of a claim', () => {
  test.each([
    ['is made for it', CLAIM('storageClassName: sc'), true],
    ['is made by the default class', CLAIM('accessModes: [ReadWriteOnce]'), true],
    ['is one that is there', CLAIM('storageClassName: ""'), false],
    ['is named', CLAIM('volumeName: pv'), false],
    ['is selected', CLAIM('selector: {matchLabels: {a: b}}'), false],
    ['is a copy', CLAIM('dataSource: {kind: PersistentVolumeClaim, name: x}'), false],
    ['is filled from elsewhere', CLAIM('dataSourceRef: {kind: VolumeSnapshot, name: x}'), false],
    [
      'is reserved for it',
      CLAIM('storageClassName: sc') +
        'apiVersion: v1\nkind: PersistentVolume\nmetadata: {name: pv}\nspec: {claimRef: {name: data, namespace: shop}, nfs: {server: a, path: /}}\n',
      false,
    ],
    ['is not known', '', false],
  ])('%s', (_what, yaml, isMade) => {
    expect(isMadeForClaim(topologyOf(yaml), 'shop', 'data')).toBe(isMade);
  });
});
