/**
 * The executable of a release, and the manifest by which krew installs it as `kubectl volumes`.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { parse } from 'yaml';
import { archiveOf, buildExecutable, bundleWhole, systemOf } from '../../tools/executable/build';
import { SYSTEMS, writeKrew } from '../../tools/executable/krew';
import { folderWith, removeFolders } from '../cli/session';

afterEach(removeFolders);

const POD = `apiVersion: v1
kind: Pod
metadata: { name: web }
spec:
  containers:
    - name: web
      image: registry.example.com/web:1.0.0
      volumeMounts: [{ name: tpm, mountPath: /tmp }]
  volumes: [{ name: tmp, emptyDir: {} }]
`;

/** Runs a program where there are no packages, and no Node.js to be found. */
function alone(command: readonly string[], args: readonly string[], cwd: string) {
  const [file, ...rest] = [...command, ...args];
  const { status, stdout, stderr } = spawnSync(file, rest, {
    cwd,
    encoding: 'utf8',
    env: { PATH: '/nowhere' },
  });
  return { status, stdout, stderr };
}

/** What every program of the kind does. */
function expectWhole(command: readonly string[], folder: string): void {
  writeFileSync(join(folder, 'pod.yaml'), POD);
  expect(alone(command, ['--version'], folder)).toEqual({
    status: 0,
    stdout: '1.2.3\n',
    stderr: '',
  });
  const check = alone(command, ['check', 'pod.yaml', '-o', 'json'], folder);
  expect([check.status, JSON.parse(check.stdout)[0].rule]).toEqual([1, 'pod/mounted-volume']);
  const map = alone(command, ['map', 'pod.yaml', '-o', 'svg'], folder);
  expect([map.status, map.stdout.slice(0, 4)]).toEqual([0, '<svg']);
  expect(alone(command, ['--help'], folder).stdout).toContain('cdk8s-volumes COMMAND');
}

test('the script in it needs no package and no file beside it', async () => {
  const folder = folderWith({});
  const file = join(folder, 'program.js');
  await bundleWhole('1.2.3', file);
  expectWhole([process.execPath, file], folder);
});

/** What puts the script into Node.js is not a dependency; releases take it from npm. */
const postject = (process.env.PATH ?? '')
  .split(delimiter)
  .map((folder) => join(folder, 'postject'))
  .find((file) => existsSync(file));

(postject ? test : test.skip)('the executable does the same, first process or not', async () => {
  const folder = folderWith({});
  const archive = await buildExecutable('1.2.3', join(folder, 'build'), [postject!]);
  mkdirSync(join(folder, 'unpacked'));
  execFileSync('tar', ['-xzf', archive, '-C', join(folder, 'unpacked')]);
  const program = join(folder, 'unpacked', 'cdk8s-volumes');
  expect(readFileSync(join(folder, 'unpacked', 'LICENSE-node'), 'utf8')).toMatch(/Node\.js/);
  expectWhole([program], folder);
  const asFirst = ['unshare', '--pid', '--fork', '--mount-proc'];
  if (spawnSync(asFirst[0], [...asFirst.slice(1), 'true']).status === 0) {
    const { status, stdout } = spawnSync(asFirst[0], [...asFirst.slice(1), program, '--version'], {
      encoding: 'utf8',
    });
    expect([status, stdout]).toEqual([0, '1.2.3\n']);
  }
});

test('krew finds an archive for each system, with its sum and the program in it', () => {
  const folder = folderWith(
    Object.fromEntries(SYSTEMS.map((system) => [archiveOf(system), archiveOf(system)])),
  );
  writeKrew('1.2.3', folder);
  const { metadata, spec } = parse(readFileSync(join(folder, 'volumes.yaml'), 'utf8'));
  expect([metadata.name, spec.version]).toEqual(['volumes', 'v1.2.3']);
  expect(spec.shortDescription.length).toBeLessThanOrEqual(50);
  expect(spec.platforms.map(({ uri }: any) => uri)).toEqual(
    SYSTEMS.map(
      (system) =>
        `https://github.com/cdk8s-volumes/cdk8s-volumes/releases/download/v1.2.3/${archiveOf(system)}`,
    ),
  );
  for (const { uri, sha256, bin, files, selector } of spec.platforms) {
    const name = uri.split('/').at(-1);
    expect(sha256).toBe(createHash('sha256').update(name).digest('hex'));
    expect(bin).toBe(selector.matchLabels.os === 'windows' ? 'cdk8s-volumes.exe' : 'cdk8s-volumes');
    expect(files.map(({ from }: any) => from)).toContain(bin);
  }
});

test('an archive that is missing is no release', () => {
  expect(() => writeKrew('1.2.3', folderWith({}))).toThrow('cdk8s-volumes-linux-amd64.tar.gz');
});

test('every system is one that Node.js names', () => {
  expect(
    [
      ['linux', 'x64'],
      ['linux', 'arm64'],
      ['darwin', 'x64'],
      ['darwin', 'arm64'],
      ['win32', 'x64'],
    ].map(([platform, arch]) => systemOf(platform, arch)),
  ).toEqual(SYSTEMS);
});

// kubectl is not installed everywhere.
const hasKubectl = spawnSync('kubectl', ['version', '--client']).status === 0;

(hasKubectl ? test : test.skip)('kubectl runs what krew links as kubectl-volumes', async () => {
  const folder = folderWith({ 'pod.yaml': POD });
  const script = join(folder, 'program.js');
  await bundleWhole('1.2.3', script);
  writeFileSync(
    join(folder, 'cdk8s-volumes'),
    `#!/bin/sh\nexec "${process.execPath}" "${script}" "$@"\n`,
    { mode: 0o755 },
  );
  symlinkSync(join(folder, 'cdk8s-volumes'), join(folder, 'kubectl-volumes'));
  const { status, stdout } = spawnSync('kubectl', ['volumes', 'check', 'pod.yaml'], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, PATH: `${folder}${delimiter}${process.env.PATH}` },
  });
  expect([status, stdout.includes('pod/mounted-volume')]).toEqual([1, true]);
});
