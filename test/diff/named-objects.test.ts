/** What pods and custom resources name: ConfigMaps and Secrets, claims, and paths of fields. */
import { appliedPath } from '../../src/diff/apply/paths';
import { changedFields, changedPaths } from '../../src/diff/changes';
import { namedClaims } from '../../src/diff/data/consumers';
import { mountedObjects } from '../../src/diff/pods/problems';
import { isClusterScoped, workloadKinds } from '../../src/kube';
import { readManifests } from '../../src/validation';

test.each([
  'claimName',
  'existingClaim',
  'persistentVolumeClaimName',
  'pvc',
  'pvcName',
  'volumeClaimName',
])('a custom resource names a claim by %s, at any depth', (field) => {
  expect(namedClaims({ a: [{ b: { [field]: 'data' } }], [field]: 'logs' }).sort()).toEqual([
    'data',
    'logs',
  ]);
});

test.each<[string, unknown, readonly string[]]>([
  ['an object with its name', { persistentVolumeClaim: { name: 'data' } }, ['data']],
  ['a volume of a pod', { persistentVolumeClaim: { claimName: 'data' } }, ['data']],
  ['an empty name', { pvc: '' }, []],
  ['a name that is no text', { pvc: { name: 'data' } }, []],
  ['a name of something else', { name: 'data', claim: 'data' }, []],
  ['nothing', undefined, []],
])('claims that a custom resource names: %s', (_about, spec, names) => {
  expect(namedClaims(spec)).toEqual(names);
});

const SOURCES: readonly (readonly [string, (optional?: boolean) => object, string])[] = [
  ['a volume', (o) => ({ volumes: [{ configMap: { name: 'a', optional: o } }] }), 'ConfigMap/a'],
  ['a volume', (o) => ({ volumes: [{ secret: { secretName: 'a', optional: o } }] }), 'Secret/a'],
  [
    'a projected volume',
    (o) => ({ volumes: [{ projected: { sources: [{ configMap: { name: 'a', optional: o } }] } }] }),
    'ConfigMap/a',
  ],
  [
    'a projected volume',
    (o) => ({ volumes: [{ projected: { sources: [{ secret: { name: 'a', optional: o } }] } }] }),
    'Secret/a',
  ],
  ...['containers', 'initContainers'].flatMap((list) =>
    (['configMap', 'secret'] as const).flatMap((kind) => {
      const label = `${kind === 'secret' ? 'Secret' : 'ConfigMap'}/a`;
      return [
        [
          `envFrom of ${list}`,
          (optional?: boolean) => ({
            [list]: [{ envFrom: [{ [`${kind}Ref`]: { name: 'a', optional } }] }],
          }),
          label,
        ],
        [
          `env of ${list}`,
          (optional?: boolean) => ({
            [list]: [
              {
                env: [
                  {
                    name: 'A',
                    valueFrom: { [`${kind}KeyRef`]: { name: 'a', key: 'k', optional } },
                  },
                ],
              },
            ],
          }),
          label,
        ],
      ] as const;
    }),
  ),
];

test.each(SOURCES)('%s that is not optional needs its source', (_where, specOf, label) => {
  const named = (optional?: boolean) =>
    mountedObjects({ spec: specOf(optional) }).map(({ kind, name }) => `${kind}/${name}`);
  expect([named(), named(false), named(true)]).toEqual([[label], [label], []]);
});

test('a source without a name needs nothing', () => {
  expect(mountedObjects({ spec: { volumes: [{ configMap: {} }, { emptyDir: {} }] } })).toEqual([]);
});

test.each<[string, unknown, unknown, readonly string[]]>([
  ['a field', { a: 1 }, { a: 2 }, ['a']],
  ['a field that came', {}, { a: 1 }, ['a']],
  ['a field that went', { a: 1 }, {}, ['a']],
  ['a field in a field', { a: { b: 1, c: 1 } }, { a: { b: 2, c: 1 } }, ['a.b']],
  ['a key with a dot', { a: { 'b.c': 1 } }, { a: { 'b.c': 2 } }, ['a[b.c]']],
  ['a key with a slash', { a: { 'b/c': 1 } }, { a: { 'b/c': 2 } }, ['a[b/c]']],
  ['fields in the order of the alphabet', { b: 1, a: 1 }, { b: 2, a: 2 }, ['a', 'b']],
  ['an item by its name', { l: [{ name: 'x', v: 1 }] }, { l: [{ name: 'x', v: 2 }] }, ['l[x].v']],
  ['an item that came', { l: [{ name: 'x' }] }, { l: [{ name: 'x' }, { name: 'y' }] }, ['l[y]']],
  ['an item that went', { l: [{ name: 'x' }, { name: 'y' }] }, { l: [{ name: 'y' }] }, ['l[x]']],
  [
    'items in another order',
    { l: [{ name: 'x' }, { name: 'y' }] },
    { l: [{ name: 'y' }, { name: 'x' }] },
    ['l'],
  ],
  ['items without names', { l: [1] }, { l: [2] }, ['l']],
  [
    'items with the same name',
    { l: [{ name: 'x' }] },
    { l: [{ name: 'x' }, { name: 'x' }] },
    ['l'],
  ],
  ['items with empty names', { l: [{ name: '' }] }, { l: [{ name: '', v: 1 }] }, ['l']],
  ['a list that becomes empty', { l: [{ name: 'x' }] }, { l: [] }, ['l']],
  ['a list that was empty', { l: [] }, { l: [{ name: 'x' }] }, ['l']],
  ['a list in place of an object', { l: {} }, { l: [] }, ['l']],
  ['nothing', { l: [{ name: 'x' }], a: { b: 1 } }, { a: { b: 1 }, l: [{ name: 'x' }] }, []],
])('paths that differ: %s', (_about, before, after, paths) => {
  expect(changedPaths(before, after)).toEqual(paths);
});

test('what stood and what stands at a path is told with it', () => {
  expect(changedFields({ a: 1, l: [{ name: 'x' }] }, { b: 2, l: [{ name: 'y', v: 1 }] })).toEqual([
    { path: 'a', before: 1, after: undefined },
    { path: 'b', before: undefined, after: 2 },
    { path: 'l[x]', before: { name: 'x' }, after: undefined },
    { path: 'l[y]', before: undefined, after: { name: 'y', v: 1 } },
  ]);
});

const POD = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'a', annotations: { 'a.b/c': '1' } },
  spec: {
    nodeSelector: { 'a.b/c': '1' },
    containers: [
      {
        name: 'web',
        args: ['x'],
        ports: [{ containerPort: 80 }, { containerPort: 81, protocol: 'UDP' }],
      },
      { image: 'x' },
    ],
  },
};
const CUSTOM = {
  apiVersion: 'example.com/v1',
  kind: 'A',
  metadata: { name: 'a' },
  spec: { l: [{ name: 'x' }] },
};

test.each<[object, string, string]>([
  [POD, 'spec.containers[0].image', 'spec.containers[name="web"].image'],
  [POD, 'spec.containers[1].image', 'spec.containers[1].image'],
  [POD, 'spec.containers[7].image', 'spec.containers[7].image'],
  [
    POD,
    'spec.containers[0].ports[0].name',
    'spec.containers[name="web"].ports[containerPort=80,protocol="TCP"].name',
  ],
  [
    POD,
    'spec.containers[0].ports[1]',
    'spec.containers[name="web"].ports[containerPort=81,protocol="UDP"]',
  ],
  [POD, 'spec.containers[0].args[0]', 'spec.containers[name="web"].args[0]'],
  [POD, 'spec.nodeSelector.a.b/c', 'spec.nodeSelector.a.b/c'],
  [POD, 'metadata.annotations[a.b/c]', 'metadata.annotations[a.b/c]'],
  [POD, 'spec.unknown[0].name', 'spec.unknown[0].name'],
  [POD, 'spec', 'spec'],
  [POD, '', ''],
  [CUSTOM, 'spec.l[0].x', 'spec.l[0].x'],
])('a path as server-side apply writes it: %#', (manifest, path, written) => {
  const kinds = { isCluster: isClusterScoped, workloads: workloadKinds() };
  const [sent] = readManifests([manifest], 'default', kinds);
  expect(appliedPath(sent, path)).toBe(written);
});
