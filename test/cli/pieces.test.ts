/**
 * Files that are written in pieces: all of them or none, also if a piece cannot be made or written.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { start } from './process';
import { folderWith, removeFolders, runWith } from './session';
import { Io, UsageError } from '../../src/cli/io';
import { OutputFile, writeAll } from '../../src/cli/output';

afterEach(removeFolders);

const io = (disturbedAfter = Infinity): Io => {
  let steps = 0;
  return {
    readStdin: async () => Buffer.from(''),
    writeStdout: async () => true,
    writeStderr: () => undefined,
    undisturbed: async (action) =>
      action(async () => {
        steps += 1;
        if (steps > disturbedAfter) throw new Error('disturbed');
      }),
    streams: {},
    patience: { stale: 50, most: 60_000, between: 1 },
    stdinIsTerminal: false,
    stdoutIsTerminal: false,
    stderrIsTerminal: false,
    widthOf: () => undefined,
    env: {},
  };
};
const before = { 'out/a.yaml': 'old a\n', 'out/b.yaml': 'old b\n' };
const filesOf = (folder: string) =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.includes('.'))
      .map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  );

function* failing(error: Error): Generator<string> {
  yield 'half of it\n';
  throw error;
}

const files = (folder: string, last: Iterable<string>): OutputFile[] => [
  { path: join(folder, 'out', 'a.yaml'), pieces: ['new ', 'a\n'] },
  { path: join(folder, 'out', 'new', 'c.yaml'), pieces: ['new c\n'] },
  { path: join(folder, 'out', 'b.yaml'), pieces: last },
];

test('pieces stand one behind the other', async () => {
  const folder = folderWith(before);
  await writeAll(files(folder, ['\ud83d\ude00', '', 'b\n']), join(folder, 'out'), io());
  expect(filesOf(folder)).toEqual({
    'out/a.yaml': 'new a\n',
    'out/b.yaml': '\ud83d\ude00b\n',
    'out/new/c.yaml': 'new c\n',
  });
});

test('a file of no pieces is empty', async () => {
  const folder = folderWith(before);
  await writeAll(files(folder, []), join(folder, 'out'), io());
  expect(filesOf(folder)['out/b.yaml']).toBe('');
});

test.each([new UsageError('no room'), new RangeError('Invalid string length')])(
  'if a piece cannot be made, everything is as it was: %s',
  async (error) => {
    const folder = folderWith(before);
    await expect(writeAll(files(folder, failing(error)), join(folder, 'out'), io())).rejects.toBe(
      error,
    );
    expect(filesOf(folder)).toEqual(before);
    expect(readdirSync(join(folder, 'out')).sort()).toEqual(['a.yaml', 'b.yaml']);
  },
);

test('a signal between any two pieces leaves everything as it was', async () => {
  const pieces = ['1', '2', '3', '4'];
  for (let steps = 0; ; steps += 1) {
    const folder = folderWith(before);
    const isDone = await writeAll(files(folder, pieces), join(folder, 'out'), io(steps)).then(
      () => true,
      () => false,
    );
    if (isDone) {
      // Before each file, behind each piece, before each name, at the end; and for the lock.
      expect(steps).toBeGreaterThan(3 + 7 + 3);
      return;
    }
    expect(filesOf(folder)).toEqual(before);
  }
});

test('on standard output, objects come in pieces, and none after nobody reads on', async () => {
  const input = Array.from(
    { length: 3000 },
    (_, index) =>
      `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a${index}}\ndata: {text: ${'x'.repeat(100)}}\n`,
  ).join('---\n');
  const { stdout, status } = await runWith(['render', '-'], { stdin: input });
  const pieces: string[] = [];
  const some = { stdin: input, takes: (text: string) => pieces.push(text) < 2 };
  expect((await runWith(['render', '-'], some)).status).toBe(status);
  expect(pieces).toHaveLength(2);
  expect(stdout.startsWith(pieces.join(''))).toBe(true);
});

test('who closes the pipe early is told nothing', async () => {
  const name = 'in.yaml';
  const folder = folderWith({
    [name]: Array.from(
      { length: 20_000 },
      (_, index) =>
        `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a${index}}\ndata: {text: ${'x'.repeat(100)}}\n`,
    ).join('---\n'),
  });
  const { child, ended } = start(['render', join(folder, name)]);
  child.stdout!.once('data', () => child.stdout!.destroy());
  expect(await ended).toMatchObject({ status: 0, stderr: '' });
});
