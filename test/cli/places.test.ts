/**
 * Odd things in folders: links, devices, names that are not text, and what a run that was killed
 * left behind.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  constants,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { flat } from './flat';
import { PROGRAM, start, until } from './process';
import { config, doubtful, filesIn, folderWith, removeFolders, runWith, volume } from './session';

afterEach(removeFolders);

describe('a directory of inputs', () => {
  test('may have links that lead nowhere, pipes and names that are not UTF-8, as long as none of them is called like an input', async () => {
    const folder = folderWith({ 'a.yaml': config('a') });
    symlinkSync('nowhere', join(folder, 'README'));
    symlinkSync('circle', join(folder, 'circle'));
    execFileSync('mkfifo', [join(folder, 'pipe.yaml')]);
    writeFileSync(
      Buffer.concat([Buffer.from(`${folder}/caf`), Buffer.from([0xe9]), Buffer.from('.txt')]),
      '',
    );
    expect(await runWith(['render', folder])).toEqual({
      status: 0,
      stdout: config('a'),
      stderr: '',
    });
  });

  test('is told of a link to nowhere that is called like an input', async () => {
    const folder = folderWith({ 'a.yaml': config('a') });
    symlinkSync('nowhere', join(folder, 'b.yaml'));
    const { stderr, ...ended } = await runWith(['render', folder]);
    expect({ ...ended, words: flat(stderr) }).toEqual({
      status: 1,
      stdout: '',
      words:
        `${join(folder, 'b.yaml')}: error: it cannot be read: it is a symbolic link to "nowhere", and there is no such file or directory; ` +
        'remove the link, or exclude it (render/unreadable)\n\n1 error in 1 file\n',
    });
  });

  test('is told of a name that is not UTF-8', async () => {
    const folder = folderWith({});
    writeFileSync(
      Buffer.concat([Buffer.from(`${folder}/caf`), Buffer.from([0xe9]), Buffer.from('.yaml')]),
      config('a'),
    );
    const { stderr, ...ended } = await runWith(['render', folder]);
    expect({ ...ended, words: flat(stderr) }).toEqual({
      status: 1,
      stdout: '',
      words: expect.stringMatching(
        /yaml: error: it cannot be read: its name is not UTF-8; rename it \(render\/unreadable\)\n\n1 error in 1 file\n$/,
      ),
    });
  });

  test('does not have the folder for output as an input, even if that is named through a link', async () => {
    const folder = folderWith({ 'in/a.yaml': config('a'), 'in/out/a.yaml': 'old' });
    symlinkSync('in/out', join(folder, 'out'));
    expect(
      await runWith(['render', join(folder, 'in'), '--out-dir', join(folder, 'out')]),
    ).toMatchObject({ status: 0 });
    expect(filesIn(folder)['in/out/a.yaml']).toBe(config('a'));
  });

  test('has names that are told without what a terminal would obey', async () => {
    const folder = folderWith({ 'in/a\x1b[31m\u009b\n.yaml': config('a') });
    const { stderr } = await runWith([
      'render',
      join(folder, 'in'),
      '--out-dir',
      join(folder, 'out'),
    ]);
    expect(stderr).toBe(`wrote ${join(folder, 'out', 'a\\x1b[31m\\x9b')} .yaml\n`);
    expect((await runWith(['render', join(folder, 'none\u009b\u202e')])).stderr).toMatch(
      /none\\x9b\\u202e"/,
    );
  });
});

describe('findings', () => {
  test('go into a device, which stays what it is', async () => {
    const folder = folderWith({});
    const link = join(folder, 'findings.json');
    symlinkSync('/dev/null', link);
    expect(
      (await runWith(['render', '-', '--findings', link], { stdin: config('a') })).status,
    ).toBe(0);
    expect(readlinkSync(link)).toBe('/dev/null');
  });

  test('go into a pipe that somebody reads', async () => {
    const folder = folderWith({});
    const pipe = join(folder, 'findings');
    execFileSync('mkfifo', [pipe]);
    const reader = spawn('timeout', ['300', 'cat', pipe]);
    let read = '';
    reader.stdout.on('data', (chunk) => (read += chunk));
    const closed = new Promise((done) => reader.on('close', done));
    expect(
      (await runWith(['render', '-', '--findings', pipe], { stdin: doubtful('a') })).status,
    ).toBe(0);
    await closed;
    expect(JSON.parse(read)).toHaveLength(1);
  });

  test('are printed if they are to go to /dev/stdout', async () => {
    const fs = jest.requireActual<typeof import('node:fs')>('node:fs');
    // Or a mistake would cost the machine its /dev/stdout.
    const spies = (['renameSync', 'writeFileSync', 'linkSync'] as const).map((name) =>
      jest.spyOn(fs, name).mockImplementation(() => undefined),
    );
    const { stdout } = await runWith(['render', '-', '--findings', '/dev/stdout'], {
      stdin: config('a'),
    });
    spies.forEach((spy) => spy.mockRestore());
    expect(stdout).toBe('[]\n');
  });
});

describe('a file that is replaced', () => {
  test('is the one that a link leads to, within the folder', async () => {
    const folder = folderWith({ 'a.yaml': config('a'), 'out/real.yaml': 'old' });
    symlinkSync('real.yaml', join(folder, 'out', 'a.yaml'));
    symlinkSync('out', join(folder, 'link'));
    expect(
      (await runWith(['render', join(folder, 'a.yaml'), '--out-dir', join(folder, 'link')])).status,
    ).toBe(0);
    expect(lstatSync(join(folder, 'out', 'a.yaml')).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(folder, 'out', 'real.yaml'), 'utf8')).toBe(config('a'));
  });

  test('is never missing: under its name there is the old or the new one', async () => {
    const folder = folderWith({ 'a.yaml': volume('a'), 'out/a.yaml': 'old' });
    const fs = jest.requireActual<typeof import('node:fs')>('node:fs');
    const { renameSync } = fs;
    const seen: boolean[] = [];
    const spy = jest.spyOn(fs, 'renameSync').mockImplementation((from, to) => {
      seen.push(fs.existsSync(join(folder, 'out', 'a.yaml')));
      renameSync(from, to);
      seen.push(fs.existsSync(join(folder, 'out', 'a.yaml')));
    });
    await runWith(['render', join(folder, 'a.yaml'), '--out-dir', join(folder, 'out')]);
    spy.mockRestore();
    expect(seen).toEqual([true, true]);
    expect(Object.keys(filesIn(folder))).toEqual(['a.yaml', 'out/a.yaml']);
  });

  test.each(['600', '640', '444', '755'])(
    'keeps its mode, whatever the umask says: %s',
    async (octal) => {
      const mode = parseInt(octal, 8);
      const folder = folderWith({ 'a.yaml': config('a'), 'out/a.yaml': 'old', 'f.json': 'old' });
      const [target, findings] = [join(folder, 'out', 'a.yaml'), join(folder, 'f.json')];
      for (const file of [target, findings]) chmodSync(file, mode);
      const umask = process.umask(0o077);
      expect(
        await runWith([
          'render',
          join(folder, 'a.yaml'),
          '--out-dir',
          join(folder, 'out'),
          '--findings',
          findings,
        ]),
      ).toMatchObject({ status: 0 });
      process.umask(umask);
      expect([target, findings].map((file) => statSync(file).mode % 0o10000)).toEqual([mode, mode]);
      expect([readFileSync(target, 'utf8'), readFileSync(findings, 'utf8')]).toEqual([
        config('a'),
        '[]\n',
      ]);
    },
  );

  test('is at no moment readable for more people than before', async () => {
    const folder = folderWith({ 'a.yaml': config('a'), 'out/a.yaml': 'old' });
    chmodSync(join(folder, 'out', 'a.yaml'), 0o600);
    const fs = jest.requireActual<typeof import('node:fs')>('node:fs');
    const { openSync: open } = fs;
    const modes: unknown[] = [];
    const spy = jest.spyOn(fs, 'openSync').mockImplementation((path, flags, mode) => {
      if (String(path).endsWith('.tmp')) modes.push([flags, mode]);
      return open(path, flags, mode);
    });
    await runWith(['render', join(folder, 'a.yaml'), '--out-dir', join(folder, 'out')]);
    spy.mockRestore();
    expect(modes).toEqual([['wx', 0o600]]);
  });

  test('is written into, where it is mounted by itself and cannot be renamed', async () => {
    const folder = folderWith({
      'a.yaml': config('a'),
      'b.yaml': config('b'),
      'out/a.yaml': 'old',
    });
    const fs = jest.requireActual<typeof import('node:fs')>('node:fs');
    const { renameSync } = fs;
    const spy = jest.spyOn(fs, 'renameSync').mockImplementation((from, to) => {
      if (String(to).endsWith('a.yaml')) throw Object.assign(new Error(), { code: 'EBUSY' });
      renameSync(from, to);
    });
    const before = statSync(join(folder, 'out', 'a.yaml')).ino;
    expect(
      await runWith([
        'render',
        join(folder, 'a.yaml'),
        join(folder, 'b.yaml'),
        '--out-dir',
        join(folder, 'out'),
      ]),
    ).toMatchObject({ status: 0 });
    spy.mockRestore();
    expect(filesIn(join(folder, 'out'))).toEqual({ 'a.yaml': config('a'), 'b.yaml': config('b') });
    expect(statSync(join(folder, 'out', 'a.yaml')).ino).toBe(before);
  });
});

describe('a link in the folder for output that leads out of it is refused', () => {
  const refused = (folder: string, path: string, link: string, target: string) => ({
    status: 2,
    stdout: '',
    stderr:
      `cdk8s-volumes: cannot write ${JSON.stringify(join(folder, 'out', path))}: ${JSON.stringify(join(folder, 'out', link))} is a symbolic link to ${JSON.stringify(target)}, ` +
      `which is outside ${JSON.stringify(join(folder, 'out'))}; nothing was written: remove the link, or name the directory that it leads to\n`,
  });

  test.each([
    ['to a file', 'sub/a.yaml', '../../outside/real.yaml'],
    ['to a folder', 'sub', '../outside'],
    ['to nowhere', 'sub/a.yaml', '../../outside/none.yaml'],
    ['to a device', 'sub/a.yaml', '/dev/null'],
    ['to a folder that is called nearly alike', 'sub', '../out2'],
  ])('%s', async (_, link, target) => {
    const files = {
      'in/0.yaml': config('"0"'),
      'in/sub/a.yaml': config('a'),
      'outside/real.yaml': 'old',
      'out2/a.yaml': 'old',
      'out/0.yaml': 'old',
    };
    const folder = folderWith(files);
    if (link !== 'sub') mkdirSync(join(folder, 'out', 'sub'));
    symlinkSync(target, join(folder, 'out', link));
    const findings = join(folder, 'findings.json');
    expect(
      await runWith([
        'render',
        join(folder, 'in'),
        '--out-dir',
        join(folder, 'out'),
        '--findings',
        findings,
      ]),
    ).toEqual(refused(folder, 'sub/a.yaml', link, target));
    expect(readlinkSync(join(folder, 'out', link))).toBe(target);
    expect(Object.keys(filesIn(join(folder, 'outside')))).toEqual(['real.yaml']);
    for (const [name, text] of Object.entries(files)) {
      expect(readFileSync(join(folder, name), 'utf8')).toBe(text);
    }
  });

  test('by a way through another link, whose name is told', async () => {
    const folder = folderWith({ 'in/a.yaml': config('a'), 'real.yaml': 'old' });
    mkdirSync(join(folder, 'out'));
    symlinkSync('b.yaml', join(folder, 'out', 'a.yaml'));
    symlinkSync('../real.yaml', join(folder, 'out', 'b.yaml'));
    expect(await runWith(['render', join(folder, 'in'), '--out-dir', join(folder, 'out')])).toEqual(
      refused(folder, 'a.yaml', 'a.yaml', 'b.yaml'),
    );
  });

  test('that is put there while other runs are waited for', async () => {
    const folder = folderWith({
      'in/a.yaml': config('a'),
      'real.yaml': 'old',
      'out/.cdk8s-volumes.lock': 'x',
    });
    const fs = jest.requireActual<typeof import('node:fs')>('node:fs');
    const { renameSync } = fs;
    const spy = jest.spyOn(fs, 'renameSync').mockImplementationOnce((from, to) => {
      renameSync(from, to);
      symlinkSync('../real.yaml', join(folder, 'out', 'a.yaml'));
    });
    const outcome = await runWith(['render', join(folder, 'in'), '--out-dir', join(folder, 'out')]);
    spy.mockRestore();
    expect(outcome).toEqual(refused(folder, 'a.yaml', 'a.yaml', '../real.yaml'));
    expect(filesIn(folder)).toEqual({
      'in/a.yaml': config('a'),
      'out/a.yaml': 'old',
      'real.yaml': 'old',
    });
  });

  test('that replaces a folder between two steps', async () => {
    const folder = folderWith({
      'in/a.yaml': config('a'),
      'in/sub/b.yaml': config('b'),
      'outside/x': '',
      'out/sub/b.yaml': 'old',
    });
    const fs = jest.requireActual<typeof import('node:fs')>('node:fs');
    const { renameSync } = fs;
    const spy = jest.spyOn(fs, 'renameSync').mockImplementationOnce((from, to) => {
      renameSync(from, to);
      renameSync(join(folder, 'out', 'sub'), join(folder, 'out', 'before'));
      symlinkSync('../outside', join(folder, 'out', 'sub'));
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
      stderr: `cdk8s-volumes: cannot write ${JSON.stringify(join(folder, 'out', 'sub', 'b.yaml'))}: a directory on the way was replaced by a symbolic link; nothing was written\n`,
    });
    expect(filesIn(join(folder, 'outside'))).toEqual({ x: '' });
    expect(
      Object.keys(filesIn(join(folder, 'out'))).filter((name) => !name.startsWith('before')),
    ).toEqual(['sub/x']);
  });

  test('and so is a pipe, which nobody may read', async () => {
    const folder = folderWith({ 'in/a.yaml': config('a') });
    mkdirSync(join(folder, 'out'));
    const pipe = join(folder, 'out', 'a.yaml');
    execFileSync('mkfifo', [pipe]);
    expect(await runWith(['render', join(folder, 'in'), '--out-dir', join(folder, 'out')])).toEqual(
      {
        status: 2,
        stdout: '',
        stderr: `cdk8s-volumes: cannot write ${JSON.stringify(pipe)}: it is a pipe or a device; nothing was written: remove it\n`,
      },
    );
  });
});

describe('two names of one file are refused', () => {
  const twice = (path: string) => ({
    status: 2,
    stdout: '',
    stderr: `cdk8s-volumes: two outputs would be written to ${JSON.stringify(path)}: use a different path for each, or render the inputs one at a time\n`,
  });

  test('where the findings would go into the folder for output through a link to it, which is made only now', async () => {
    const folder = folderWith({ 'a.yaml': config('a') });
    symlinkSync('out', join(folder, 'link'));
    const findings = join(folder, 'link', 'a.yaml');
    expect(
      await runWith([
        'render',
        join(folder, 'a.yaml'),
        '--out-dir',
        join(folder, 'out'),
        '--findings',
        findings,
      ]),
    ).toEqual(twice(findings));
    mkdirSync(join(folder, 'out'));
    expect(
      await runWith([
        'render',
        join(folder, 'a.yaml'),
        '--out-dir',
        join(folder, 'out'),
        '--findings',
        findings,
      ]),
    ).toEqual(twice(findings));
    expect(filesIn(folder)).toEqual({ 'a.yaml': config('a') });
  });

  test('where the findings are a link to a file that is not there yet', async () => {
    const folder = folderWith({ 'a.yaml': config('a') });
    symlinkSync('out/a.yaml', join(folder, 'f.json'));
    expect(
      await runWith([
        'render',
        join(folder, 'a.yaml'),
        '--out-dir',
        join(folder, 'out'),
        '--findings',
        join(folder, 'f.json'),
      ]),
    ).toEqual(twice(join(folder, 'f.json')));
  });

  test('where two outputs are one file by a hard link', async () => {
    const folder = folderWith({ 'a.yaml': config('a'), 'out/a.yaml': 'old' });
    linkSync(join(folder, 'out', 'a.yaml'), join(folder, 'f.json'));
    expect(
      await runWith([
        'render',
        join(folder, 'a.yaml'),
        '--out-dir',
        join(folder, 'out'),
        '--findings',
        join(folder, 'f.json'),
      ]),
    ).toEqual(twice(join(folder, 'f.json')));
  });

  test('where an output is an input by a hard link', async () => {
    const folder = folderWith({ 'a.yaml': config('a') });
    mkdirSync(join(folder, 'out'));
    linkSync(join(folder, 'a.yaml'), join(folder, 'out', 'a.yaml'));
    expect(
      await runWith(['render', join(folder, 'a.yaml'), '--out-dir', join(folder, 'out')]),
    ).toEqual({
      status: 2,
      stdout: '',
      stderr: `cdk8s-volumes: ${JSON.stringify(join(folder, 'out', 'a.yaml'))} is an input and would be overwritten: use a different path for the output\n`,
    });
  });

  test('where the file system does not tell small letters from capital ones', async () => {
    const folder = folderWith({ 'x/a.yaml': config('a'), 'y/A.yaml': config('b') });
    const fs = jest.requireActual<typeof import('node:fs')>('node:fs');
    const spy = jest
      .spyOn(fs, 'existsSync')
      .mockImplementation((path) =>
        readdirSync(join(String(path), '..')).some(
          (name) => name.toLowerCase() === basename(String(path)).toLowerCase(),
        ),
      );
    const outcome = await runWith([
      'render',
      join(folder, 'x', 'a.yaml'),
      join(folder, 'y', 'A.yaml'),
      '--out-dir',
      join(folder, 'out'),
    ]);
    spy.mockRestore();
    expect(outcome).toEqual({
      status: 2,
      stdout: '',
      stderr: `cdk8s-volumes: two outputs would be written to ${JSON.stringify(join(folder, 'out', 'A.yaml'))}, or it has just been created; nothing was written: use a different path for each\n`,
    });
    expect(filesIn(folder)).toEqual({ 'x/a.yaml': config('a'), 'y/A.yaml': config('b') });
  });
});

describe('what can be neither read nor written ends with a message', () => {
  test.each([
    ['/proc/none', '"/proc/none": no directory can be created there; nothing was written'],
    [
      '/proc/none/below',
      '"/proc/none/below": no directory can be created there; nothing was written',
    ],
    ['/dev/null', '"/dev/null": a part of the path is not a directory; nothing was written'],
    [
      '/dev/null/below',
      '"/dev/null/below": a part of the path is not a directory; nothing was written',
    ],
  ])('as a folder for output: %s', async (outDir, message) => {
    expect(await runWith(['render', '-', '--out-dir', outDir], { stdin: config('a') })).toEqual({
      status: 2,
      stdout: '',
      stderr: `cdk8s-volumes: cannot write ${message}\n`,
    });
  });

  test.each<[string, (path: string) => void]>([
    ['a folder', (path) => void mkdirSync(path)],
    ['a link', (path) => symlinkSync('../real', path)],
  ])('as the lock of a folder for output: %s', async (_, make) => {
    const folder = folderWith({ 'out/x': '', real: 'old' });
    const lock = join(folder, 'out', '.cdk8s-volumes.lock');
    make(lock);
    expect(
      await runWith(['render', '-', '--out-dir', join(folder, 'out')], { stdin: config('a') }),
    ).toEqual({
      status: 2,
      stdout: '',
      stderr: `cdk8s-volumes: cannot write ${JSON.stringify(lock)}: it is the place of a lock, and not a file; remove it; nothing was written\n`,
    });
    expect(readFileSync(join(folder, 'real'), 'utf8')).toBe('old');
  });

  const noEnd =
    'one run reads at most 128 MiB of input, and this is more or never ends; render it in parts';
  const tooLong = (file: string) => ({
    status: 1,
    stdout: '',
    stderr: `${file} (1 error)\n  -  error\n     it cannot be read: one run reads at most 128 MiB of input, and this is more or never ends (render/unreadable)\n     fix: render it in parts, or exclude it\n\n1 error in 1 file\n`,
  });
  test('as an input without end', async () => {
    expect(await runWith(['render', '/dev/zero'])).toEqual(tooLong('/dev/zero'));
  });

  test('as a file of an operator without end', async () => {
    expect(
      await runWith(['render', '-', '--operator-env', 'DEFAULT_POD_SPEC_PATH=/dev/zero']),
    ).toEqual({
      status: 2,
      stdout: '',
      stderr: `cdk8s-volumes: cannot read "/dev/zero": ${noEnd}\n`,
    });
  });

  test('as a file that is larger than a run takes, which is not read then', async () => {
    const folder = folderWith({ 'a.yaml': '', 'b.yaml': '#'.repeat(100) });
    truncateSync(join(folder, 'a.yaml'), 128 * 2 ** 20 + 1);
    expect(await runWith(['render', folder])).toEqual(tooLong(join(folder, 'a.yaml')));
    truncateSync(join(folder, 'a.yaml'), 128 * 2 ** 20 - 99);
    expect((await runWith(['render', folder])).stderr).toContain(
      tooLong(join(folder, 'b.yaml')).stderr.split('\n')[0],
    );
  });
});

test('a folder to which others write for longer than anybody waits is told, and stays as it is', async () => {
  const folder = folderWith({
    'a.yaml': config('a'),
    'out/.cdk8s-volumes.lock': 'x',
    'out/a.yaml': 'old',
  });
  const out = join(folder, 'out');
  expect(
    await runWith(['render', join(folder, 'a.yaml'), '--out-dir', out], {
      patience: { stale: 60_000, most: 30, between: 1 },
    }),
  ).toEqual({
    status: 2,
    stdout: '',
    stderr: `cdk8s-volumes: cannot write ${JSON.stringify(out)}: other runs have been writing there for a long time; nothing was written: run it again when they are done\n`,
  });
  expect(filesIn(out)).toEqual({ '.cdk8s-volumes.lock': 'x', 'a.yaml': 'old' });
});

test('what a killed run left in a folder goes with its lock, and nothing that only looks like it', async () => {
  const [left, foreign] = ['a'.repeat(32), 'b'.repeat(32)];
  const names = [
    `.cdk8s-volumes.${left}.0.tmp`,
    `sub/.cdk8s-volumes.${left}.1.old`,
    `.cdk8s-volumes.${foreign}.0.tmp`,
    '.cdk8s-volumes.yaml',
  ];
  const folder = folderWith({
    'in/a.yaml': config('a'),
    'in/sub/b.yaml': config('b'),
    'out/.cdk8s-volumes.lock': left,
    ...Object.fromEntries(names.map((name) => [`out/${name}`, 'x'])),
  });
  expect(
    await runWith(['render', join(folder, 'in'), '--out-dir', join(folder, 'out')]),
  ).toMatchObject({ status: 0 });
  expect(Object.keys(filesIn(join(folder, 'out')))).toEqual([
    names[2],
    names[3],
    'a.yaml',
    'sub/b.yaml',
  ]);
});

test('the findings of a run before are no input', async () => {
  const folder = folderWith({ 'a.yaml': config('a') });
  const args = ['render', folder, '--findings', join(folder, 'findings.json')];
  expect([(await runWith(args)).stderr, (await runWith(args)).stderr]).toEqual(['', '']);
});

describe('as a process', () => {
  test('it cannot read a directory as standard input', async () => {
    const child = spawn(process.execPath, [...PROGRAM, 'render', '-'], {
      stdio: [openSync(folderWith({}), 'r'), 'ignore', 'pipe'],
    });
    let said = '';
    child.stderr!.on('data', (chunk) => (said += chunk));
    const status = await new Promise((done) => child.on('close', done));
    expect({ status, said }).toEqual({
      status: 2,
      said: 'cdk8s-volumes: cannot read <stdin>: it is a directory\n',
    });
  });

  test('it ends at Ctrl-C even while it waits for a file', async () => {
    const pipe = join(folderWith({}), 'pipe');
    execFileSync('mkfifo', [pipe]);
    const { child, ended } = start(['render', pipe]);
    let file: number | undefined;
    await until(() => (file = openIfRead(pipe)) !== undefined, 20);
    child.kill('SIGINT');
    expect(await ended).toMatchObject({ signal: 'SIGINT' });
    closeSync(file!);
  });

  test('it takes a pipe of the shell as a file', async () => {
    const { stdout, stderr, status } = spawnSync(
      'bash',
      ['-c', `'${[process.execPath, ...PROGRAM].join("' '")}' render <(printf '${config('a')}')`],
      { encoding: 'utf8' },
    );
    expect({ stdout, stderr, status }).toEqual({ stdout: config('a'), stderr: '', status: 0 });
  });

  test('it reads no more of standard input than a run takes', async () => {
    const child = spawn(process.execPath, [...PROGRAM, 'render', '-'], {
      stdio: [openSync('/dev/zero', 'r'), 'ignore', 'pipe'],
    });
    let said = '';
    child.stderr!.on('data', (chunk) => (said += chunk));
    const status = await new Promise((done) => child.on('close', done));
    expect({ status, said }).toEqual({
      status: 2,
      said: 'cdk8s-volumes: cannot read <stdin>: one run reads at most 128 MiB of input, and this is more or never ends; render it in parts\n',
    });
  });

  test.each([
    [
      'input',
      (file: string) => `render - --findings '${file}' < '${file}'`,
      (file: string) =>
        `${file} is an input and would be overwritten: use a different path for the output`,
    ],
    [
      'output',
      (file: string) => `render - --findings '${file}' < /dev/null >> '${file}'`,
      (file: string) =>
        `standard output already goes to ${file}: use a different path for the file`,
    ],
    [
      'error',
      (file: string) => `render - --findings '${file}' < /dev/null 2>> '${file}'`,
      (file: string) => `standard error already goes to ${file}: use a different path for the file`,
    ],
  ])('it does not write its findings over what its standard %s is', (_, args, message) => {
    const file = join(folderWith({ 'f.yaml': '# x\n' }), 'f.yaml');
    const { status, stderr } = spawnSync(
      'bash',
      ['-c', `'${[process.execPath, ...PROGRAM].join("' '")}' ${args(file)}`],
      { encoding: 'utf8' },
    );
    expect({ status, stderr: stderr + readFileSync(file, 'utf8').slice(4) }).toEqual({
      status: 2,
      stderr: `cdk8s-volumes: ${message(JSON.stringify(file))}\n`,
    });
  });

  const UNSHARE = ['unshare', '--user', '--map-root-user', '--pid', '--fork', '--kill-child'];
  const canUnshare = spawnSync(UNSHARE[0], [...UNSHARE.slice(1), 'true']).status === 0;
  describe('as the first one of a container', () => {
    (canUnshare ? test : test.skip)(
      `it ends as the work ends (${canUnshare ? 'unshare is there' : 'skipped: unshare(1) is not there, or may not make namespaces'})`,
      async () => {
        expect(await start(['render', '/dev/none'], {}, UNSHARE).ended).toMatchObject({
          status: 2,
          stdout: '',
        });
        expect(await start(['--version'], {}, UNSHARE).ended).toMatchObject({
          status: 0,
          stderr: '',
        });
      },
    );

    (canUnshare ? test : test.skip)(
      `it hears a signal while it waits for a file (${canUnshare ? 'unshare is there' : 'skipped: unshare(1) is not there, or may not make namespaces'})`,
      async () => {
        const pipe = join(folderWith({}), 'pipe');
        execFileSync('mkfifo', [pipe]);
        const { child, ended } = start(['render', pipe], {}, UNSHARE);
        let file: number | undefined;
        await until(() => (file = openIfRead(pipe)) !== undefined, 20);
        const [first] = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').split(
          ' ',
        );
        process.kill(Number(first), 'SIGTERM');
        expect(await ended).toEqual({ status: 143, signal: null, stdout: '', stderr: '' });
        closeSync(file!);
      },
    );
  });
});

/** Opens a pipe for writing as soon as somebody waits for what is written. */
function openIfRead(pipe: string): number | undefined {
  try {
    return openSync(pipe, constants.O_WRONLY + constants.O_NONBLOCK);
  } catch {
    return undefined;
  }
}
