/** Odd things in folders: links, devices, names that are no text, and what a run that was killed left behind. */
import { execFileSync, spawn } from 'node:child_process';
import { lstatSync, mkdirSync, openSync, readFileSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { config, doubtful, filesIn, folderWith, removeFolders, runWith, volume } from './session';

afterEach(removeFolders);

describe('a directory of inputs', () => {
  test('may have links that lead nowhere, pipes and names that are not UTF-8, as long as none of them is called like an input', async () => {
    const folder = folderWith({ 'a.yaml': config('a') });
    symlinkSync('nowhere', join(folder, 'README'));
    symlinkSync('circle', join(folder, 'circle'));
    execFileSync('mkfifo', [join(folder, 'pipe.yaml')]);
    writeFileSync(Buffer.concat([Buffer.from(`${folder}/caf`), Buffer.from([0xe9]), Buffer.from('.txt')]), '');
    expect(await runWith(['render', folder])).toEqual({ status: 0, stdout: config('a'), stderr: '' });
  });

  test('is told of a link to nowhere that is called like an input', async () => {
    const folder = folderWith({ 'a.yaml': config('a') });
    symlinkSync('nowhere', join(folder, 'b.yaml'));
    expect(await runWith(['render', folder])).toEqual({ status: 2, stdout: '', stderr: expect.stringMatching(/b\.yaml": there is no such file or directory\n$/) });
  });

  test('is told of a name that is not UTF-8', async () => {
    const folder = folderWith({});
    writeFileSync(Buffer.concat([Buffer.from(`${folder}/caf`), Buffer.from([0xe9]), Buffer.from('.yaml')]), config('a'));
    expect(await runWith(['render', folder])).toEqual({ status: 2, stdout: '', stderr: expect.stringMatching(/yaml": its name is not UTF-8; rename it\n$/) });
  });

  test('does not have the folder for output as an input, even if that is named through a link', async () => {
    const folder = folderWith({ 'in/a.yaml': config('a'), 'in/out/a.yaml': 'old' });
    symlinkSync('in/out', join(folder, 'out'));
    expect(await runWith(['render', join(folder, 'in'), '--out-dir', join(folder, 'out')])).toMatchObject({ status: 0 });
    expect(filesIn(folder)['in/out/a.yaml']).toBe(config('a'));
  });

  test('has names that are told without what a terminal would obey', async () => {
    const folder = folderWith({ 'in/a\x1b[31m\u009b\n.yaml': config('a') });
    const { stderr } = await runWith(['render', join(folder, 'in'), '--out-dir', join(folder, 'out')]);
    expect(stderr).toBe(`wrote ${join(folder, 'out', 'a\\x1b[31m\\x9b')} .yaml\n`);
    expect((await runWith(['render', join(folder, 'none\u009b\u202e')])).stderr).toMatch(/none\\x9b\\u202e"/);
  });
});

describe('findings', () => {
  test('go into a device, which stays what it is', async () => {
    const folder = folderWith({});
    const link = join(folder, 'findings.json');
    symlinkSync('/dev/null', link);
    expect((await runWith(['render', '-', '--findings', link], { stdin: config('a') })).status).toBe(0);
    expect(readlinkSync(link)).toBe('/dev/null');
  });

  test('go into a pipe that somebody reads', async () => {
    const folder = folderWith({});
    const pipe = join(folder, 'findings');
    execFileSync('mkfifo', [pipe]);
    const reader = spawn('timeout', ['10', 'cat', pipe]);
    let read = '';
    reader.stdout.on('data', (chunk) => read += chunk);
    const closed = new Promise((done) => reader.on('close', done));
    expect((await runWith(['render', '-', '--findings', pipe], { stdin: doubtful('a') })).status).toBe(0);
    await closed;
    expect(JSON.parse(read)).toHaveLength(1);
  });

  test('are printed if they are to go to /dev/stdout', async () => {
    const fs = jest.requireActual<typeof import('node:fs')>('node:fs');
    // Or a mistake would cost the machine its /dev/stdout.
    const spies = (['renameSync', 'writeFileSync', 'linkSync'] as const).map((name) => jest.spyOn(fs, name).mockImplementation(() => undefined));
    const { stdout } = await runWith(['render', '-', '--findings', '/dev/stdout'], { stdin: config('a') });
    spies.forEach((spy) => spy.mockRestore());
    expect(stdout).toBe('[]\n');
  });
});

describe('a file that is replaced', () => {
  test('is the one that a link leads to', async () => {
    const folder = folderWith({ 'a.yaml': config('a'), 'real.yaml': 'old' });
    mkdirSync(join(folder, 'out'));
    symlinkSync('../real.yaml', join(folder, 'out', 'a.yaml'));
    expect((await runWith(['render', join(folder, 'a.yaml'), '--out-dir', join(folder, 'out')])).status).toBe(0);
    expect(lstatSync(join(folder, 'out', 'a.yaml')).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(folder, 'real.yaml'), 'utf8')).toBe(config('a'));
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

  test('may have been left half-way by a run that was killed and had the same number', async () => {
    const left = (suffix: string) => `out/.cdk8s-volumes.${process.pid}.0.${suffix}`;
    const folder = folderWith({ 'a.yaml': config('a'), 'out/a.yaml': 'old', [left('tmp')]: 'x', [left('old')]: 'y' });
    expect((await runWith(['render', join(folder, 'a.yaml'), '--out-dir', join(folder, 'out')])).status).toBe(0);
    expect(filesIn(join(folder, 'out'))).toEqual({ 'a.yaml': config('a') });
  });
});

describe('as a process', () => {
  const program = ['--import', 'tsx', join(__dirname, 'program.ts')];

  test('it cannot read a directory as standard input', async () => {
    const child = spawn(process.execPath, [...program, 'render', '-'], { stdio: [openSync(folderWith({}), 'r'), 'ignore', 'pipe'] });
    let said = '';
    child.stderr!.on('data', (chunk) => said += chunk);
    const status = await new Promise((done) => child.on('close', done));
    expect({ status, said }).toEqual({ status: 2, said: 'cdk8s-volumes: cannot read <stdin>: it is a directory\n' });
  });

  test('it ends at Ctrl-C even while it waits for a file', async () => {
    const folder = folderWith({});
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    const child = spawn(process.execPath, [...program, 'render', join(folder, 'pipe')], { stdio: 'ignore' });
    setTimeout(() => child.kill('SIGINT'), 2500);
    const killer = setTimeout(() => child.kill('SIGKILL'), 4500);
    const signal = await new Promise((done) => child.on('close', (_code, by) => done(by)));
    clearTimeout(killer);
    expect(signal).toBe('SIGINT');
  });
});
