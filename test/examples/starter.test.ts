/**
 * The repository to start from, copied as a user copies it: it writes its manifests, nothing is
 * wrong with them, and its workflow sees what a pull request does.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { folderWith, removeFolders } from '../cli/session';
import { program, withLibrary } from '../support/built';
import { readManifests } from '../support/manifests';
import { expectValid } from '../support/validate';

const ROOT = join(__dirname, '..', '..');
const STARTER = join(ROOT, 'examples', 'starter');

afterEach(removeFolders);

/** A copy with its packages, in a Git repository of its own, and a PATH with its programs. */
function copied() {
  const folder = folderWith({});
  const copy = join(folder, 'shop');
  cpSync(STARTER, copy, { recursive: true });
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], {
      cwd: copy,
      stdio: 'pipe',
    });
  git('init', '--quiet', '--initial-branch', 'main');
  git('add', '.');
  git('commit', '--quiet', '--message', 'The start');
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  const tools = join(folder, 'tools');
  mkdirSync(tools);
  const tool = (name: string, text: string) =>
    writeFileSync(join(tools, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  tool('cdk8s-volumes', `exec '${process.execPath}' '${program()}' "$@"`);
  const env = { ...withLibrary(), PATH: `${tools}:${process.env.PATH}` };
  const run = (command: string) => {
    const { status, stdout, stderr } = spawnSync('bash', ['-e', '-o', 'pipefail', '-c', command], {
      cwd: copy,
      encoding: 'utf8',
      env,
    });
    return { status, stdout, stderr };
  };
  return { copy, run };
}

test('its manifests are valid, and those of the code', () => {
  const { copy, run } = copied();
  expectValid(readManifests(join(copy, 'dist')).map(({ manifest }) => manifest));
  const { jobs } = parse(readFileSync(join(copy, '.github/workflows/volumes.yml'), 'utf8'));
  const step = jobs.volumes.steps.find(({ name }: { name?: string }) => name !== undefined);
  expect(run(step.run).status).toBe(0);
  writeFileSync(join(copy, 'dist', 'shop.k8s.yaml'), 'kind: Edited\n');
  run('git -c user.name=a -c user.email=a@example.com commit --quiet --all --message edited');
  expect(run(step.run).status).toBe(1);
});

test('nothing is wrong with it, for the cluster that it describes', () => {
  const { status, stdout } = copied().run('npm run --silent check');
  expect([status, stdout.includes('error') || stdout.includes('warning')]).toEqual([0, false]);
});

test('a change that loses the data fails the comparison, and one of the image does not', () => {
  const { copy, run } = copied();
  run('git update-ref refs/remotes/origin/main HEAD');
  const code = readFileSync(join(copy, 'main.ts'), 'utf8');
  const change = (from: string, to: string) => {
    expect(code).toContain(from);
    writeFileSync(join(copy, 'main.ts'), code.replace(from, to));
    return run('npm run --silent synth && npm run --silent diff -- --strict');
  };
  expect(change('1.29.1', '1.29.2').status).toBe(0);
  const { status, stdout } = change('gibibytes(10)', 'gibibytes(5)');
  expect([status, stdout.includes('PersistentVolumeClaim/shop/uploads')]).toEqual([1, true]);
});

test('its workflow uses the action with inputs that it has', () => {
  const { inputs } = parse(readFileSync(join(ROOT, 'action.yml'), 'utf8'));
  const { jobs, permissions } = parse(
    readFileSync(join(STARTER, '.github/workflows/volumes.yml'), 'utf8'),
  );
  const { with: given } = jobs.volumes.steps.find(({ uses = '' }: { uses?: string }) =>
    uses.startsWith('cdk8s-volumes/'),
  );
  expect(Object.keys(inputs)).toEqual(expect.arrayContaining(Object.keys(given)));
  expect(permissions).toEqual({ contents: 'read', 'pull-requests': 'write' });
});
