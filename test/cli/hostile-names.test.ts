/** Hostile names in files, in names of files and in arguments, in every output of every command. */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { config, folderWith, removeFolders, runWith } from './session';
import { planScript } from '../../src/cli/diff-plan';
import { FolderLock } from '../../src/cli/lock';
import { SHELLS } from '../../src/cli/shells';
import { ObjectPlan } from '../../src/diff';
import { harmless } from '../../src/escape';
import { HOSTILE_NAMES } from '../support/hostile-names';
import {
  Seen,
  seenInGithub,
  seenInJson,
  seenInMarkdown,
  seenInMermaid,
  seenInXml,
  seenInYaml,
} from '../support/seen';
import { sampleOf } from '../support/size';

const NAMES = Object.values(HOSTILE_NAMES);
/** As a file can be called: a half of a character is none to a file system, nor in YAML. */
const FILES = NAMES.map(
  (name, index) => `${name.replace(/[\0/\ud800]/g, '_').slice(0, 40)}${index}.yaml`,
);
const IN_FILES = NAMES.map((name) => name.replace('\ud800', '\ufffd'));
const PLAIN = ['plain-0', 'plain-1'];

/** What each name is used for: the objects and their texts. */
function objectsOf(name: string, storageClassName: string): object[] {
  const of = (metadata: object = {}) => ({ name, namespace: name, ...metadata });
  return [
    {
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: of({ labels: { [name]: name } }),
      spec: { accessModes: [name], storageClassName, resources: { requests: { storage: name } } },
    },
    {
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: { name, namespace: 'shop' },
      spec: {
        accessModes: ['ReadWriteOnce'],
        storageClassName,
        resources: { requests: { storage: '1Gi' } },
      },
    },
    {
      apiVersion: 'storage.k8s.io/v1',
      kind: 'StorageClass',
      metadata: { name },
      provisioner: name,
      reclaimPolicy: name,
      parameters: { [name]: name },
    },
    {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: of({ annotations: { 'cdk8s-volumes.io/acknowledge': name } }),
      spec: {
        template: {
          spec: {
            securityContext: { fsGroup: 2000 },
            containers: [
              {
                name,
                image: name,
                [name]: name,
                env: [{ name, value: name }],
                volumeMounts: [
                  { name, mountPath: name },
                  { name: 'data', mountPath: `/${name}` },
                ],
              },
            ],
            volumes: [
              { name, persistentVolumeClaim: { claimName: name } },
              { name: 'data', persistentVolumeClaim: { claimName: name } },
            ],
          },
        },
      },
    },
  ];
}

/** As YAML has it for every reader. */
const written = (object: object) =>
  JSON.stringify(object).replace(
    /[^\n -~]/gu,
    (sign) => `\\U${sign.codePointAt(0)!.toString(16).padStart(8, '0')}`,
  );

/**
 * A folder of files with all names, and what it was before: with other classes, which no claim may
 * change.
 */
function repository(names: readonly string[], files: readonly string[]): string {
  const folder = folderWith({ 'one.yaml': config('one') });
  for (const [part, storageClassName] of [
    ['old', 'slow'],
    ['new', 'fast'],
  ]) {
    mkdirSync(join(folder, part));
    names.forEach((name, index) => {
      writeFileSync(
        join(folder, part, files[index]),
        objectsOf(name, storageClassName).map(written).join('\n---\n'),
      );
    });
  }
  return folder;
}

let hostile: string;
let plain: string;
const home = process.cwd();
beforeAll(() => {
  hostile = repository(IN_FILES, FILES);
  plain = repository(
    PLAIN,
    PLAIN.map((name) => `${name}.yaml`),
  );
});
afterEach(() => process.chdir(home));
afterAll(removeFolders);

const run = async (folder: string, argv: readonly string[]) => {
  process.chdir(folder);
  // A comment has no room for all of them.
  if (argv[0] !== 'diff' || !argv.includes('markdown')) return runWith(argv);
  const ended = await runWith([...argv, '--full-report', 'all.md']);
  return { ...ended, stdout: readFileSync('all.md', 'utf8') };
};

/**
 * What no output has, whatever its format: characters that are not seen or are obeyed, and commands
 * of builds.
 */
function expectFit(output: string): void {
  expect(
    output.match(/[^\n\P{Cc}]|[\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu),
  ).toBeNull();
  expect(output.match(/##\w*\[.*/g)).toBeNull();
}

/** In no line of what is not made for it, a command. */
function expectNoCommand(output: string): void {
  expect(output.match(/^\s*::.*/gm)).toBeNull();
}

const READERS: { readonly [format: string]: (output: string) => Seen } = {
  json: seenInJson,
  sarif: seenInJson,
  junit: seenInXml,
  svg: seenInXml,
  html: seenInXml,
  markdown: seenInMarkdown,
  mermaid: seenInMermaid,
  github: seenInGithub,
  yaml: seenInYaml,
  text: (output) => ({ texts: output.split('\n'), elements: new Set() }),
  unix: (output) => ({ texts: output.split('\n'), elements: new Set() }),
};
/** Programs read these, and get the very name. */
const EXACT = ['json', 'sarif', 'yaml'];

/** How a name begins where it is shown: at the start of a text or within one. */
function shownAs(name: string, isExact: boolean): string[] {
  const shown = isExact ? [name] : [harmless(name), harmless(`x${name}`).slice(1)];
  return shown.map((text) => [...text.replace(/\s+/g, ' ')].slice(0, 30).join('').trim());
}

test.each([
  ...['text', 'unix', 'json', 'sarif', 'junit', 'github'].map((format) => `check new -o ${format}`),
  ...['text', 'json'].map((format) => `check new --explain-ownership -o ${format}`),
  ...['delete-app', 'uninstall'].flatMap((event) =>
    ['text', 'json'].map((format) => `check new --what-if ${event} -o ${format}`),
  ),
  ...['text', 'json', 'markdown', 'sarif', 'github', 'mermaid', 'svg', 'html'].map(
    (format) => `diff old new -o ${format}`,
  ),
  ...['text', 'json', 'markdown'].map((format) => `diff old new --plan -o ${format}`),
  ...['mermaid', 'svg', 'html', 'json'].map((format) => `map new -o ${format}`),
  'render new --findings - -o json',
])('%s has hostile names as texts alone', async (line) => {
  const argv = line.split(' ');
  const format = argv[argv.length - 1];
  const { stdout, stderr } = await run(hostile, argv);
  expect(stdout).not.toBe('');
  for (const output of [stdout, stderr]) expectFit(output);
  for (const output of format === 'github' ? [stderr] : [stdout, stderr]) expectNoCommand(output);
  const { texts, elements } = READERS[format](stdout);
  const usual =
    elements.size === 0 ? elements : READERS[format]((await run(plain, argv)).stdout).elements;
  // The notice counts what GitHub does not show, of which the plain names have less.
  const others = [...elements].filter((element) => !usual.has(element) && element !== 'notice');
  expect(others).toEqual([]);
  const words = texts.join('\n').replace(/\s+/g, ' ');
  const missing = IN_FILES.filter(
    (name) => !shownAs(name, EXACT.includes(format)).some((shown) => words.includes(shown)),
  );
  expect(missing).toEqual([]);
});

test('a table for a comment has each hostile name as text alone', async () => {
  // As many as there is room for.
  for (let from = 0; from < NAMES.length; from += 2) {
    const { stdout } = await run(hostile, [
      'check',
      ...FILES.slice(from, from + 2).map((file) => `./new/${file}`),
      '-o',
      'markdown',
    ]);
    expectFit(stdout);
    expect(stdout).not.toContain('Not shown');
    const { texts, elements } = seenInMarkdown(stdout);
    expect(
      [...elements].filter((element) => !['page', 'h3', 'p', 'strong', 'code'].includes(element)),
    ).toEqual([]);
    const words = texts.join('\n').replace(/\s+/g, ' ');
    expect(
      IN_FILES.slice(from, from + 2).filter(
        (name) => !shownAs(name, false).some((shown) => words.includes(shown)),
      ),
    ).toEqual([]);
  }
});

test.each(['json', 'yaml'])(
  'what is rendered as %s is exact, and has nothing that turns a text around',
  async (format) => {
    const data = Object.fromEntries(IN_FILES.map((name, index) => [`key-${index}`, name]));
    const folder = folderWith({
      'config.json': JSON.stringify({
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name: 'web', annotations: data },
        data,
      }),
    });
    const { stdout } = await run(folder, ['render', 'config.json', '-o', format]);
    const { texts } = READERS[format](stdout);
    expect(IN_FILES.filter((name) => !texts.includes(name))).toEqual([]);
    expect(
      stdout.match(/[^\n\P{Cc}]|[\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu),
    ).toBeNull();
  },
);

test('a baseline has the very names, and what has gone since is told as text', async () => {
  await run(hostile, ['check', 'new', '--write-baseline', 'baseline.json']);
  const baseline = readFileSync(join(hostile, 'baseline.json'), 'utf8');
  expectFit(baseline);
  writeFileSync(join(plain, 'baseline.json'), baseline);
  const { stderr } = await run(plain, ['check', 'new', '--baseline', 'baseline.json']);
  expectFit(stderr);
  expectNoCommand(stderr);
  expect(stderr).toContain('the baseline contains a finding that no longer occurs');
});

const ARGUMENTS: readonly (readonly string[])[] = [
  ['NAME'],
  ['--NAME'],
  ['help', 'NAME'],
  ['completion', 'NAME'],
  ['check', 'NAME'],
  ['map', 'NAME'],
  ['render', 'NAME'],
  ['diff', 'NAME', 'NAME'],
  ['diff', 'NAME:x', 'one.yaml'],
  ['check', '--explain', 'NAME'],
  ['check', '--NAME'],
  ['check', '--output=NAME'],
  ['check', '--kubernetes=NAME'],
  ['check', '--platform=NAME'],
  ['check', '--namespace=NAME'],
  ['check', '--config=NAME'],
  ['check', '--exclude=NAME['],
  ['check', '--baseline=NAME'],
  ['check', '--what-if=NAME'],
  ['check', '--gitops=NAME'],
  ['check', 'one.yaml', '--write-baseline=NAME/NAME'],
  ['diff', 'one.yaml', 'one.yaml', '--bound=NAME'],
  ['diff', 'one.yaml', 'one.yaml', '--engine=NAME'],
  ['map', 'one.yaml', '--out-file=NAME/NAME'],
  ['render', '--pass-through=NAME'],
  ['render', '--operator-env=NAME'],
  ['render', '--operator-preset=NAME'],
  ['render', 'one.yaml', '--out-dir=NAME'],
];
// No argument has a NUL.
const GIVEN = NAMES.filter((one) => !one.includes('\0'));
test.each(ARGUMENTS.map((argv, index) => [argv.join(' '), argv, index] as const))(
  'a hostile name in %p is text alone in what is said of it',
  async (_, argv, index) => {
    for (const name of sampleOf(GIVEN, 3, index)) {
      const { stdout, stderr } = await run(
        hostile,
        argv.map((arg) => arg.replaceAll('NAME', name)),
      );
      for (const output of [stdout, stderr]) {
        expectFit(output);
        expectNoCommand(output);
      }
    }
  },
);

test('a hostile name of a folder that another run writes to is text alone', async () => {
  const outDir = 'out\u202e\x9b31m';
  const folder = folderWith({ 'one.yaml': config('one'), [`${outDir}/other.yaml`]: '' });
  const lock = await FolderLock.take(
    join(folder, outDir),
    { stale: 1e9, most: 1, between: 1 },
    async () => undefined,
  );
  let now = performance.now();
  const clock = jest.spyOn(performance, 'now').mockImplementation(() => (now += 700));
  process.chdir(folder);
  const { stderr } = await runWith(['render', 'one.yaml', '--out-dir', outDir], {
    patience: { stale: 1e9, most: 10_000, between: 1 },
  });
  clock.mockRestore();
  lock?.release();
  expectFit(stderr);
  expect(stderr.split('\n').map((line) => line.split(':')[0])).toEqual([
    'waiting for another run that writes to "out\\u202e\\x9b31m"',
    'cdk8s-volumes',
    '',
  ]);
});

test.each(SHELLS)('the completion of %s has nothing that is not seen', async (shell) => {
  expectFit((await run(plain, ['completion', shell])).stdout.replaceAll('\t', ''));
});

test('the scripts of plans do nothing with hostile names but hand them to kubectl', async () => {
  const { stdout } = await run(hostile, ['diff', 'old', 'new', '--plan', '-o', 'json']);
  const { plans } = JSON.parse(stdout) as { plans: ObjectPlan[] };
  expect(plans.length).toBeGreaterThan(NAMES.length);
  const bin = folderWith({
    kubectl: '#!/bin/sh\nwhile read -r line; do :; done\n',
    'run.sh': plans.map(planScript).join(''),
  });
  chmodSync(join(bin, 'kubectl'), 0o755);
  const {
    status,
    stdout: printed,
    stderr,
  } = spawnSync('/bin/sh', ['run.sh'], {
    cwd: bin,
    encoding: 'utf8',
    input: '',
    env: { PATH: bin },
  });
  expect({ status, printed, stderr }).toEqual({ status: 0, printed: '', stderr: '' });
});
