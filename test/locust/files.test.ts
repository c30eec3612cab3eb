import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { checkConfigMapName, checkFiles, contentOf, TestFile } from '../../src/locust/files';
import { readFolder } from '../../src/locust/read-folder';

const files = (...paths: string[]): TestFile[] =>
  paths.map((path) => ({ path, content: `# ${path}` }));
const said = (list: readonly TestFile[]) =>
  checkFiles(list, 'the folder').map(({ severity, message }) => `${severity}: ${message}`);
const bytes = (...values: number[]) => new Uint8Array(values);

describe('the content of a config map', () => {
  test('has files by their names, in order', () => {
    expect(Object.entries(contentOf(files('b.py', 'a.py')).data!)).toEqual([
      ['a.py', '# a.py'],
      ['b.py', '# b.py'],
    ]);
  });

  test('has nothing else where names are keys', () => {
    expect(contentOf(files('a.py', '-._A1'))).toEqual({
      data: { 'a.py': '# a.py', '-._A1': '# -._A1' },
    });
  });

  test('has bytes apart from text', () => {
    expect(
      contentOf([
        { path: 'a.py', content: Buffer.from('é') },
        { path: 'a.bin', content: bytes(0xff, 0) },
        { path: 'b.bin', content: bytes(0) },
        { path: 'empty', content: bytes() },
      ]),
    ).toEqual({
      data: { 'a.py': 'é', empty: '' },
      binaryData: { 'a.bin': '/wA=', 'b.bin': 'AA==' },
    });
  });

  test('has keys for paths that are none, and says which file each one is', () => {
    const { data, items } = contentOf(files('lib/users.py', 'a b.py', 'main.py'));
    expect(items).toEqual([
      { key: expect.stringMatching(/^a_b\.py\.[0-9a-f]{8}$/), path: 'a b.py' },
      { key: expect.stringMatching(/^lib__users\.py\.[0-9a-f]{8}$/), path: 'lib/users.py' },
      { key: 'main.py', path: 'main.py' },
    ]);
    expect(Object.keys(data!)).toEqual(items!.map(({ key }) => key));
  });

  test('tells paths apart that look the same as keys', () => {
    expect(Object.keys(contentOf(files('a/b', 'a__b', 'a b', 'a_b', 'é', 'è')).data!)).toHaveLength(
      6,
    );
  });

  test('has a key of at most 253 characters for the longest path', () => {
    expect(
      Object.keys(contentOf(files(`${'d'.repeat(255)}/${'f'.repeat(255)}`)).data!)[0],
    ).toHaveLength(249);
  });

  test('keeps a file that is called as a property of objects is', () => {
    expect(Object.keys(contentOf(files('constructor', 'toString')).data!)).toEqual([
      'constructor',
      'toString',
    ]);
  });
});

describe('files are refused', () => {
  test.each<[string, TestFile[], string[]]>([
    ['when there are none', [], ['error: there are no files in the folder']],
    [
      'outside of the folder',
      files('../a.py', '/a.py', 'a/./b.py', 'a//b.py', ''),
      [
        'error: "../a.py" is not a path within the folder',
        'error: "/a.py" is not a path within the folder',
        'error: "a/./b.py" is not a path within the folder',
        'error: "a//b.py" is not a path within the folder',
        'error: "" is not a path within the folder',
      ],
    ],
    [
      'with two dots in front',
      files('..data'),
      ['error: "..data" begins with two dots, which the API server refuses'],
    ],
    ['twice', files('a.py', 'a.py'), ['error: there are two files "a.py"']],
    ['that are folders, too', files('a', 'a/b/c'), ['error: "a" is both a file and a folder']],
    [
      'that are not text',
      [
        { path: 'a.py', content: undefined as any },
        { path: 'b.py', content: 5 as any },
      ],
      [
        'error: the content of "a.py" is undefined, which is not a string',
        'error: the content of "b.py" is 5, which is not a string',
      ],
    ],
    [
      'of more than 1 MiB',
      [
        { path: 'a', content: 'x'.repeat(1024 * 1024) },
        { path: 'b', content: 'x' },
      ],
      ['error: the files of the folder have 1048577 bytes, but a ConfigMap holds at most 1048576'],
    ],
  ])('%s', (_what, list, messages) => {
    expect(said(list)).toEqual(messages);
  });

  test('are counted in bytes, not in characters', () => {
    expect(said([{ path: 'a', content: 'é'.repeat(600 * 1024) }])).toEqual([
      'error: the files of the folder have 1228800 bytes, but a ConfigMap holds at most 1048576',
    ]);
  });
});

test('files of 1 MiB fit, but not into the annotation of kubectl', () => {
  expect(said([{ path: 'a', content: 'x'.repeat(1024 * 1024) }])).toEqual([
    'warning: the files of the folder have 1048576 bytes, too many for client-side kubectl apply',
  ]);
});

test('bytes take more room in the annotation than in the config map', () => {
  expect(said([{ path: 'a', content: Buffer.alloc(190 * 1024, 0xff) }])).toEqual([]);
  expect(said([{ path: 'a', content: Buffer.alloc(200 * 1024, 0xff) }])).toHaveLength(1);
});

test('the annotation of kubectl ends at 256 KiB of bytes, not of characters', () => {
  const json = (content: string) =>
    Buffer.byteLength(JSON.stringify(contentOf([{ path: 'a', content }])));
  const room = 256 * 1024 - json('');
  expect(said([{ path: 'a', content: 'x'.repeat(room) }])).toEqual([]);
  expect(said([{ path: 'a', content: 'x'.repeat(room + 1) }])).toHaveLength(1);
  expect(said([{ path: 'a', content: 'é'.repeat(room / 2 + 1) }])).toHaveLength(1);
});

test('a key is at most 253 characters long, and one more is another key', () => {
  expect(Object.keys(contentOf(files('f'.repeat(253))).data!)).toEqual(['f'.repeat(253)]);
  expect(contentOf(files('f'.repeat(254))).items).toEqual([
    { key: expect.stringMatching(/^f{240}\.[0-9a-f]{8}$/), path: 'f'.repeat(254) },
  ]);
});

test('files of 250 kB are fine', () => {
  expect(said([{ path: 'a', content: 'x'.repeat(250_000) }])).toEqual([]);
});

test.each([
  ['code', []],
  ['team.code-2', []],
  ['My_Code', ['"My_Code": a lowercase RFC 1123 subdomain']],
  ['', ['"": a lowercase RFC 1123 subdomain']],
  [5, ['5 is not the name of a ConfigMap']],
])('the name %j of a config map', (name, messages) => {
  expect(checkConfigMapName(name as string).map(({ message }) => message)).toEqual(
    messages.map((message) => expect.stringContaining(message)),
  );
});

describe('a folder', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'load-'));
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  function write(...paths: string[]): void {
    for (const path of paths) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), path);
    }
  }
  const read = (...exclude: string[]) =>
    readFolder(folder, ...(exclude.length > 0 ? [exclude] : []));
  const paths = (...exclude: string[]) => read(...exclude).files.map(({ path }) => path);

  test('is read with its sub-folders, in order', () => {
    write('b.py', 'a/z.py', 'a/b/c.py', 'a.py');
    expect(read()).toEqual({
      files: ['a/b/c.py', 'a/z.py', 'a.py', 'b.py'].map((path) => ({
        path,
        content: Buffer.from(path),
      })),
      findings: [],
    });
  });

  test('is read without what Python, Git and desktops leave behind', () => {
    write(
      'a.py',
      '__pycache__/a.pyc',
      'lib/__pycache__/b.pyc',
      'c.pyc',
      '.git/config',
      '.DS_Store',
      '.venv/bin/python',
      '.pytest_cache/x',
      'git/keep',
      'pyc',
    );
    expect(paths()).toEqual(['a.py', 'git/keep', 'pyc']);
  });

  test('is read without what is named', () => {
    write('a.py', 'data/big.csv', 'lib/data/x', 'b.csv', '__pycache__/a.pyc');
    expect(paths('data', '*.csv')).toEqual(['a.py']);
  });

  test('is read through links', () => {
    write('shared/a.py', 'test/b.py');
    symlinkSync(join(folder, 'shared'), join(folder, 'test', 'lib'));
    symlinkSync(join(folder, 'shared', 'a.py'), join(folder, 'test', 'c.py'));
    expect(readFolder(join(folder, 'test')).files.map(({ path }) => path)).toEqual([
      'b.py',
      'c.py',
      'lib/a.py',
    ]);
  });

  test('that is empty has no files', () => {
    expect(read()).toEqual({ files: [], findings: [] });
  });

  test.each<[string, (at: string) => void, string]>([
    [
      'is a link to one of its own parents',
      (at) => symlinkSync(at, join(at, 'loop')),
      'loop is a link to one of its own parents',
    ],
    ['has a link to nothing', (at) => symlinkSync(join(at, 'gone'), join(at, 'link')), 'ENOENT'],
    [
      'has a pipe',
      (at) => void execFileSync('mkfifo', [join(at, 'pipe')]),
      'pipe is neither a file nor a folder',
    ],
  ])('that %s cannot be read', (_what, make, message) => {
    make(folder);
    expect(read()).toEqual({
      files: [],
      findings: [
        expect.objectContaining({
          rule: 'locust/test-files',
          severity: 'error',
          message: expect.stringMatching(
            new RegExp(`^the folder "${folder}" cannot be read: .*${message}`),
          ),
        }),
      ],
    });
  });

  test.each([['missing'], [undefined], [5]])('that is %j cannot be read', (path) => {
    expect(readFolder(path as string).findings.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^the folder .* cannot be read: /),
    ]);
  });

  test('that is a file cannot be read', () => {
    write('a.py');
    expect(readFolder(join(folder, 'a.py')).findings.map(({ message }) => message)).toEqual([
      expect.stringContaining('ENOTDIR'),
    ]);
  });
});
