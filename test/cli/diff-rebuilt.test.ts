/** Objects whose files stay, and of which kustomize makes others: the files as users have them. */
import { join } from 'node:path';
import { folderWith, removeFolders, runWith } from './session';

afterEach(removeFolders);

const SHOP = `apiVersion: storage.k8s.io/v1
kind: StorageClass
metadata: { name: fast }
provisioner: disks.example.com
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata: { name: data, namespace: shop }
spec:
  accessModes: [ReadWriteOnce]
  storageClassName: fast
  resources: { requests: { storage: 1Gi } }
`;
const NAMESPACE = 'apiVersion: v1\nkind: Namespace\nmetadata: { name: shop }\n';
const LIST = 'resources: [shop.yaml]\n';
const RENAMED = 'whether kustomize still makes it under this name: namePrefix or nameSuffix change';
const TAKEN = 'whether kustomize still makes it: a patch of NEW takes away or renames objects';
const strategic = (kind: string) =>
  `{ apiVersion: v1, kind: ${kind}, metadata: { name: data, namespace: shop }, $patch: delete }`;
const deleting = (kind: string) => `patches: [{ patch: '${strategic(kind)}' }]\n`;
const renaming = (target: string) =>
  `patches: [{ ${target}patch: '[{ op: replace, path: /metadata/name, value: other }]' }]\n`;

type Files = { readonly [name: string]: string };

/** What is told of the first object of a kind. */
async function toldOf(kind: string, old: Files, next: Files) {
  const within = (side: string, files: Files) =>
    Object.entries(files).map(([name, text]) => [`${side}/${name}`, text]);
  const place = folderWith(Object.fromEntries([...within('old', old), ...within('new', next)]));
  const sides = ['old', 'new'].map((side) => join(place, side));
  const { stdout } = await runWith(['diff', ...sides, '--engine', 'flux', '-o', 'json']);
  const { objects } = JSON.parse(stdout) as {
    objects: readonly { object: string; data?: string; dependsOn?: readonly string[] }[];
  };
  const { data, dependsOn } = objects.find(({ object }) => object.startsWith(`${kind}/`)) ?? {};
  return [data, ...(dependsOn ?? [])];
}

const built = (kustomization: string): Files => ({
  'shop.yaml': SHOP,
  'kustomization.yaml': LIST + kustomization,
});

test.each<[string, Files, Files, readonly string[]]>([
  ['gets a prefix', built(''), built('namePrefix: a-\n'), ['may be lost', RENAMED]],
  ['gets a suffix', built(''), built('nameSuffix: -a\n'), ['may be lost', RENAMED]],
  [
    'gets another prefix',
    built('namePrefix: a-\n'),
    built('namePrefix: b-\n'),
    ['may be lost', RENAMED],
  ],
  ['loses its prefix', built('namePrefix: a-\n'), built(''), ['may be lost', RENAMED]],
  [
    'is listed by a first kustomization, with a prefix',
    { 'shop.yaml': SHOP },
    built('namePrefix: a-\n'),
    ['may be lost', RENAMED],
  ],
  ['has the same prefix', built('namePrefix: a-\n'), built('namePrefix: a-\n'), ['kept']],
  ['has a prefix that is empty', built(''), built("namePrefix: ''\n"), ['kept']],
  [
    'has its prefix from another folder',
    built('namePrefix: a-\n'),
    { ...built(''), 'over/kustomization.yaml': 'resources: [..]\nnamePrefix: a-\n' },
    ['kept'],
  ],
  [
    'is in one more folder, with a prefix of that',
    { ...built(''), 'one/kustomization.yaml': 'resources: [..]\nnamePrefix: a-\n' },
    {
      ...built(''),
      'one/kustomization.yaml': 'resources: [..]\nnamePrefix: a-\n',
      'two/kustomization.yaml': 'resources: [..]\nnamePrefix: b-\n',
    },
    ['kept'],
  ],
  [
    'is taken away by a patch',
    built(''),
    built(deleting('PersistentVolumeClaim')),
    ['may be lost', TAKEN],
  ],
  ['is of another kind than the patch', built(''), built(deleting('Secret')), ['kept']],
  [
    'is taken away by a patch in a file',
    built(''),
    {
      ...built('patches: [{ path: patch.yaml }]\n'),
      'patch.yaml': strategic('PersistentVolumeClaim'),
    },
    ['may be lost', TAKEN],
  ],
  ['is renamed by a patch', built(''), built(renaming('')), ['may be lost', TAKEN]],
  [
    'is not what a patch renames',
    built(''),
    built(renaming('target: { kind: Secret }, ')),
    ['kept'],
  ],
  [
    'may be what a pattern of kinds means',
    built(''),
    built(renaming('target: { kind: Persistent.* }, ')),
    ['may be lost', TAKEN],
  ],
  [
    'is not of the kind that a patch of a volume names',
    built(''),
    built(renaming('target: { kind: PersistentVolume }, ')),
    ['kept'],
  ],
  [
    'is taken away by a patch in an older field',
    built(''),
    built(`patchesStrategicMerge: ['${strategic('PersistentVolumeClaim')}']\n`),
    ['may be lost', TAKEN],
  ],
  [
    'is renamed by a patch in an older field',
    built(''),
    built(renaming('').replace('patches:', 'patchesJson6902:')),
    ['may be lost', TAKEN],
  ],
  [
    'was taken away before',
    built(deleting('PersistentVolumeClaim')),
    built(deleting('PersistentVolumeClaim')),
    ['kept'],
  ],
])('a claim %s', async (_about, old, next, told) => {
  expect(await toldOf('PersistentVolumeClaim', old, next)).toEqual(told);
});

test('a claim stays under its old name where its engine does not prune it', async () => {
  const files = (mark: string, kustomization: string) => ({
    ...built(kustomization),
    'shop.yaml': SHOP.replace(
      'namespace: shop }',
      `namespace: shop, annotations: { ${mark}: disabled } }`,
    ),
  });
  const told = async (mark: string) =>
    toldOf('PersistentVolumeClaim', files(mark, ''), files(mark, 'namePrefix: a-\n'));
  expect([
    await told('kustomize.toolkit.fluxcd.io/prune'),
    await told('example.com/prune'),
  ]).toEqual([['kept'], ['may be lost', RENAMED]]);
});

test('a namespace keeps its name, whatever the prefix is', async () => {
  const files = (kustomization: string) => ({
    'shop.yaml': NAMESPACE,
    'kustomization.yaml': LIST + kustomization,
  });
  expect(await toldOf('Namespace', files(''), files('namePrefix: a-\n'))).toEqual([undefined]);
});
