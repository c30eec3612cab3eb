/** `cdk8s-volumes map` as its users run it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { flat } from './flat';
import { folderWith, removeFolders, runWith, volume } from './session';

afterEach(removeFolders);

const POD = `apiVersion: v1
kind: Pod
metadata: { name: web, namespace: shop }
spec:
  containers: [{ name: web, image: "nginx:1.27", volumeMounts: [{ name: data, mountPath: /data }] }]
  volumes: [{ name: data, persistentVolumeClaim: { claimName: data } }]
`;
const CLAIM = `apiVersion: v1
kind: PersistentVolumeClaim
metadata: { name: data, namespace: shop }
spec: { accessModes: [ReadWriteOnce], storageClassName: fast, resources: { requests: { storage: 1Gi } } }
`;
const WRONG = CLAIM.replace('ReadWriteOnce', 'ReadWriteOnly');

test('a map is printed as Mermaid, if nothing else is asked for', async () => {
  const { status, stdout, stderr } = await runWith(['map', '-'], { stdin: `${POD}---\n${CLAIM}` });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout.split('\n').slice(0, 4)).toEqual([
    'flowchart LR',
    '  accTitle: Volume map',
    '  subgraph ns_shop["shop"]',
    '    workload_shop_web["Pod<br>web"]',
  ]);
  expect(stdout).toContain('  workload_shop_web -->|"RWO /data"| claim_shop_data\n');
});

test('on a terminal a map is printed as a tree, in colour and within its width', async () => {
  const input = { stdin: `${POD}---\n${CLAIM}`, stdoutIsTerminal: true, width: 60 };
  const { status, stdout, stderr } = await runWith(['map', '-'], input);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toContain('PersistentVolumeClaim \x1b[1mdata\x1b[0m');
  expect((await runWith(['map', '-', '--color', 'never'], input)).stdout).toBe(
    `shop (1 workload, 1 claim)
└─ PersistentVolumeClaim data, RWO, 1Gi → StorageClass fast
   ← Pod web  /data

cluster-scoped
└─ StorageClass fast, not in the input, 1 claim

1 workload, 1 claim, 0 persistent volumes, 1 storage class, 0 drivers in 1 namespace; 0 errors and 0 warnings.
`,
  );
});

test('a file is written as Mermaid and without colours, also from a terminal', async () => {
  const file = join(folderWith({}), 'map.mmd');
  await runWith(['map', '-', '--out-file', file], { stdin: POD, stdoutIsTerminal: true });
  expect(readFileSync(file, 'utf8')).toMatch(/^flowchart LR\n/);
  await runWith(['map', '-', '-o', 'text', '--out-file', file], {
    stdin: POD,
    stdoutIsTerminal: true,
  });
  expect(readFileSync(file, 'utf8')).toMatch(/^shop \(1 workload, 1 claim\)\n/);
});

test('many workloads that are alike are one box; with --expand, and in JSON, each is one', async () => {
  const stdin = Array.from({ length: 6 }, (_, index) =>
    POD.replace('name: web,', `name: web-${index},`),
  ).join('---\n');
  const boxes = async (...args: string[]) =>
    (await runWith(['map', '-', ...args], { stdin })).stdout.match(/web-\d/g)?.length;
  expect((await runWith(['map', '-'], { stdin })).stdout).toContain('"6 × Pod<br>web-0…5"');
  expect((await runWith(['map', '-', '--expand'], { stdin })).stdout).toContain('"Pod<br>web-5"');
  expect(await boxes('-o', 'json')).toBe(await boxes('-o', 'json', '--expand'));
});

test.each([
  ['text', /^shop \(1 workload, 1 claim\)\n└─ /],
  ['svg', /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/],
  ['html', /^<!DOCTYPE html>/],
  ['json', /^\{\n {2}"nodes": \[/],
])('a map is printed as %s', async (format, start) => {
  expect((await runWith(['map', '-', '-o', format], { stdin: POD })).stdout).toMatch(start);
});

test('what check finds is on the map, with its place, and the map is drawn all the same', async () => {
  const folder = folderWith({ 'a.yaml': `${POD}---\n${WRONG}` });
  const { status, stdout, stderr } = await runWith(['map', folder, '-o', 'json']);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const claim = JSON.parse(stdout).nodes.find(({ id }: { id: string }) => id === 'claim/shop/data');
  expect(claim.findings).toEqual([
    expect.objectContaining({
      rule: 'storage/access-mode',
      severity: 'error',
      file: join(folder, 'a.yaml'),
      line: 11,
    }),
  ]);
  expect(claim.findings[0]).not.toHaveProperty('construct');
});

test('custom resources are drawn as the objects that they stand for, items of lists as themselves', async () => {
  const list = JSON.stringify({
    apiVersion: 'v1',
    kind: 'List',
    items: [
      { apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: { name: 'one' }, spec: {} },
    ],
  });
  const folder = folderWith({ 'list.json': list, 'shared.yaml': volume('wiki') });
  const { nodes } = JSON.parse((await runWith(['map', folder, '-o', 'json', '-n', 'team'])).stdout);
  expect(nodes.map(({ id }: { id: string }) => id)).toEqual(
    expect.arrayContaining(['claim/team/one', 'claim/team/pvc-wiki', 'volume/pv-team-wiki']),
  );
});

test('a map is written to a file, and is no input of the next run', async () => {
  const folder = folderWith({ 'a.yaml': POD });
  const file = join(folder, 'map.json');
  const run = () => runWith(['map', folder, '-o', 'json', '--out-file', file]);
  expect(await run()).toEqual({ status: 0, stdout: '', stderr: `wrote ${file}\n` });
  const first = readFileSync(file, 'utf8');
  await run();
  expect(readFileSync(file, 'utf8')).toBe(first);
  expect(
    (await runWith(['map', join(folder, 'a.yaml'), '-o', 'json', '--out-file', '-'])).stdout,
  ).toBe(first);
});

test('files are left out, and what holds no objects is passed over with a line', async () => {
  const folder = folderWith({ 'a.yaml': POD, 'b.yaml': CLAIM, 'values.yaml': 'replicas: 1\n' });
  const { status, stdout, stderr } = await runWith([
    'map',
    folder,
    '-o',
    'json',
    '--exclude',
    'b.yaml',
  ]);
  expect({ status, stderr }).toEqual({
    status: 0,
    stderr: `${join(folder, 'values.yaml')} is skipped: it has no Kubernetes object\n`,
  });
  expect(
    JSON.parse(stdout).nodes.map(({ id, isDeclared }: { id: string; isDeclared: boolean }) => [
      id,
      isDeclared,
    ]),
  ).toEqual([
    ['workload/Pod/shop/web', true],
    ['claim/shop/data', false],
  ]);
});

test('documents that cannot be read are told, and the rest is drawn', async () => {
  const { status, stdout, stderr } = await runWith(['map', '-'], { stdin: `${POD}---\na: "b\n` });
  expect({ status, stdout }).toEqual({
    status: 1,
    stdout: (await runWith(['map', '-'], { stdin: POD })).stdout,
  });
  expect(flat(stderr)).toMatch(
    /^<stdin>:\d+:\d+: error: .*\(render\/syntax\)\n\n1 error in 1 file\n$/,
  );
});

test('no objects are an empty map', async () => {
  expect(await runWith(['map', '-'], { stdin: '# nothing\n' })).toEqual({
    status: 0,
    stdout: 'flowchart LR\n  accTitle: Volume map\n',
    stderr: 'there are no objects in the input: there is nothing to draw\n',
  });
});

test.each([
  [
    ['map', '-', '-o', 'png'],
    '"png" is not a valid format: use one of text, mermaid, svg, html, json (see cdk8s-volumes map --help)',
  ],
  [
    ['map', '-', '-o', 'sgv'],
    '"sgv" is not a valid format: perhaps you meant "svg" (see cdk8s-volumes map --help)',
  ],
  [['map', 'none.yaml'], 'cannot read "none.yaml": there is no such file or directory'],
  [
    ['map', '-', '--out-file'],
    'option --out-file needs a value: FILE (see cdk8s-volumes map --help)',
  ],
  [
    ['map', '-', '--kubernetes', 'x'],
    '--kubernetes "x" is not a version of Kubernetes, such as 1.34 (see cdk8s-volumes map --help)',
  ],
  [['mpa', '-'], 'unknown command "mpa"; perhaps you meant "map" (see cdk8s-volumes --help)'],
])('wrong usage is told: %p', async (argv, words) => {
  expect(await runWith(argv, { stdin: POD })).toEqual({
    status: 2,
    stdout: '',
    stderr: `cdk8s-volumes: ${words}\n`,
  });
});

test('a map is never written over an input', async () => {
  const file = join(folderWith({ 'a.yaml': POD }), 'a.yaml');
  expect(await runWith(['map', file, '--out-file', file])).toEqual({
    status: 2,
    stdout: '',
    stderr: `cdk8s-volumes: ${JSON.stringify(file)} is an input and would be overwritten: use a different path for the output\n`,
  });
});
