/**
 * The KRM function, as kpt and Kustomize run one: a ResourceList in, a ResourceList with results
 * out, and an exit status.
 */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { folderWith, removeFolders, runWith, volume } from '../cli/session';
import { program } from '../support/built';

afterEach(removeFolders);

const POD = (mount: string) => `apiVersion: v1
kind: Pod
metadata:
  name: web
  namespace: shop
  annotations:
    internal.config.kubernetes.io/path: app/pod.yaml
    internal.config.kubernetes.io/index: '1'
spec:
  containers:
    - name: web
      image: registry.example.com/web:1.0.0
      volumeMounts: [{ name: ${mount}, mountPath: /tmp }]
  volumes: [{ name: tmp, emptyDir: {} }]
`;

/** A ResourceList of items, with the data of a ConfigMap as its configuration. */
function listOf(items: readonly string[], data?: { readonly [key: string]: unknown }): string {
  return JSON.stringify({
    apiVersion: 'config.kubernetes.io/v1',
    kind: 'ResourceList',
    items: items.map((item) => parse(item)),
    ...(data === undefined
      ? {}
      : { functionConfig: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'f' }, data } }),
  });
}

test('check answers the items as they were, and a result with item, field and file', async () => {
  const { status, stdout } = await runWith(['check'], { stdin: listOf([volume('a'), POD('tpm')]) });
  const answer = parse(stdout);
  expect(status).toBe(1);
  expect(answer).toEqual({
    apiVersion: 'config.kubernetes.io/v1',
    kind: 'ResourceList',
    items: [parse(volume('a')), parse(POD('tpm'))],
    results: [
      {
        message: expect.stringMatching(/^the pod has no volume "tpm"; /),
        severity: 'error',
        resourceRef: { apiVersion: 'v1', kind: 'Pod', name: 'web', namespace: 'shop' },
        field: { path: 'spec.containers[0].volumeMounts[0].name' },
        file: { path: 'app/pod.yaml', index: 1 },
        tags: { rule: 'pod/mounted-volume' },
      },
    ],
  });
});

test('what is right has no results', async () => {
  const list = listOf([POD('tmp')]);
  const { status, stdout, stderr } = await runWith(['check', '-'], { stdin: list });
  expect([status, parse(stdout), stderr]).toEqual([0, JSON.parse(list), '']);
});

test('render replaces custom resources, and leaves the others with their annotations', async () => {
  const stdin = listOf([POD('tmp'), volume('images', 'shop')], { command: 'render' });
  const { status, stdout } = await runWith(['check'], { stdin });
  const { items } = parse(stdout);
  expect(status).toBe(0);
  expect(items.map(({ kind }: any) => kind)).toEqual([
    'Pod',
    'PersistentVolume',
    'PersistentVolumeClaim',
  ]);
  expect(items[0]).toEqual(parse(POD('tmp')));
});

test('what render refuses is not replaced', async () => {
  const broken = volume('images').replace('fs-', 'fsx-');
  const { status, stdout } = await runWith(['render'], { stdin: listOf([broken]) });
  const { items, results } = parse(stdout);
  expect([status, items]).toEqual([1, [parse(broken)]]);
  expect(results[0]).toMatchObject({ severity: 'error', resourceRef: { name: 'images' } });
});

test('data of the configuration are options', async () => {
  const warned = volume('images').replace('spec:', 'spec:\n  path: /x');
  for (const [strict, expected] of [
    ['true', 1],
    ['false', 0],
  ]) {
    const stdin = listOf([warned], { command: 'render', strict, kubernetes: '1.34' });
    expect((await runWith(['check'], { stdin })).status).toBe(expected);
  }
});

test('an empty list is answered by an empty list', async () => {
  const { status, stdout } = await runWith(['check', '--strict'], { stdin: listOf([]) });
  expect([status, parse(stdout).items]).toEqual([0, []]);
});

test.each([
  [{ command: 'diff' }, 'functionConfig: data.command: "diff" must be check or render'],
  [
    { strikt: 'true' },
    'functionConfig: data.strikt is not an option of check as a function; perhaps you meant strict',
  ],
  [{ strict: true }, 'functionConfig: data.strict must be a string'],
  [{ strict: 'yes' }, 'functionConfig: data.strict: "yes" must be "true" or "false"'],
  [
    { baseline: '/etc/passwd' },
    'functionConfig: data.baseline is not an option of check as a function',
  ],
  [{ platform: 'moon' }, '"moon" is not a valid platform'],
])('a configuration of %j is refused, and nothing is printed', async (data, message) => {
  const { status, stdout, stderr } = await runWith(['check'], { stdin: listOf([], data) });
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toContain(message);
});

test('with a format, a ResourceList is an object like any other', async () => {
  const { stdout } = await runWith(['check', '-o', 'json'], { stdin: listOf([POD('tpm')]) });
  expect(Array.isArray(JSON.parse(stdout))).toBe(true);
});

test('text that only mentions a ResourceList is read as usual', async () => {
  const { status, stdout } = await runWith(['check'], {
    stdin: `# kind: ResourceList\n${POD('tpm')}`,
  });
  expect([status, stdout.includes('<stdin>')]).toEqual([1, true]);
});

const has = (tool: string) => spawnSync(tool, ['version'], { encoding: 'utf8' }).status === 0;

/** A folder with a pod, and a program for hosts that start functions as programs. */
function hosted(mount: string): { readonly folder: string; readonly command: string } {
  const folder = folderWith({ 'app/pod.yaml': POD(mount).replace(/ +annotations:[^]*?'1'\n/, '') });
  const command = join(folder, 'function');
  writeFileSync(command, `#!/bin/sh\nexec "${process.execPath}" "${program()}" "\${1:-check}"\n`, {
    mode: 0o755,
  });
  return { folder, command };
}

// kpt is not installed everywhere; the tests above say the same by the specification.
(has('kpt') ? test : test.skip)('kpt shows the results, and ends with 1', () => {
  const { folder, command } = hosted('tpm');
  const ended = spawnSync('kpt', ['fn', 'eval', join(folder, 'app'), '--exec', command], {
    encoding: 'utf8',
  });
  expect(ended.status).toBe(1);
  expect(ended.stderr).toContain(
    '[error] v1/Pod/shop/web spec.containers[0].volumeMounts[0].name: the pod has no volume "tpm"',
  );
});

// kustomize is not installed everywhere, and kubectl's own starts no programs.
(has('kustomize') ? test : test.skip)('kustomize fails where an error is found', () => {
  for (const [mount, status] of [
    ['tpm', 1],
    ['tmp', 0],
  ] as const) {
    const { folder, command } = hosted(mount);
    const config = {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: {
        name: 'volumes',
        annotations: {
          'config.kubernetes.io/function': JSON.stringify({ exec: { path: command } }),
        },
      },
      data: { command: 'check' },
    };
    writeFileSync(join(folder, 'volumes.yaml'), JSON.stringify(config));
    writeFileSync(
      join(folder, 'kustomization.yaml'),
      'resources: [app/pod.yaml]\ntransformers: [volumes.yaml]\n',
    );
    const ended = spawnSync(
      'kustomize',
      ['build', '--enable-alpha-plugins', '--enable-exec', folder],
      { encoding: 'utf8' },
    );
    expect(ended.status).toBe(status);
  }
});
