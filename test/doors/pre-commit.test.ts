/**
 * The hooks of pre-commit, played as it runs them: the entry is split into words, its arguments and
 * no names of files behind it, in the root of a repository. And by pre-commit itself, where there
 * is one.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { folderWith, removeFolders } from '../cli/session';
import { program } from '../support/built';

const FILE = join(__dirname, '..', '..', '.pre-commit-hooks.yaml');
const HOOKS = parse(readFileSync(FILE, 'utf8'));

afterEach(removeFolders);

const POD = (mount: string) => `apiVersion: v1
kind: Pod
metadata: { name: web, namespace: shop }
spec:
  containers:
    - name: web
      image: registry.example.com/web:1.0.0
      volumeMounts: [{ name: ${mount}, mountPath: /tmp }]
  volumes: [{ name: tmp, emptyDir: {} }]
`;

/** A repository, and a PATH on which npx is the program of the sources. */
function repository(mount: string) {
  const folder = folderWith({ 'repository/deploy/pod.yaml': POD(mount) });
  const tools = join(folder, 'tools');
  mkdirSync(tools);
  writeFileSync(
    join(tools, 'npx'),
    `#!/bin/sh\n[ "$1" = --yes ] || exit 127\nshift 2\nexec '${process.execPath}' '${program()}' "$@"\n`,
    { mode: 0o755 },
  );
  const env = { ...process.env, PATH: `${tools}:${process.env.PATH}` };
  return { folder, root: join(folder, 'repository'), env };
}

test.each([
  ['tpm', 1],
  ['tmp', 0],
])('a commit with a mount of "%s" ends with %i', (mount, expected) => {
  const { root, env } = repository(mount);
  const [{ entry, args, pass_filenames: passes }] = HOOKS;
  expect(passes).toBe(false);
  const [command, ...rest] = [...entry.split(' '), ...args];
  const { status, stdout } = spawnSync(command, rest, { cwd: root, encoding: 'utf8', env });
  expect([status, stdout.includes('pod/mounted-volume')]).toEqual([expected, expected === 1]);
});

test('both hooks check alike, one in the image of a release', () => {
  const [own, container] = HOOKS;
  expect(container.language).toBe('docker_image');
  const [image, ...rest] = container.entry.split(' ');
  const [npx, yes, spec, ...same] = own.entry.split(' ');
  expect([npx, yes, rest]).toEqual(['npx', '--yes', same]);
  expect(image.split(':')[1]).toBe(spec.split('@')[1]);
  expect([container.args, container.files]).toEqual([own.args, own.files]);
});

test.each([
  ['deploy/pod.yaml', true],
  ['a.yml', true],
  ['list.json', true],
  ['main.ts', false],
  ['yaml.md', false],
])('a change of %s runs them: %s', (file, runs) => {
  expect(new RegExp(HOOKS[0].files).test(file)).toBe(runs);
});

// pre-commit is not installed everywhere; the tests above say what it does.
const hasPreCommit = spawnSync('pre-commit', ['--version']).status === 0;

(hasPreCommit ? test : test.skip)('pre-commit shows the finding, and stops the commit', () => {
  const { folder, root, env } = repository('tpm');
  const hooks = join(folder, 'hooks');
  mkdirSync(hooks);
  copyFileSync(FILE, join(hooks, '.pre-commit-hooks.yaml'));
  for (const cwd of [hooks, root]) {
    execFileSync('git', ['init', '--quiet'], { cwd });
    execFileSync('git', ['add', '.'], { cwd });
    execFileSync(
      'git',
      ['-c', 'user.name=a', '-c', 'user.email=a@example.com', 'commit', '--quiet', '-m', 'all'],
      { cwd },
    );
  }
  const { status, stdout } = spawnSync(
    'pre-commit',
    ['try-repo', hooks, 'cdk8s-volumes', '--all-files'],
    { cwd: root, encoding: 'utf8', env: { ...env, PRE_COMMIT_HOME: join(folder, 'cache') } },
  );
  expect(status).toBe(1);
  expect(stdout).toContain('pod/mounted-volume');
});
