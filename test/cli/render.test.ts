import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { flat } from './flat';
import { config, doubtful, filesIn, folderWith, removeFolders, runWith, volume } from './session';

afterEach(removeFolders);

const kindsOf = (text: string) =>
  parseAllDocuments(text).map((document) => (document.toJS() as { kind: string }).kind);

describe('input', () => {
  test('comes from standard input', async () => {
    const { status, stdout, stderr } = await runWith(['render', '-'], {
      stdin: `${config('a')}---\n${volume('b')}`,
    });
    expect({ status, kinds: kindsOf(stdout), stderr }).toEqual({
      status: 0,
      kinds: ['ConfigMap', 'PersistentVolume', 'PersistentVolumeClaim'],
      stderr: '',
    });
  });

  test('comes from standard input if nothing is named', async () => {
    expect(kindsOf((await runWith(['render'], { stdin: config('a') })).stdout)).toEqual([
      'ConfigMap',
    ]);
  });

  test('is not waited for at a terminal', async () => {
    expect(await runWith(['render'], { stdinIsTerminal: true })).toEqual({
      status: 2,
      stdout: '',
      stderr:
        'cdk8s-volumes: there is no input: specify files or directories, or - for standard input\n',
    });
  });

  test('comes from files in their order, and from directories by name with what is below', async () => {
    const folder = folderWith({
      'z.yaml': config('z'),
      'in/b.yml': config('b'),
      'in/a/c.json': '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"c"}}',
      'in/x.txt': ':',
      'in/.hidden/d.yaml': ':',
    });
    const { stdout } = await runWith(['render', join(folder, 'z.yaml'), join(folder, 'in')]);
    expect(
      parseAllDocuments(stdout).map((document) => (document.toJS() as any).metadata.name),
    ).toEqual(['z', 'c', 'b']);
  });

  test('is read once if it is named twice, and links in circles end', async () => {
    const folder = folderWith({ 'in/a.yaml': config('a') });
    symlinkSync(join(folder, 'in'), join(folder, 'in', 'loop'));
    const { status, stdout } = await runWith([
      'render',
      join(folder, 'in'),
      join(folder, 'in', 'a.yaml'),
    ]);
    expect({ status, stdout }).toEqual({ status: 0, stdout: config('a') });
  });

  test.each([
    [
      'a file that is not there',
      'none.yaml',
      /^cdk8s-volumes: cannot read ".*none\.yaml": there is no such file or directory\n$/,
    ],
    [
      'a directory without YAML',
      'empty',
      /^cdk8s-volumes: there is no \*\.yaml, \*\.yml or \*\.json file in the directory ".*empty"\n$/,
    ],
  ])('%s is told', async (_, name, message) => {
    const folder = folderWith({
      'empty/x.txt': '',
      'binary.yaml': Buffer.from([0x61, 0xff, 0x00]),
    });
    expect(await runWith(['render', join(folder, name)])).toEqual({
      status: 2,
      stdout: '',
      stderr: expect.stringMatching(message),
    });
  });

  test.each([
    ['an empty file', ''],
    ['a file of comments', '# nothing\n---\n# at all\n'],
  ])('%s prints nothing, and says so', async (_, stdin) => {
    expect(await runWith(['render', '-'], { stdin })).toEqual({
      status: 0,
      stdout: '',
      stderr: 'there are no documents in the input\n',
    });
  });

  test('in UTF-16 is read', async () => {
    expect(
      (await runWith(['render', '-'], { stdin: Buffer.from(`\ufeff${config('a')}`, 'utf16le') }))
        .stdout,
    ).toBe(config('a'));
    expect(
      (
        await runWith(['render', '-'], {
          stdin: Buffer.from(`\ufeff${config('a')}`, 'utf16le').swap16(),
        })
      ).stdout,
    ).toBe(config('a'));
  });

  test('with line ends of Windows and a byte order mark is written without', async () => {
    expect(
      (await runWith(['render', '-'], { stdin: `\ufeff${config('a').replaceAll('\n', '\r\n')}` }))
        .stdout,
    ).toBe(config('a'));
  });

  test('of 50 MB is rendered', async () => {
    const line = `    ${'x'.repeat(95)}\n`;
    const block = line.repeat(10000);
    const stdin = Array.from(
      { length: 50 },
      (_, index) => `${config(`c${index}`)}data:\n  a: |\n${block}---\n${volume(`v${index}`)}`,
    ).join('---\n');
    expect(stdin.length).toBeGreaterThan(50e6);
    const { status, stdout } = await runWith(['render', '-'], { stdin });
    expect({
      status,
      documents: stdout.split('---\n').length,
      isLonger: stdout.length > stdin.length,
    }).toEqual({ status: 0, documents: 150, isLonger: true });
  });
});

describe('what is wrong', () => {
  test.each([
    [
      'no YAML',
      'a: "\n',
      '<stdin>:1:4: error: a quote or bracket opens here and is not closed; close it, or use the other kind of quotes (render/syntax)\n\n1 error in 1 file\n',
    ],
    [
      'tabs',
      'a:\n\tb: 1\n',
      '<stdin>:2:1: error: a line is indented with a tab, which YAML does not allow; indent with spaces (render/syntax)\n\n1 error in 1 file\n',
    ],
    [
      'a key that appears twice',
      'a: 1\na: 2\n',
      '<stdin>:2:1: error: the key "a" appears twice in one mapping; remove one of the two: kubectl would drop the first silently (render/duplicate-key)\n\n1 error in 1 file\n',
    ],
    [
      'two documents of one name',
      `${config('a')}---\n${config('a')}data: {}\n`,
      '<stdin>:9:3: error: ConfigMap/a: metadata.name: the ConfigMap "a" appears twice: at <stdin>:1 and at <stdin>:6; remove one of the two, or rename it (render/same-object)\n\n1 error in 1 file\n',
    ],
    [
      'a billion laughs',
      `a: &a [${'x, '.repeat(9)}x]\n${[...'bcdefghi'].map((name, index) => `${name}: &${name} [${`*${'abcdefgh'[index]}, `.repeat(9)}*${'abcdefgh'[index]}]\n`).join('')}`,
      '<stdin>:1:14: error: nearly all values of this document come from aliases; write the values out: kubectl rejects such documents as well (render/syntax)\n\n1 error in 1 file\n',
    ],
    [
      'control characters',
      'a: \u001b[31m\n',
      '<stdin>:1:4: error: the character U+001B is not allowed in YAML; remove it, or write it as an escape in double quotes; if it is not a text file, exclude it (render/syntax)\n\n1 error in 1 file\n',
    ],
  ])('%s: is told, and nothing is printed', async (_, stdin, words) => {
    const { stderr, ...ended } = await runWith(['render', '-'], { stdin });
    expect({ ...ended, words: flat(stderr) }).toEqual({ status: 1, stdout: '', words });
  });

  test('anchors and merge keys are nothing wrong', async () => {
    const stdin = volume('a')
      .replace('spec:', 'x: &x {fileSystemID: fs-0123456789abcdef0}\nspec:\n  <<: *x')
      .replace('  fileSystemID: fs-0123456789abcdef0\n', '');
    const { status, stdout } = await runWith(['render', '-'], { stdin });
    expect({ status, kinds: kindsOf(stdout) }).toEqual({
      status: 0,
      kinds: ['PersistentVolume', 'PersistentVolumeClaim'],
    });
  });

  test('a terminal is not sent what it would take for a command', async () => {
    const { stderr } = await runWith(['render', '-'], {
      stdin:
        'apiVersion: v1\nkind: "\\e[31m\\nList"\nmetadata: {name: a}\n---\napiVersion: locust.io/v2\nkind: "\\e[2J"\n',
    });
    expect(stderr).not.toMatch(/[\x00-\x09\x0b-\x1f]/);
  });
});

describe('findings that are alike', () => {
  test('are told at every place, or at as many as are asked for, and all of them are data', async () => {
    const folder = folderWith(
      Object.fromEntries(
        Array.from({ length: 1000 }, (_, index) => [`in/${index}.yaml`, doubtful(`v${index}`)]),
      ),
    );
    const run = async (...more: string[]) => {
      const { status, stderr } = await runWith(['render', join(folder, 'in'), ...more]);
      return { status, places: stderr.match(/^ {2}7:3 {2}warning {2}/gm)?.length, stderr };
    };
    expect(await run('--findings', join(folder, 'f.json'))).toMatchObject({
      status: 0,
      places: 1000,
      stderr: expect.stringMatching(
        /\nby rule\n {2}1000 warnings {2}render\/unknown-field {2}in 1000 files\n\n1000 warnings in 1000 files\n$/,
      ),
    });
    expect(JSON.parse(filesIn(folder)['f.json'])).toHaveLength(1000);
    const cut = await run('--max-places', '3');
    expect(cut.places).toBe(3);
    expect(cut.stderr.match(/^ {2}… 1 warning like those above$/gm)).toHaveLength(997);
  });

  test('are those of whole folders that are not objects', async () => {
    const folder = folderWith({
      'in/a.yaml': volume('a'),
      'in/values.yaml': 'a: 1\n',
      'in/x/kustomization.yaml': 'resources: []\n',
      'in/x/package.json': '{"name": "x"}',
    });
    const { status, stdout, stderr } = await runWith(['render', join(folder, 'in'), '--only']);
    const told = (place: string) =>
      `${place}: warning: this is not a Kubernetes object, so it is omitted; set apiVersion and kind, or exclude the file with --exclude (render/other-document)\n\n`;
    expect({
      status,
      kinds: kindsOf(stdout),
      stderr: flat(stderr).replaceAll(`${join(folder, 'in')}/`, ''),
    }).toEqual({
      status: 0,
      kinds: ['PersistentVolume', 'PersistentVolumeClaim'],
      stderr: `${['values.yaml:1:1', 'x/kustomization.yaml:1:1', 'x/package.json:1:1'].map(told).join('')}3 warnings in 3 files\n`,
    });
  });

  test('are objects that are there again as they are', async () => {
    const stdin = ['a', 'b', 'a', 'b'].map(config).join('---\n');
    const told = (name: string, line: number, places: string) =>
      `<stdin>:${line}:3: warning: ConfigMap/${name}: metadata.name: the ConfigMap "${name}" appears twice, and both are the same: ${places}; remove one of the two (render/same-document)\n`;
    expect(flat((await runWith(['render', '-'], { stdin })).stderr)).toBe(
      `${told('a', 14, 'at <stdin>:1 and at <stdin>:11')}${told('b', 19, 'at <stdin>:6 and at <stdin>:16')}\n2 warnings in 1 file\n`,
    );
  });
});

describe('--pass-through', () => {
  const theirs =
    'apiVersion: locust.io/v1\nkind: LocustTest\nmetadata:\n  name: a\nspec:\n  image: x\n';

  test.each(['LocustTest', 'LocustTest.locust.io', 'LocustTest.v1.locust.io'])(
    'leaves resources of %s as they are',
    async (kind) => {
      expect(await runWith(['render', '-', '--pass-through', kind], { stdin: theirs })).toEqual({
        status: 0,
        stdout: theirs,
        stderr: '',
      });
    },
  );

  test('leaves other kinds alone', async () => {
    const { status, stdout } = await runWith(['render', '-', '--pass-through', 'LocustTest'], {
      stdin: `${theirs}---\n${volume('b')}`,
    });
    expect({ status, kinds: kindsOf(stdout) }).toEqual({
      status: 0,
      kinds: ['LocustTest', 'PersistentVolume', 'PersistentVolumeClaim'],
    });
  });

  test.each(['locust.io/v1', 'locusttest', 'LocustTest.'])(
    'is told of %s, which is not a kind',
    async (kind) => {
      expect(await runWith(['render', '-', '--pass-through', kind], { stdin: theirs })).toEqual({
        status: 2,
        stdout: '',
        stderr: `cdk8s-volumes: --pass-through "${kind}" is not a KIND, such as LocustTest or LocustTest.v1.locust.io (see cdk8s-volumes render --help)\n`,
      });
    },
  );
});

describe('the exit status', () => {
  test('is 0 with warnings', async () => {
    const { status, stderr } = await runWith(['render', '-'], { stdin: doubtful('a') });
    expect({ status, words: flat(stderr) }).toEqual({
      status: 0,
      words: expect.stringMatching(
        /warning: SharedVolume\/team\/a: spec\.path: unknown field "spec.path"; .*\n\n1 warning in 1 file\n$/,
      ),
    });
  });

  test('is 1 with warnings if they are taken for errors, and nothing is printed', async () => {
    expect(await runWith(['render', '-', '--strict'], { stdin: doubtful('a') })).toMatchObject({
      status: 1,
      stdout: '',
    });
  });

  test('is 1 with errors, and neither printed nor written', async () => {
    const folder = folderWith({
      'in/a.yaml': volume('a'),
      'in/b.yaml': volume('b').replace('fs-0', 'FS-0'),
    });
    expect(
      await runWith(['render', join(folder, 'in'), '--out-dir', join(folder, 'out')]),
    ).toMatchObject({ status: 1, stdout: '' });
    expect(Object.keys(filesIn(folder))).toEqual(['in/a.yaml', 'in/b.yaml']);
  });
});

describe('--output', () => {
  test('json prints one list', async () => {
    const { stdout } = await runWith(['render', '-', '-o', 'json'], {
      stdin: `${config('a')}---\n${volume('b')}`,
    });
    const { items, ...list } = JSON.parse(stdout);
    expect({ list, kinds: items.map(({ kind }: { kind: string }) => kind) }).toEqual({
      list: { apiVersion: 'v1', kind: 'List' },
      kinds: ['ConfigMap', 'PersistentVolume', 'PersistentVolumeClaim'],
    });
  });
});

describe('--findings', () => {
  const [row] = [
    {
      rule: 'render/unknown-field',
      severity: 'warning',
      path: 'spec.path',
      message: 'unknown field "spec.path"',
      remedy: 'remove it',
      file: '<stdin>',
      line: 7,
      column: 3,
      object: 'SharedVolume/team/a',
      fingerprint: expect.stringMatching(/^[0-9a-f]{32}$/),
    },
  ];

  test('writes them to a file, beside what is printed', async () => {
    const folder = folderWith({});
    const { stdout } = await runWith(['render', '-', '--findings', join(folder, 'f.json')], {
      stdin: doubtful('a'),
    });
    expect({ findings: JSON.parse(filesIn(folder)['f.json']), kinds: kindsOf(stdout) }).toEqual({
      findings: [row],
      kinds: ['PersistentVolume', 'PersistentVolumeClaim'],
    });
  });

  test('writes them if there are errors, too', async () => {
    const folder = folderWith({});
    expect(
      (
        await runWith(['render', '-', '--strict', '--findings', join(folder, 'f.json')], {
          stdin: doubtful('a'),
        })
      ).status,
    ).toBe(1);
    expect(JSON.parse(filesIn(folder)['f.json'])).toEqual([row]);
  });

  test('writes an empty list if there are none', async () => {
    const folder = folderWith({});
    await runWith(['render', '-', '--findings', join(folder, 'f.json')], { stdin: config('a') });
    expect(filesIn(folder)).toEqual({ 'f.json': '[]\n' });
  });

  test('prints them instead of objects with a dash', async () => {
    expect(
      JSON.parse(
        (await runWith(['render', '-', '--findings', '-'], { stdin: doubtful('a') })).stdout,
      ),
    ).toEqual([row]);
  });

  test('prints them beside files with a dash', async () => {
    const folder = folderWith({});
    const { stdout } = await runWith(['render', '-', '--findings=-', '--out-dir', folder], {
      stdin: doubtful('a'),
    });
    expect({ findings: JSON.parse(stdout), files: Object.keys(filesIn(folder)) }).toEqual({
      findings: [row],
      files: ['stdin.yaml'],
    });
  });
});

describe('--out-dir', () => {
  test('gets one file for each input, and they are told', async () => {
    const folder = folderWith({
      'in/a.yaml': volume('a'),
      'in/sub/b.yml': config('b'),
      'in/c.json': '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"c"}}',
      'in/none.yaml': '',
    });
    const out = join(folder, 'new', 'out');
    const { status, stdout, stderr } = await runWith([
      'render',
      join(folder, 'in'),
      '--out-dir',
      out,
    ]);
    expect({ status, stdout, stderr }).toEqual({
      status: 0,
      stdout: '',
      stderr: ['a.yaml', 'c.yaml', 'sub/b.yml']
        .map((name) => `wrote ${join(out, name)}\n`)
        .join(''),
    });
    expect(Object.keys(filesIn(out))).toEqual(['a.yaml', 'c.yaml', 'sub/b.yml']);
    expect(filesIn(out)['sub/b.yml']).toBe(config('b'));
  });

  test('gets JSON under names of JSON', async () => {
    const folder = folderWith({ 'a.yaml': config('a') });
    await runWith(
      ['render', join(folder, 'a.yaml'), '-', '-o', 'json', '--out-dir', join(folder, 'out')],
      { stdin: config('b') },
    );
    expect(Object.keys(filesIn(join(folder, 'out')))).toEqual(['a.json', 'stdin.json']);
  });

  test('replaces what a run before wrote, and is no input itself', async () => {
    const folder = folderWith({
      'a.yaml': volume('a'),
      'out/a.yaml': 'old',
      'out/other.yaml': ': not read',
    });
    expect((await runWith(['render', folder, '--out-dir', join(folder, 'out')])).status).toBe(0);
    expect(kindsOf(filesIn(folder)['out/a.yaml'])).toEqual([
      'PersistentVolume',
      'PersistentVolumeClaim',
    ]);
    expect(Object.keys(filesIn(folder))).toEqual(['a.yaml', 'out/a.yaml', 'out/other.yaml']);
  });

  test('is refused if an input would be overwritten', async () => {
    const folder = folderWith({ 'a.yaml': volume('a') });
    expect(await runWith(['render', folder, '--out-dir', folder])).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(
        /a\.yaml" is an input and would be overwritten: use a different path for the output\n$/,
      ),
    });
    expect(filesIn(folder)).toEqual({ 'a.yaml': volume('a') });
  });

  test('is refused if two outputs would have one name', async () => {
    const folder = folderWith({ 'x/a.yaml': config('a'), 'y/a.yaml': config('b') });
    expect(
      await runWith([
        'render',
        join(folder, 'x/a.yaml'),
        join(folder, 'y/a.yaml'),
        '--out-dir',
        join(folder, 'out'),
      ]),
    ).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(
        /^cdk8s-volumes: two outputs would be written to ".*out\/a\.yaml": use a different path for each, or render the inputs one at a time\n$/,
      ),
    });
  });

  test('stays as it was if one of the files cannot be written', async () => {
    const folder = folderWith({
      'in/a.yaml': volume('a'),
      'in/b.yaml': volume('b'),
      'in/new/c.yaml': volume('c'),
      'out/a.yaml': 'old',
    });
    mkdirSync(join(folder, 'out', 'b.yaml'));
    expect(
      await runWith(['render', join(folder, 'in'), '--out-dir', join(folder, 'out')]),
    ).toMatchObject({
      status: 2,
      stdout: '',
      stderr: expect.stringMatching(
        /^cdk8s-volumes: cannot write ".*b\.yaml": it is a directory; nothing was written\n$/,
      ),
    });
    expect(Object.keys(filesIn(folder))).toEqual([
      'in/a.yaml',
      'in/b.yaml',
      'in/new/c.yaml',
      'out/a.yaml',
    ]);
    expect(filesIn(folder)['out/a.yaml']).toBe('old');
  });

  test('stays as it was if renaming fails in the middle', async () => {
    const folder = folderWith({
      'in/a.yaml': volume('a'),
      'in/b.yaml': volume('b'),
      'in/new/c.yaml': volume('c'),
      'out/a.yaml': 'old',
    });
    const fs = jest.requireActual<typeof import('node:fs')>('node:fs');
    const { renameSync } = fs;
    const spy = jest.spyOn(fs, 'renameSync').mockImplementation((from, to) => {
      if (String(to).endsWith(`new${'/'}c.yaml`)) {
        throw Object.assign(new Error('x'), { code: 'ENOSPC' });
      }
      renameSync(from, to);
    });
    const { status, stderr } = await runWith([
      'render',
      join(folder, 'in'),
      '--out-dir',
      join(folder, 'out'),
    ]);
    spy.mockRestore();
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: expect.stringMatching(
        /cannot write ".*c\.yaml": there is no space left; nothing was written\n$/,
      ),
    });
    expect(filesIn(join(folder, 'out'))).toEqual({ 'a.yaml': 'old' });
  });

  test('is told if it is a file', async () => {
    const folder = folderWith({ out: 'x' });
    writeFileSync(join(folder, 'a.yaml'), config('a'));
    expect(
      await runWith(['render', join(folder, 'a.yaml'), '--out-dir', join(folder, 'out')]),
    ).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/cannot write .*; nothing was written\n$/),
    });
  });
});

describe('--exclude', () => {
  const folder = () =>
    folderWith({
      'in/values.yaml': ': {',
      'in/a.yaml': config('a'),
      'in/charts/b/c.yaml': ': {',
      'in/sub/values.yaml': ': {',
      'in/sub/b.yaml': config('b'),
    });

  test('leaves out files by name and folders by path', async () => {
    expect(
      await runWith([
        'render',
        join(folder(), 'in'),
        '--exclude',
        'values.yaml',
        '--exclude',
        'charts/**',
      ]),
    ).toEqual({ status: 0, stdout: `${config('a')}---\n${config('b')}`, stderr: '' });
  });

  test('does not look into a folder that it leaves out', async () => {
    const place = join(folder(), 'in');
    symlinkSync('nowhere', join(place, 'charts', 'd.yaml'));
    expect(
      (await runWith(['render', place, '--exclude', 'charts/', '--exclude', 'values.yaml'])).status,
    ).toBe(0);
    expect(
      (await runWith(['render', place, '--exclude', 'charts', '--exclude', 'values.yaml'])).status,
    ).toBe(0);
  });

  test('knows files by the path by which they are named, too', async () => {
    const place = join(folder(), 'in');
    expect(
      await runWith([
        'render',
        join(place, 'values.yaml'),
        join(place, 'a.yaml'),
        place,
        '--exclude',
        'values.yaml',
        '--exclude',
        `${place}/charts`,
      ]),
    ).toEqual({ status: 0, stdout: `${config('a')}---\n${config('b')}`, stderr: '' });
  });

  test('that leaves nothing is told', async () => {
    const place = join(folder(), 'in');
    expect(await runWith(['render', place, '--exclude', '*'])).toEqual({
      status: 2,
      stdout: '',
      stderr: `cdk8s-volumes: there is no *.yaml, *.yml or *.json file in the directory ${JSON.stringify(place)} that --exclude leaves\n`,
    });
    expect(await runWith(['render', join(place, 'a.yaml'), '--exclude', 'a.yaml'])).toEqual({
      status: 2,
      stdout: '',
      stderr: 'cdk8s-volumes: --exclude leaves no input\n',
    });
  });

  test('with signs that mean nothing to it is told', async () => {
    expect((await runWith(['render', '-', '--exclude', '[ab].yaml'])).stderr).toBe(
      'cdk8s-volumes: --exclude "[ab].yaml": "[" has no special meaning here; use * and ? for characters of one name, and ** for any folders (see cdk8s-volumes render --help)\n',
    );
  });
});

describe('colours', () => {
  const coloured = /\x1b\[33mwarning\x1b\[0m/;
  test.each([
    ['a terminal', { stderrIsTerminal: true }, true],
    ['a terminal that shall have none', { stderrIsTerminal: true, env: { NO_COLOR: '1' } }, false],
    ['a terminal that knows none', { stderrIsTerminal: true, env: { TERM: 'dumb' } }, false],
    ['a file', {}, false],
  ])('on %s', async (_, world, isColoured) => {
    expect(
      coloured.test((await runWith(['render', '-'], { stdin: doubtful('a'), ...world })).stderr),
    ).toBe(isColoured);
  });
});
