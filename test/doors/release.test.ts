/**
 * The jobs of a release that publish executables and the image, played as GitHub would run them:
 * with stand-ins for what builds and publishes. And the version that all doors name.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { filesWithVersions, namedVersions } from '../../tools/named-version';
import { folderWith, removeFolders } from '../cli/session';

const ROOT = join(__dirname, '..', '..');
const IMAGE = 'ghcr.io/cdk8s-volumes/cdk8s-volumes';
const { jobs } = parse(readFileSync(join(ROOT, '.github', 'workflows', 'release.yml'), 'utf8'));

afterEach(removeFolders);

/** Writes down how it was called, after it was told all, so that nobody writes to a closed pipe. */
const SAYS = (name: string) => `#!/bin/sh\ncat > /dev/null\necho "${name} $*" >> "$CALLS"\n`;

/** Plays the steps of a job, and answers which programs it called. */
function play(job: string, matrix: { readonly [key: string]: string }, isDry: boolean): string[] {
  const folder = folderWith({});
  const [work, tools, calls] = ['work', 'tools', 'calls'].map((name) => join(folder, name));
  for (const one of [work, tools, join(folder, 'package')]) mkdirSync(one);
  for (const name of ['docker', 'gh', 'npx', 'npm']) {
    writeFileSync(join(tools, name), SAYS(name), { mode: 0o755 });
  }
  writeFileSync(calls, '');
  writeFileSync(join(folder, 'package', 'package.json'), '{}');
  let env: NodeJS.ProcessEnv = {
    PATH: `${tools}:${process.env.PATH}`,
    CALLS: calls,
    GITHUB_ENV: join(folder, 'env'),
    GITHUB_REPOSITORY: 'o/r',
    GITHUB_ACTOR: 'somebody',
  };
  const bash = (script: string, own: NodeJS.ProcessEnv = {}) => {
    const ended = spawnSync('bash', ['-e', '-o', 'pipefail', '-c', script], {
      cwd: work,
      encoding: 'utf8',
      env: { ...env, ...own },
    });
    if (ended.status !== 0) throw new Error(`${script}: ${ended.stderr}`);
  };
  for (const { name, uses = '', run, if: condition, env: own, with: input } of jobs[job].steps) {
    if (condition !== undefined && isDry) continue;
    if (uses.startsWith('actions/download-artifact@')) {
      mkdirSync(join(work, input.path));
      if (input.path === 'downloads') {
        writeFileSync(join(work, 'downloads', 'cdk8s-volumes-linux-amd64.tar.gz'), 'archive');
      } else {
        bash(
          'echo 1.2.3 > artifacts/version.txt; mkdir artifacts/js; tar -czf artifacts/js/p.tgz -C .. package',
        );
      }
    }
    // It is built in test/doors/executable.test.ts.
    if (run === undefined || (name === 'Run it' && job === 'release_executables')) continue;
    bash(
      run.replaceAll(/\$\{\{ matrix\.(\w+) \}\}/g, (_: string, key: string) => matrix[key]),
      own,
    );
    const written = spawnSync('cat', [join(folder, 'env')], { encoding: 'utf8' }).stdout;
    env = { ...env, ...Object.fromEntries(written.split('\n').map((line) => line.split('='))) };
  }
  return readFileSync(calls, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('npm '))
    .map((line) => line.replaceAll(folder, ''));
}

const LOGIN = 'docker login ghcr.io --username somebody --password-stdin';

test.each([true, false])('executables are built of the version, in a dry run too: %s', (isDry) => {
  expect(play('release_executables', {}, isDry)).toEqual([
    'npx tsx tools/executable/main.ts 1.2.3 executable',
  ]);
});

test('executables, sums and the manifest of krew go to the release', () => {
  const written = 'npx tsx tools/executable/krew.ts 1.2.3 downloads';
  expect(play('release_downloads', {}, true)).toEqual([written]);
  expect(play('release_downloads', {}, false)).toEqual([
    written,
    'gh release upload v1.2.3 downloads/SHA256SUMS downloads/cdk8s-volumes-linux-amd64.tar.gz -R o/r --clobber',
  ]);
  expect(jobs.release_downloads.needs).toEqual(
    expect.arrayContaining(['release_github', 'release_executables']),
  );
});

test('each machine builds, tries and pushes the image of its architecture', () => {
  const matrix = { arch: 'arm64' };
  const built = [
    `docker build --file integrations/Containerfile --label org.opencontainers.image.version=1.2.3 --tag ${IMAGE}:1.2.3-arm64 context`,
    `docker run --rm --volume /work/dist/manifests/eks:/work:ro ${IMAGE}:1.2.3-arm64 check .`,
  ];
  expect(play('release_image', matrix, true)).toEqual(built);
  expect(play('release_image', matrix, false)).toEqual([
    ...built,
    LOGIN,
    `docker push ${IMAGE}:1.2.3-arm64`,
  ]);
});

test('one name leads to the images of all architectures that were pushed', () => {
  const { include } = jobs.release_image.strategy.matrix;
  expect(play('release_image_index', {}, false)).toEqual([
    LOGIN,
    `docker buildx imagetools create --tag ${IMAGE}:1.2.3 --tag ${IMAGE}:latest ${include
      .map(({ arch }: any) => `${IMAGE}:1.2.3-${arch}`)
      .join(' ')}`,
  ]);
  expect(play('release_image_index', {}, true)).toEqual([]);
});

test('documents and integrations name one version, which a release compares with its own', () => {
  const named = namedVersions();
  expect(named.map(({ file }) => file)).toEqual(
    expect.arrayContaining(['.pre-commit-hooks.yaml', 'integrations/gitlab.yml']),
  );
  const [{ version }] = named;
  expect(named.filter((one) => one.version !== version)).toEqual([]);
  const { tasks } = JSON.parse(readFileSync(join(ROOT, '.projen', 'tasks.json'), 'utf8'));
  expect(tasks.bump.steps.at(-1).exec).toBe(
    'tsx tools/named-version.ts --check "$(cat artifacts/version.txt)"',
  );
  const check = (other: string) =>
    spawnSync(
      process.execPath,
      ['--import', require.resolve('tsx'), 'tools/named-version.ts', '--check', other],
      { cwd: ROOT, encoding: 'utf8' },
    );
  expect(check(version).status).toBe(0);
  const { status, stderr } = check('99.0.0');
  expect(status).toBe(1);
  expect(stderr).toContain(
    `the release is 99.0.0, and these name another version; run npx projen name-version 99.0.0`,
  );
});

test('no other way to write a version goes unseen', () => {
  const unseen = filesWithVersions().filter((file) => {
    const text = readFileSync(join(ROOT, file), 'utf8');
    const mentions = [...text.matchAll(/cdk8s-volumes(?:\/cdk8s-volumes)?[@:/]v?\d+\.\d+\.\d+/g)];
    return mentions.length > namedVersions().filter((one) => one.file === file).length;
  });
  expect(unseen).toEqual([]);
});
