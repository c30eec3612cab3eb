/** Progress of work that takes long, on a terminal. */
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { folderWith, removeFolders } from './session';
import { Io } from '../../src/cli/io';
import { ProgressOptions, withProgress, wordsOfWork } from '../../src/cli/progress';

afterEach(removeFolders);

/** Keeps the thread busy until the file has text, as work does; the rest of the words is told. */
function busyUntil(isDone: () => boolean): void {
  const wait = new Int32Array(new SharedArrayBuffer(4));
  for (let round = 0; round < 2000 && !isDone(); round += 1) Atomics.wait(wait, 0, 0, 5);
}

async function shown(
  given: {
    isTerminal?: boolean;
    quiet?: boolean;
    env?: Io['env'];
    length?: number;
  } & ProgressOptions,
  isLong: boolean,
) {
  const { isTerminal = true, quiet = false, env = {}, length = 100, ...timing } = given;
  const file = join(folderWith({ out: '' }), 'out');
  const stream = openSync(file, 'a');
  let cleared = '';
  const io = {
    stderrIsTerminal: isTerminal,
    env,
    writeStderr: (text: string) => (cleared += text),
  } as unknown as Io;
  const args = { positionals: [], options: new Map(quiet ? [['quiet', []]] : []) };
  const text = () => readFileSync(file, 'utf8');
  const answer = await withProgress(
    'checking 2 files, 0.1 MB',
    length,
    { args, io },
    () => {
      if (isLong) busyUntil(() => text() !== '');
      return 'done';
    },
    { after: 1, every: 5, long: 100, stream, ...timing },
  );
  closeSync(stream);
  return { answer, text: text(), cleared };
}

test('work that takes long says what it does, until it is done', async () => {
  const { answer, text, cleared } = await shown({}, true);
  expect(answer).toBe('done');
  expect(text).toMatch(/^\r\x1b\[Kchecking 2 files, 0\.1 MB \(\d+ s\)/);
  expect(cleared).toBe('\r\x1b[K');
});

test('work that ends before says nothing', async () => {
  expect(await shown({ after: 600_000 }, false)).toEqual({
    answer: 'done',
    text: '',
    cleared: '',
  });
});

test.each([
  ['no terminal', { isTerminal: false }],
  ['--quiet', { quiet: true }],
  ['a terminal that cannot move back', { env: { TERM: 'dumb' } }],
  ['little input', { length: 99 }],
])('and neither does any with %s', async (_, given) => {
  expect(await shown({ ...given, after: 0 }, false)).toEqual({
    answer: 'done',
    text: '',
    cleared: '',
  });
});

test('what the work throws is thrown, with nothing left on the terminal', async () => {
  const io = { stderrIsTerminal: true, env: {}, writeStderr: () => undefined } as unknown as Io;
  const args = { positionals: [], options: new Map() };
  const work = () => {
    throw new Error('broken');
  };
  await expect(withProgress('x', 1e9, { args, io }, work)).rejects.toThrow('broken');
});

test('the words count files and how much there is to read', () => {
  expect(wordsOfWork('checking', [{ text: 'x'.repeat(1_250_000) }, { text: '' }])).toBe(
    'checking 2 files, 1.3 MB',
  );
  expect(wordsOfWork('comparing', [{ text: '' }])).toBe('comparing 1 file, 0.0 MB');
});
