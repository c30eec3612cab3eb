/**
 * The jobs that publish a release, played as GitHub would run them: with stand-ins for what
 * downloads, builds and publishes.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';

interface Step {
  readonly name?: string;
  readonly uses?: string;
  readonly with?: { readonly [input: string]: string | undefined };
  readonly run?: string;
  readonly env?: { readonly [name: string]: string };
}

interface Job {
  readonly steps: readonly Step[];
  readonly env?: { readonly [name: string]: string };
  readonly permissions: { readonly [name: string]: string };
}

const WORKFLOWS = join(__dirname, '..', '..', '.github', 'workflows');

const release = parse(readFileSync(join(WORKFLOWS, 'release.yml'), 'utf8')) as {
  readonly jobs: { readonly [job: string]: Job };
};

const { jobs } = release;

/** What publishes, and the folder from which it does so. */
const PUBLISHERS = {
  release_npm: ['publib-npm', 'js'],
  release_maven: ['publib-maven', 'java'],
  release_pypi: ['publib-pypi', 'python'],
  release_golang: ['publib-golang', 'go'],
} as const;

/** What `test/doors/release.test.ts` plays. */
const DOORS = [
  'release_executables',
  'release_downloads',
  'release_image',
  'release_image_index',
] as const;

/**
 * Stands for npx: packages into `artifacts`, as the tasks do, and publishes what it finds in
 * `dist`.
 */
const NPX = `#!/bin/sh
case "$1" in
  projen) mkdir -p "artifacts/\${2#package:}" && echo "$2" > "artifacts/\${2#package:}/package" ;;
  -p) echo "$3 $(cat dist/*/package)" ;;
esac
`;
/** Stands for GitHub's own program. */
const GH = `#!/bin/sh
[ "$2" = create ] && echo "$3 $(cat "$7")"
`;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'release-'));
  const file = (name: string, text: string, mode = 0o644) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text, { mode });
  };
  file('bin/npx', NPX, 0o755);
  file('bin/npm', '#!/bin/sh\n', 0o755);
  file('bin/gh', GH, 0o755);
  file('built/changelog.md', 'The first release.\n');
  file('built/releasetag.txt', 'v0.1.0\n');
  file('tarball/package/package.json', '{ "version": "0.1.0" }\n');
  mkdirSync(join(folder, 'built', 'js'));
  execFileSync('tar', [
    'czf',
    join(folder, 'built', 'js', 'cdk8s-volumes@0.1.0.jsii.tgz'),
    '-C',
    join(folder, 'tarball'),
    'package',
  ]);
  mkdirSync(join(folder, 'work'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Plays the steps of a job, and answers what its last one prints. */
function play(job: string): string {
  const work = join(folder, 'work');
  let printed = '';
  for (const { name = '', uses = '', with: input = {}, run, env = {} } of jobs[job].steps) {
    if (uses.startsWith('actions/download-artifact@')) {
      execFileSync('cp', ['-r', join(folder, 'built'), join(work, input.path!)]);
    }
    if (uses.startsWith('actions/checkout@')) mkdirSync(join(work, input.path!));
    if (run === undefined || name === 'Restore build artifact permissions') continue;
    const { status, stdout, stderr } = spawnSync('bash', ['-e', '-c', run], {
      cwd: work,
      encoding: 'utf8',
      env: {
        ...env,
        PATH: `${join(folder, 'bin')}:${process.env.PATH}`,
        GITHUB_REPOSITORY: 'o/r',
        GITHUB_SHA: 'abc',
      },
    });
    if (status !== 0) throw new Error(`${job}: ${name}: ${stderr}`);
    printed = stdout;
  }
  return printed;
}

test.each(Object.entries(PUBLISHERS))(
  '%s publishes what it has built of the downloaded package',
  (job, [publisher, language]) => {
    expect(play(job)).toBe(`${publisher} package:${language}\n`);
    expect(readFileSync(join(folder, 'work', '.repo', 'package.json'), 'utf8')).toBe(
      '{ "version": "0.1.0" }\n',
    );
    expect(existsSync(join(folder, 'work', 'dist', language, 'package'))).toBe(true);
  },
);

test('a release on GitHub has the tag and the changelog that were made with the packages', () => {
  expect(play('release_github')).toBe('v0.1.0 The first release.\n');
});

test('every job that publishes is played here, or with the doors', () => {
  expect(
    Object.keys(jobs)
      .filter((job) => job !== 'release')
      .sort(),
  ).toEqual([...Object.keys(PUBLISHERS), ...DOORS, 'release_github'].sort());
});

// npm trusts a workflow from npm 11.5.1 on, and Node.js 22 brings npm 10.
test('npm is published by a Node.js whose npm is trusted, and npm and PyPI are asked with an identity in place of a secret', () => {
  const [setup] = jobs.release_npm.steps;
  expect(setup.with?.['node-version']).toBe('24.x');
  for (const job of ['release_npm', 'release_pypi']) {
    expect(jobs[job].permissions['id-token']).toBe('write');
  }
});

test.each(readdirSync(WORKFLOWS))(
  'every action of %s is a commit, which nobody can move',
  (file) => {
    const { jobs: own } = parse(readFileSync(join(WORKFLOWS, file), 'utf8')) as typeof release;
    const used = Object.values(own)
      .flatMap(({ steps }) => steps)
      .flatMap(({ uses }) => uses ?? []);
    expect(used.length).toBeGreaterThan(1);
    expect(used.filter((action) => !/^[\w.-]+\/[\w./-]+@[0-9a-f]{40}$/.test(action))).toEqual([]);
  },
);

test('no job that may publish runs scripts of the packages that it installs', () => {
  const installers = Object.entries(jobs).filter(([, { steps }]) =>
    steps.some(({ run = '' }) => /\bnpm ci\b/.test(run)),
  );
  expect(installers.map(([job]) => job).sort()).toEqual(
    ['release', 'release_executables', 'release_downloads', ...Object.keys(PUBLISHERS)].sort(),
  );
  const own = {
    PATH: process.env.PATH,
    HOME: folder,
    NPM_CONFIG_GLOBALCONFIG: join(folder, 'none'),
  };
  const setting = (env: Job['env'] = {}) =>
    execFileSync('npm', ['config', 'get', 'ignore-scripts'], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...own, ...env },
    }).trim();
  expect(setting()).toBe('false');
  for (const env of new Set(installers.map(([, job]) => JSON.stringify(job.env)))) {
    expect(setting(JSON.parse(env) as Job['env'])).toBe('true');
  }
});

test.each(['build.yml', 'release.yml'])(
  'what %s sets up is a version, and not the newest one there is',
  (file) => {
    const workflow = parse(readFileSync(join(WORKFLOWS, file), 'utf8')) as typeof release;
    const versions = Object.values(workflow.jobs)
      .flatMap(({ steps }) => steps)
      .filter(({ uses = '' }) => uses.startsWith('actions/setup-'))
      .map(({ with: input = {} }) =>
        Object.entries(input).find(([name]) => name.endsWith('-version')),
      );
    expect(versions.length).toBeGreaterThan(5);
    expect(new Set(versions.map((version) => version?.join(' ')))).toEqual(
      new Set([
        'node-version 24.x',
        ...(file === 'build.yml' ? ['node-version 22.x', 'node-version 20.x'] : []),
        'java-version 11',
        'python-version 3.13',
        'go-version 1.25.x',
      ]),
    );
  },
);

test('the secrets that are asked for are those that CONTRIBUTING.md lists', () => {
  const asked = new Set(
    [...JSON.stringify(jobs).matchAll(/secrets\.(\w+)/g)]
      .map(([, name]) => name)
      .filter((name) => name !== 'GITHUB_TOKEN'),
  );
  const table = /\n\| secret \| for \|\n([\s\S]*?)\n\n/.exec(
    readFileSync(join(__dirname, '..', '..', 'CONTRIBUTING.md'), 'utf8'),
  )![1];
  const listed = [...table.matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name);
  expect([...asked].sort()).toEqual(listed.sort());
});
