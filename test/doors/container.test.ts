/**
 * The container image, as far as it can be played without one: its steps on a folder, and its
 * program as its user.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { folderWith, removeFolders } from '../cli/session';
import { copyPackaged } from '../support/packaged';

const ROOT = join(__dirname, '..', '..');

/** The instructions of the file, in its order; lines that go on are one. */
const INSTRUCTIONS = readFileSync(join(ROOT, 'integrations', 'Containerfile'), 'utf8')
  .replace(/^#.*\n/gm, '')
  .replace(/\\\n\s*/g, '')
  .split('\n')
  .filter((line) => line.trim() !== '')
  .map((line) => /^(\w+) (.*)$/.exec(line)!.slice(1) as [string, string]);

const argumentOf = (name: string) => INSTRUCTIONS.filter(([one]) => one === name).at(-1)?.[1];

afterEach(removeFolders);

/** The folder `package` of a build: what npm unpacks. */
async function unpacked(): Promise<string> {
  const folder = join(folderWith({}), 'package');
  await copyPackaged(join(folder, 'lib'));
  for (const name of ['bin', 'package.json', 'node_modules/@dagrejs']) {
    cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  }
  return folder;
}

test('the program is what npm publishes, and is started by its name', () => {
  const { bin, bundledDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const [from, to] = argumentOf('COPY')!.split(' ');
  expect(from).toBe('package');
  expect(INSTRUCTIONS).toContainEqual([
    'RUN',
    `ln -s ${to}/${bin['cdk8s-volumes']} /usr/local/bin/cdk8s-volumes`,
  ]);
  expect(JSON.parse(argumentOf('ENTRYPOINT')!)).toEqual(['cdk8s-volumes']);
  expect(bundledDependencies).toEqual(['@dagrejs/dagre']);
});

test('its user is not root, by number', () => {
  const [user, group] = argumentOf('USER')!.split(':').map(Number);
  expect(user).toBeGreaterThanOrEqual(1000);
  expect(group).toBeGreaterThanOrEqual(1000);
  // Nothing after it is done as root again.
  expect(INSTRUCTIONS.map(([name]) => name).lastIndexOf('RUN')).toBeLessThan(
    INSTRUCTIONS.findIndex(([name]) => name === 'USER'),
  );
});

test('its base is the Node.js that releases are built with', () => {
  const workflow = readFileSync(join(ROOT, '.github', 'workflows', 'release.yml'), 'utf8');
  const [, major] = /node-version: (\d+)\.x/.exec(workflow)!;
  expect(argumentOf('FROM')).toBe(`docker.io/library/node:${major}-alpine`);
});

// Only root can run programs as somebody else.
const isRoot = process.getuid?.() === 0;

(isRoot ? test : test.skip)(
  'it checks, draws, compares and is a function as its user',
  async () => {
    const folder = await unpacked();
    const work = join(folder, '..', 'work');
    mkdirSync(join(work, 'deploy'), { recursive: true });
    const claim = (size: string) =>
      `apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: { name: a, namespace: b }\nspec:\n  accessModes: [ReadWriteOnce]\n  resources: { requests: { storage: ${size} } }\n`;
    writeFileSync(join(work, 'deploy', 'claim.yaml'), claim('2Gi'));
    const git = ['-c', 'user.name=a', '-c', 'user.email=a@example.com'];
    for (const args of [
      ['init', '--quiet'],
      ['add', '.'],
      [...git, 'commit', '--quiet', '-m', 'a'],
    ]) {
      execFileSync('git', args, { cwd: work });
    }
    writeFileSync(join(work, 'deploy', 'claim.yaml'), claim('1Gi'));
    chmodSync(join(folder, '..'), 0o755);
    // What the image is built with, in a file of its own.
    const config = join(folder, '..', 'gitconfig');
    const command = /git config --system safe\.directory '\*'/.exec(
      INSTRUCTIONS.find(([, text]) => text.includes('git config'))![1],
    )![0];
    execFileSync('sh', ['-c', command], { env: { ...process.env, GIT_CONFIG_SYSTEM: config } });
    const [uid, gid] = argumentOf('USER')!.split(':').map(Number);
    const run = (args: readonly string[], input = '') =>
      spawnSync(process.execPath, [join(folder, 'bin', 'cdk8s-volumes'), ...args], {
        cwd: work,
        encoding: 'utf8',
        input,
        uid,
        gid,
        env: { PATH: process.env.PATH, GIT_CONFIG_SYSTEM: config, HOME: '/' },
      });
    expect(run(['check', '.']).status).toBe(0);
    expect(run(['map', '.', '-o', 'svg']).stdout).toMatch(/^<svg/);
    const diff = run(['diff', 'HEAD:deploy', 'deploy']);
    expect([diff.status, diff.stderr]).toEqual([1, '']);
    expect(diff.stdout).toContain('PersistentVolumeClaim/b/a');
    const list = '{"apiVersion":"config.kubernetes.io/v1","kind":"ResourceList","items":[]}';
    const answer = run(JSON.parse(argumentOf('CMD')!), list);
    expect([answer.status, answer.stdout.split('\n')[1]]).toEqual([0, 'kind: ResourceList']);
  },
);
