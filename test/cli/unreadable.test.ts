/**
 * One file that cannot be read is one finding at its place, in every command, and the others are
 * looked at all the same.
 */
import { execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  rmdirSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { flat } from './flat';
import { config, folderWith, removeFolders, runWith } from './session';

afterEach(removeFolders);

const CLAIM = `apiVersion: v1
kind: PersistentVolumeClaim
metadata: { name: data, namespace: shop }
spec: { accessModes: [ReadWriteOnce], storageClassName: fast, resources: { requests: { storage: 1Gi } } }
`;
const POD = `apiVersion: v1
kind: Pod
metadata: { name: web, namespace: shop }
spec:
  containers: [{ name: web, image: 'registry.example.com/web:1.0.0', volumeMounts: [{ name: data, mountPath: data }] }]
  volumes: [{ name: data, persistentVolumeClaim: { claimName: data } }]
`;

const deep = (levels: number) =>
  `{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"x"},"data":${'['.repeat(levels)}${']'.repeat(levels)}}`;
const write = (text: string | Buffer) => (path: string) => writeFileSync(path, text);
const TOO_DEEP =
  /lists and mappings lie more than 500 deep in each other; close all brackets: nothing in Kubernetes is that deep.*\(render\/syntax\)/;

/** What is done with a path so that it cannot be read, and what is said of it. */
const UNREADABLE: readonly (readonly [string, (path: string) => void, RegExp])[] = [
  [
    'a link to nowhere',
    (path) => symlinkSync('nowhere', path),
    /it cannot be read: it is a symbolic link to "nowhere", and there is no such file or directory; remove the link, or exclude it/,
  ],
  [
    'a link to itself',
    (path) => symlinkSync('broken.json', path),
    /it cannot be read: symbolic links form a loop; remove the link, or exclude it/,
  ],
  [
    'a file that is not text',
    write(Buffer.from([0x61, 0xff, 0])),
    /it cannot be read: it is not UTF-8 text; save it as UTF-8, or exclude it/,
  ],
  [
    'a file that is too large',
    (path) => {
      write('')(path);
      truncateSync(path, 128 * 2 ** 20 + 1);
    },
    /it cannot be read: one run reads at most 128 MiB of input.*; render it in parts, or exclude it/,
  ],
  ['JSON of 5,000 levels', write(deep(5000)), TOO_DEEP],
  ['JSON of 100,000 levels', write(deep(100_000)), TOO_DEEP],
  [
    'YAML of 5,000 levels',
    write(deep(5000).replace('{"apiVersion"', '{apiVersion').replace('"kind"', 'kind')),
    TOO_DEEP,
  ],
  [
    'an object with a comment in its JSON',
    write(
      `// ours\n${JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'x' } }, null, 2)}`,
    ),
    /\(render\/syntax\)/,
  ],
];

const COMMANDS: readonly (readonly [string, (folder: string) => readonly string[]])[] = [
  ['check', (folder) => ['check', folder]],
  ['check --what-if', (folder) => ['check', folder, '--what-if', 'prune']],
  ['check --explain-ownership', (folder) => ['check', folder, '--explain-ownership']],
  ['map', (folder) => ['map', folder]],
  ['diff', (folder) => ['diff', join(folder, 'a.yaml'), folder]],
];

describe.each(UNREADABLE)('%s', (what, make, words) => {
  // Links are left behind by many tools; what is in other files is meant to be there.
  const status = what === 'a link to nowhere' ? 0 : 1;

  test.each(COMMANDS)('is one finding of %s, which does the rest', async (_name, args) => {
    const folder = folderWith({ 'a.yaml': CLAIM, 'c.yaml': POD });
    const rest = await runWith(args(folder));
    make(join(folder, 'broken.json'));
    const { stdout, stderr, ...ended } = await runWith(args(folder));
    expect({
      ...ended,
      isTold: words.test(flat(stdout + stderr)),
      isBug: /RangeError/.test(stderr),
    }).toEqual({ status: Math.max(status, rest.status), isTold: true, isBug: false });
    expect(`${stdout}${stderr}`.match(/broken\.json/g)).toHaveLength(1);
    // What is said besides is the same as without it, but for the count.
    for (const line of rest.stdout
      .split('\n')
      .filter((one) => !/^\d+ (?:error|warning)s?\b/.test(one))) {
      expect(stdout).toContain(line);
    }
  });

  test('is told by render with all else that is wrong, and nothing is written', async () => {
    const folder = folderWith({ 'a.yaml': CLAIM, 'c.yaml': POD });
    make(join(folder, 'broken.json'));
    const { stdout, stderr, ...ended } = await runWith(['render', folder]);
    expect({ ...ended, stdout, isTold: words.test(flat(stderr)) }).toEqual({
      status: 1,
      stdout: '',
      isTold: true,
    });
    expect(stderr).toContain('(pod/mount-path)');
  });

  test('may be excluded, and then nothing is said of it', async () => {
    const folder = folderWith({ 'a.yaml': CLAIM });
    make(join(folder, 'broken.json'));
    expect(await runWith(['render', folder, '--exclude', 'broken.json'])).toEqual({
      status: 0,
      stdout: CLAIM,
      stderr: '',
    });
  });

  test('is a finding if it is named beside others', async () => {
    const folder = folderWith({ 'c.yaml': POD });
    make(join(folder, 'broken.json'));
    const ended = await runWith(['check', join(folder, 'broken.json'), join(folder, 'c.yaml')]);
    expect({
      status: ended.status,
      isTold: words.test(flat(ended.stdout)),
      isRestTold: ended.stdout.includes('(pod/mount-path)'),
    }).toEqual({ status: 1, isTold: true, isRestTold: true });
  });
});

describe('what nobody may read', () => {
  const refuse = (call: 'openSync' | 'readdirSync', name: string) => {
    const fs = jest.requireActual<typeof import('node:fs')>('node:fs');
    const original = fs[call] as (...args: unknown[]) => unknown;
    return jest.spyOn(fs, call).mockImplementation(((path: unknown, ...args: unknown[]) => {
      if (String(path).endsWith(name)) throw Object.assign(new Error(), { code: 'EACCES' });
      return original(path, ...args);
    }) as never);
  };

  test.each([
    ['a file', 'openSync', 'b.yaml'],
    ['a folder', 'readdirSync', 'sub'],
  ] as const)('is a finding at its place: %s', async (_, call, name) => {
    const folder = folderWith({ 'b.yaml': CLAIM, 'c.yaml': POD, 'sub/d.yaml': config('d') });
    const spy = refuse(call, name);
    const { status, stdout } = await runWith(['check', folder]);
    spy.mockRestore();
    expect(status).toBe(1);
    expect(flat(stdout)).toContain(
      `${join(folder, name)}: error: it cannot be read: permission denied; make it readable, or exclude it (render/unreadable)\n`,
    );
    expect(stdout).toContain('(pod/mount-path)');
  });

  const isRoot = process.getuid?.() === 0;
  (isRoot ? test.skip : test)(
    `and neither by the system (${isRoot ? 'skipped: root may read everything' : 'this user may not read everything'})`,
    async () => {
      const folder = folderWith({ 'b.yaml': CLAIM });
      chmodSync(join(folder, 'b.yaml'), 0);
      expect((await runWith(['check', folder])).stdout).toContain('permission denied');
    },
  );
});

describe('a pipe', () => {
  test('that no program writes to is a finding, after a while', async () => {
    const folder = folderWith({ 'c.yaml': POD });
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const { status, stdout } = await runWith(['check', pipe, join(folder, 'c.yaml')]);
    expect(status).toBe(1);
    expect(flat(stdout)).toContain(
      'it cannot be read: it is a pipe that no program writes to; start the program that writes to it, or exclude it (render/unreadable)',
    );
    expect(stdout).toContain('(pod/mount-path)');
  });

  test('is read to its end when a program writes to it, as slowly as it may', async () => {
    const folder = folderWith({ text: config('a') });
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const writer = spawn(
      'sh',
      [
        '-c',
        `(head -c 20 '${join(folder, 'text')}'; sleep 0.3; tail -c +21 '${join(folder, 'text')}') > '${pipe}'`,
      ],
      { stdio: 'ignore' },
    );
    const ended = new Promise((done) => writer.on('close', done));
    expect(
      await runWith(['render', pipe], { patience: { stale: 50, most: 20_000, between: 1 } }),
    ).toEqual({ status: 0, stdout: config('a'), stderr: '' });
    await ended;
  });
});

describe('a data file of another program', () => {
  const DATA: readonly (readonly [string, string])[] = [
    ['tsconfig.json', '{\n  // ours\n  "compilerOptions": { "strict": true, },\n}\n'],
    ['ratings.json', '{"rating": 5}\n{"rating": 4}\n{"rating":\n'],
    ['deep.json', `${'['.repeat(5000)}${']'.repeat(5000)}`],
    ['mkdocs.yml', 'markdown_extensions:\n- emoji: !!python/name:material.twemoji\n- a: [\n'],
    ['dashboard.json', '{"title": "Nodes", "panels": []}\n'],
  ];

  test.each(DATA)(
    'found in a folder is passed over by check and diff, with a line: %s',
    async (name, text) => {
      const folder = folderWith({ 'a.yaml': config('a'), [name]: text });
      const line = `${join(folder, name)}${name === 'ratings.json' ? ':1' : ''} is skipped: it has no Kubernetes object\n`;
      expect(await runWith(['check', folder])).toEqual({
        status: 0,
        stdout: '',
        stderr: `${line}no problems in 1 file, 1 object read\n`,
      });
      expect(await runWith(['map', folder])).toMatchObject({ status: 0, stderr: line });
      expect(await runWith(['diff', join(folder, 'a.yaml'), folder])).toEqual({
        status: 0,
        stdout: '1 unchanged\n',
        stderr: line,
      });
      expect(await runWith(['diff', folder, join(folder, 'a.yaml')])).toEqual({
        status: 0,
        stdout: '1 unchanged\n',
        stderr: line,
      });
      const { status, stderr } = await runWith(['render', folder]);
      expect({ status, isTold: stderr.includes('(render/other-document)') }).toEqual({
        status: 0,
        isTold: true,
      });
    },
  );

  test.each(DATA.slice(0, 4))('that is named is an error: %s', async (name, text) => {
    const folder = folderWith({ [name]: text });
    const { status, stdout } = await runWith(['check', join(folder, name)]);
    expect({ status, isTold: stdout.includes('(render/syntax)') }).toEqual({
      status: 1,
      isTold: true,
    });
  });
});

describe('where the working directory was deleted', () => {
  const inDeleted = async (run: () => Promise<void>) => {
    const before = process.cwd();
    const folder = mkdtempSync(join(tmpdir(), 'cdk8s-volumes-'));
    process.chdir(folder);
    rmdirSync(folder);
    try {
      await run();
    } finally {
      process.chdir(before);
    }
  };

  test.each(COMMANDS)('absolute paths are read as ever: %s', async (_, args) => {
    const folder = folderWith({ 'a.yaml': CLAIM });
    const elsewhere = await runWith(args(folder));
    await inDeleted(async () => expect(await runWith(args(folder))).toEqual(elsewhere));
  });

  test('SARIF has absolute paths, and standard input is read', async () => {
    const folder = folderWith({ 'c.yaml': POD });
    await inDeleted(async () => {
      expect(await runWith(['check', join(folder, 'c.yaml'), '-o', 'sarif'])).toMatchObject({
        status: 0,
        stderr: expect.stringMatching(/^\d+ warnings? in 1 file, 1 object read\n$/),
      });
      expect(await runWith(['render', '-'], { stdin: config('a') })).toEqual({
        status: 0,
        stdout: config('a'),
        stderr: '',
      });
    });
  });

  test('relative ones are told as what they are', async () => {
    await inDeleted(async () => {
      expect(await runWith(['check', 'a.yaml'])).toEqual({
        status: 2,
        stdout: '',
        stderr: 'cdk8s-volumes: cannot read "a.yaml": there is no such file or directory\n',
      });
      const deleted =
        'cdk8s-volumes: the working directory no longer exists: change to another directory, or use absolute paths\n';
      expect(await runWith(['render', '-', '--out-dir', 'out'], { stdin: config('a') })).toEqual({
        status: 2,
        stdout: '',
        stderr: deleted,
      });
    });
  });
});

test('folders that lead in circles are read once', async () => {
  const folder = folderWith({ 'sub/a.yaml': config('a') });
  symlinkSync('..', join(folder, 'sub', 'up'));
  mkdirSync(join(folder, 'other'));
  symlinkSync('../sub', join(folder, 'other', 'sub'));
  expect(await runWith(['render', folder])).toEqual({ status: 0, stdout: config('a'), stderr: '' });
});

interface Answer {
  readonly objects: readonly { readonly object: string; readonly verdict: string }[];
  readonly findings: readonly { readonly file: string; readonly rule: string }[];
}

describe('diff, of a file that cannot be read in NEW', () => {
  const run = async (next: { readonly [name: string]: string }) => {
    const folder = folderWith({ 'old/a.yaml': CLAIM, 'old/b.yaml': config('b'), ...next });
    const { status, stdout, stderr } = await runWith([
      'diff',
      join(folder, 'old'),
      join(folder, 'new'),
      '-o',
      'json',
    ]);
    const { objects, findings } = JSON.parse(stdout) as Answer;
    return {
      status,
      objects: objects.map(({ object, verdict }) => `${object} ${verdict}`),
      findings: findings.map(({ file, rule }) => `${file.slice(folder.length + 1)} ${rule}`),
      stderr: stderr.replaceAll(`${folder}/`, '').split('\n')[0],
    };
  };

  test('takes its objects to stay as they are', async () => {
    expect(await run({ 'new/a.yaml': `${CLAIM}---\nx: [`, 'new/b.yaml': config('b') })).toEqual({
      status: 1,
      objects: ['PersistentVolumeClaim/shop/data unchanged', 'ConfigMap/default/b unchanged'],
      findings: ['new/a.yaml render/syntax'],
      stderr: expect.stringContaining('new/a.yaml'),
    });
    expect(
      await run({ 'new/a.yaml': `${CLAIM.replace('kind:', 'kind')}`, 'new/b.yaml': config('b') }),
    ).toEqual({
      status: 1,
      objects: ['ConfigMap/default/b unchanged', 'PersistentVolumeClaim/shop/data unchanged'],
      findings: ['new/a.yaml render/syntax'],
      stderr:
        'old/a.yaml: its objects are assumed to stay as they are, because the file cannot be read in NEW',
    });
  });

  test('and looks at objects of other files as ever', async () => {
    expect(await run({ 'new/a.yaml': 'x: [' })).toMatchObject({
      objects: expect.arrayContaining(['ConfigMap/default/b deleted']),
    });
  });
});
