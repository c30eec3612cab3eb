/**
 * The doors of the package as they are published: what comes out of them is what comes out of the
 * code.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import * as library from '../../src';
import { bundleLibrary, bundleProgram, roomsOf } from '../../tools/bundling';
import { runWith } from '../cli/session';

const ROOT = join(__dirname, '..', '..');
const SOURCE = join(ROOT, 'src');
const TSX = createRequire(__filename).resolve('tsx/cli');

const rooms = roomsOf(
  join(SOURCE, 'index.ts'),
  (path) => createRequire(__filename)(join(SOURCE, path)) as object,
);

const VOLUME = {
  kind: 'class',
  name: 'EfsSharedVolume',
  fqn: 'cdk8s-volumes.EfsSharedVolume',
  locationInModule: { filename: 'src/efs/constructs/efs-shared-volume.ts' },
};
const ASSEMBLY = {
  version: '1.2.3',
  types: {
    [VOLUME.fqn]: VOLUME,
    enum: {
      kind: 'enum',
      name: 'Severity',
      fqn: 'cdk8s-volumes.Severity',
      locationInModule: { filename: 'src/findings/finding.ts' },
    },
  },
};

let folder: string;
beforeAll(async () => {
  // Below the repository, where its packages are found.
  mkdirSync(join(ROOT, 'reports'), { recursive: true });
  folder = mkdtempSync(join(ROOT, 'reports', 'bundle-'));
  await bundleProgram(SOURCE, folder);
  await bundleLibrary(SOURCE, folder, rooms, ASSEMBLY);
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
])('the program as one file does the same: %s', async (_what, args) => {
  const before = process.cwd();
  process.chdir(ROOT);
  const expected = await runWith(args).finally(() => process.chdir(before));
  // All but the first with the code that it has kept.
  const { status, stdout, stderr } = runBundled(args);
  expect({ status, stdout, stderr }).toEqual(expected);
});

test('the program needs nothing of cdk8s', () => {
  const text = readFileSync(join(folder, 'cli.js'), 'utf8');
  expect(
    [...text.matchAll(/require\("([^"]+)"\)/g)]
      .map(([, name]) => name)
      .filter((name) => !name.startsWith('node:')),
  ).toEqual(['@dagrejs/dagre']);
});

test('a script of the bundle is only ASCII, as it is read', () => {
  for (const name of ['cli.js', 'index.js']) {
    expect(/[^\0-\x7f]/.test(readFileSync(join(folder, name), 'utf8'))).toBe(false);
  }
});

test('the library as one file exports the same names, to require and to import', () => {
  const names = [...rooms.values()].flat().sort();
  expect(names).toEqual(
    Object.entries(library)
      .filter(([, value]) => value !== undefined)
      .map(([name]) => name)
      .sort(),
  );
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

test('an index that has a name from nowhere is refused', () => {
  const index = join(folder, 'rooms.ts');
  writeFileSync(index, "export * from './room';");
  const load = (path: string) => (path === './index' ? { Room: 1, Lost: 2 } : { Room: 1 });
  expect(() => roomsOf(index, load)).toThrow(
    'no module that the index takes exports from has Lost',
  );
});

test('the platform of the examples is the same, made with the library as one file', () => {
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
