/**
 * The doors of the package as they are published: what comes out of them is what comes out of the
 * code.
 */
import { spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import * as library from '../../src';
import { printYaml, readYaml } from '../../src/yaml';
import { runWith } from '../cli/session';
import { copyPackaged } from '../support/packaged';

const ROOT = join(__dirname, '..', '..');
const TSX = createRequire(__filename).resolve('tsx/cli');

let folder: string;
beforeAll(async () => {
  // Below the repository, where its packages are found.
  mkdirSync(join(ROOT, 'reports'), { recursive: true });
  folder = mkdtempSync(join(ROOT, 'reports', 'bundle-'));
  await copyPackaged(folder);
  writeFileSync(join(folder, 'enter.js'), 'require("./door.js").enter();');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const runBundled = (args: readonly string[]) =>
  spawnSync(process.execPath, [join(folder, 'enter.js'), ...args], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    env: { ...process.env, XDG_CACHE_HOME: join(folder, 'cache') },
  });

const manifests = join('dist', 'manifests');
const inputs = (system: string) => join('test', 'conformance', system);

test.each<readonly [string, readonly string[]]>([
  ['render', ['render', manifests]],
  ['render as JSON', ['render', manifests, '-o', 'json']],
  ['render with an order', ['render', manifests, '--gitops', 'argocd']],
  ['render of what is wrong', ['render', inputs('efs')]],
  ['check', ['check', manifests]],
  ['check as SARIF', ['check', manifests, '-o', 'sarif']],
  ['diff', ['diff', join(manifests, 'eks'), join(manifests, 'openshift')]],
  ['map', ['map', manifests]],
  ['its own version', ['--version']],
  ['help', ['render', '--help']],
  ['an option that it does not have', ['render', '--no-such-option']],
])('the program in parts does the same: %s', async (_what, args) => {
  const before = process.cwd();
  process.chdir(ROOT);
  const expected = await runWith(args).finally(() => process.chdir(before));
  // All but the first with the code that it has kept.
  const { status, stdout, stderr } = runBundled(args);
  expect({ status, stdout, stderr }).toEqual(expected);
});

const parts = () => readdirSync(join(folder, 'parts')).map((name) => join('parts', name));
const read = (file: string) => readFileSync(join(folder, file), 'utf8');

/** What a script requires, in its functions too. */
const requiredBy = (file: string) =>
  [...read(file).matchAll(/\brequire\("([^"]+)"\)/g)].map(([, name]) => name);

test('the program needs nothing of cdk8s', () => {
  const files = new Set(['cli.js']);
  const packages = new Set<string>();
  for (const file of files) {
    for (const name of requiredBy(file)) {
      if (name.startsWith('.')) files.add(join('parts', basename(name)));
      else if (!name.startsWith('node:')) packages.add(name);
    }
  }
  expect([...packages]).toEqual(['@dagrejs/dagre']);
  expect(files.size).toBeLessThan(parts().length);
});

test('what the program and the library have in common is there once', () => {
  const named = (text: string) => parts().filter((file) => read(file).includes(text));
  expect(named('\nfunction readYaml(')).toHaveLength(1);
});

test('a script of the bundle is only ASCII, as it is read', () => {
  for (const file of ['cli.js', 'index.js', ...parts()]) {
    expect(/[^\0-\x7f]/.test(read(file))).toBe(false);
  }
});

/** The share of the code that a call of the program loads. */
function loadedBy(args: readonly string[], input = ''): number {
  const script = `process.argv.push('-', ...${JSON.stringify(args)}); require('./enter.js');
process.on('exit', () => console.error('loaded ' + JSON.stringify(Object.keys(require.cache))));`;
  const { stderr } = spawnSync(process.execPath, ['-e', script], {
    cwd: folder,
    encoding: 'utf8',
    input,
  });
  const sizeOf = (files: readonly string[]) =>
    files.reduce((sum, file) => sum + statSync(file).size, 0);
  const loaded = (JSON.parse(/^loaded (.+)$/m.exec(stderr)![1]) as string[]).filter((file) =>
    file.startsWith(folder),
  );
  expect(loaded.length).toBeGreaterThan(0);
  return sizeOf(loaded) / sizeOf(parts().map((file) => join(folder, file)));
}

test('asking for the version loads a fiftieth of the code', () => {
  expect(loadedBy(['--version'])).toBeLessThan(0.02);
});

// What is to be loaded later, but is called while a file is loaded, shows here alone.
test.each<readonly [kind: string, share: number, manifest: string]>([
  ['a ConfigMap', 0.11, '{ apiVersion: v1, kind: ConfigMap, metadata: { name: a } }'],
  [
    'a claim',
    0.12,
    '{ apiVersion: v1, kind: PersistentVolumeClaim, metadata: { name: a }, spec: { accessModes: [ReadWriteOnce], storageClassName: b, resources: { requests: { storage: 1Gi } } } }',
  ],
  [
    'a volume',
    0.14,
    '{ apiVersion: v1, kind: PersistentVolume, metadata: { name: a }, spec: { accessModes: [ReadWriteOnce], storageClassName: b, capacity: { storage: 1Gi }, csi: { driver: efs.csi.aws.com, volumeHandle: fs-0123456789abcdef0 } } }',
  ],
  [
    'a class',
    0.12,
    '{ apiVersion: storage.k8s.io/v1, kind: StorageClass, metadata: { name: a }, provisioner: ebs.csi.aws.com }',
  ],
  [
    'a Deployment',
    0.13,
    '{ apiVersion: apps/v1, kind: Deployment, metadata: { name: a }, spec: { selector: { matchLabels: { b: c } }, template: { metadata: { labels: { b: c } }, spec: { containers: [{ name: d, image: "registry.example.com/e:1" }] } } } }',
  ],
  [
    'a SharedVolume',
    0.14,
    '{ apiVersion: aws-efs.managed.openshift.io/v1alpha1, kind: SharedVolume, metadata: { name: a, namespace: b }, spec: { fileSystemID: fs-0123456789abcdef0, accessPointID: fsap-0123456789abcdef0 } }',
  ],
  [
    'a LocustTest',
    0.19,
    '{ apiVersion: locust.io/v2, kind: LocustTest, metadata: { name: a, namespace: b }, spec: { image: "docker.io/locustio/locust:2.43.1", master: { command: -f /a.py }, worker: { command: -f /a.py, replicas: 3 } } }',
  ],
  [
    'a PVCViewer',
    0.21,
    '{ apiVersion: kubeflow.org/v1alpha1, kind: PVCViewer, metadata: { name: a, namespace: b }, spec: { pvc: c } }',
  ],
])('a check of %s loads at most %d of the code', (_kind, share, manifest) => {
  // As it is mostly written: what only the whole language needs is not loaded.
  const [{ data }] = readYaml(manifest).documents;
  expect(loadedBy(['check', '-'], printYaml(data))).toBeLessThan(share);
});

test('each part can be loaded first, and has all that it exports by then', () => {
  const script = `for (const name of require('node:fs').readdirSync('parts')) {
  for (const file of Object.keys(require.cache)) if (file.includes('/parts/')) delete require.cache[file];
  const missing = Object.entries(require('./parts/' + name)).filter(([, value]) => value === undefined);
  for (const [one] of missing) console.log(name, one);
}`;
  expect(
    spawnSync(process.execPath, ['-e', script], { cwd: folder, encoding: 'utf8' }),
  ).toMatchObject({ status: 0, stderr: '' });
});

test.each<readonly [string, readonly string[], string]>([
  ['it begins with', ['--version'], '\nfunction main('],
  ['it comes to need', ['check', manifests], '\nfunction readYaml('],
])('the program says that a part is missing that %s', (_what, args, text) => {
  const part = parts().find((file) => read(file).includes(text))!;
  const away = join(folder, 'away.js');
  renameSync(join(folder, part), away);
  const { status, stderr } = runBundled(args);
  renameSync(away, join(folder, part));
  const name = basename(part);
  expect(stderr).toMatch(
    /^cdk8s-volumes: the installation is incomplete: \S+ is missing; install the package again\n$/,
  );
  expect({ status, isNamed: stderr.includes(`/${name} is missing`) }).toEqual({
    status: 2,
    isNamed: true,
  });
});

test('the library in parts exports the same names, to require and to import', () => {
  const names = Object.entries(library)
    .filter(([, value]) => value !== undefined)
    .map(([name]) => name)
    .sort();
  const required = spawnSync(
    process.execPath,
    [
      '-p',
      `JSON.stringify(Object.keys(require(${JSON.stringify(join(folder, 'index.js'))})).sort())`,
    ],
    { encoding: 'utf8' },
  );
  expect(JSON.parse(required.stdout)).toEqual(names);
  const importing = `import { ${names.join(', ')} } from ${JSON.stringify(join(folder, 'index.js'))}; console.log([${names.join(', ')}].every((one) => one !== undefined));`;
  expect(
    spawnSync(process.execPath, ['--input-type=module', '-e', importing], { encoding: 'utf8' }),
  ).toMatchObject({ stdout: 'true\n', stderr: '' });
});

test('a class of the library knows its name, and that by which other languages know it', () => {
  const script = `const { EfsSharedVolume: one } = require(${JSON.stringify(join(folder, 'index.js'))});
console.log(JSON.stringify([one.name, one[Symbol.for('jsii.rtti')]]));`;
  expect(
    JSON.parse(spawnSync(process.execPath, ['-e', script], { encoding: 'utf8' }).stdout),
  ).toEqual(['EfsSharedVolume', { fqn: 'cdk8s-volumes.EfsSharedVolume', version: '1.2.3' }]);
});

const APP = `const { ApiObject, App, Chart } = require('cdk8s');
const app = new App();
const chart = new Chart(app, 'chart', { namespace: 'one' });
const make = (kind, name, spec) => new ApiObject(chart, name, { apiVersion: kind === 'Pod' ? 'v1' : 'apps/v1', kind, metadata: { name }, spec });`;

/** What a program prints that takes so many names from the library, and no others. */
function runWithNames(names: readonly string[], script: string): string {
  const text = `const { ${names.join(', ')} } = require(${JSON.stringify(join(folder, 'index.js'))});\n${APP}\n${script}`;
  const { stdout, stderr, status } = spawnSync(process.execPath, ['-e', text], {
    cwd: folder,
    encoding: 'utf8',
  });
  // Warnings are told there.
  expect({ stderr, status }).toMatchObject({ status: 0 });
  return stdout;
}

test('objects are judged by all rules, whatever else of the library is loaded', () => {
  const output = runWithNames(
    ['EfsSharedVolume', 'Findings'],
    `
new EfsSharedVolume(chart, 'data', { fileSystemId: 'fs-0123456789abcdef0' });
make('Pod', 'pod', { securityContext: { fsGroup: 2000 }, volumes: [{ name: 'data', persistentVolumeClaim: { claimName: 'pvc-data' } }],
  containers: [{ name: 'main', image: 'registry.example.com/app:1', volumeMounts: [{ name: 'data', mountPath: '/data' }] }] });
console.log(Findings.of(app).all.map(({ rule }) => rule).join());`,
  );
  expect(output).toBe('efs/whole-file-system,ownership/ignored-group\n');
});

test('a target that names an engine decides what is written, whatever else of the library is loaded', () => {
  const output = runWithNames(
    ['EfsSharedVolume', 'Target', 'TargetGitOps'],
    `
new EfsSharedVolume(chart, 'data', { fileSystemId: 'fs-0123456789abcdef0' });
Target.enable(app, { gitops: TargetGitOps.ARGO_CD });
console.log(app.synthYaml());`,
  );
  expect(output).toContain('argocd.argoproj.io/sync-options: Prune=false,Delete=false');
});

test('each export of the library is one thing, however often it is taken', () => {
  const script = `const one = require(${JSON.stringify(join(folder, 'index.js'))}); console.log(Object.keys(one).every((name) => one[name] === one[name]))`;
  expect(spawnSync(process.execPath, ['-e', script], { encoding: 'utf8' }).stdout).toBe('true\n');
});

test('requiring the library loads nothing else; what is taken from it does', () => {
  const script = `const { Severity } = require(${JSON.stringify(join(folder, 'index.js'))});
const cdk8s = () => Object.keys(require.cache).some((file) => file.includes('/cdk8s/'));
const before = cdk8s(); require(${JSON.stringify(join(folder, 'index.js'))}).PVCViewer; console.log(Severity.ERROR, before, cdk8s());`;
  expect(spawnSync(process.execPath, ['-e', script], { encoding: 'utf8' })).toMatchObject({
    stdout: 'error false true\n',
    stderr: '',
  });
});

test('the platform of the examples is the same, made with the library in parts', () => {
  const out = join(folder, 'out');
  const config = join(folder, 'tsconfig.json');
  const { compilerOptions } = JSON.parse(readFileSync(join(ROOT, 'tsconfig.json'), 'utf8')) as {
    compilerOptions: object;
  };
  writeFileSync(
    config,
    JSON.stringify({
      compilerOptions: {
        ...compilerOptions,
        paths: { 'cdk8s-volumes': [join(folder, 'index.js')] },
      },
    }),
  );
  const { status, stderr } = spawnSync(
    process.execPath,
    [TSX, '--tsconfig', config, join(ROOT, 'examples', 'platform', 'main.ts')],
    {
      cwd: ROOT,
      encoding: 'utf8',
      env: { ...process.env, CDK8S_OUTDIR: out },
    },
  );
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(filesBelow(out)).toEqual(filesBelow(join(ROOT, manifests)));
});

function filesBelow(root: string): { [name: string]: string } {
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.yaml'))
    .sort();
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(root, name), 'utf8')]));
}
