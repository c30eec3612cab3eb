/**
 * Several runs that write to one folder: in the end there is what one of them writes, whatever
 * happens to the others.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { start, startTogether, Started, until } from './process';
import { config, filesIn, folderWith, removeFolders } from './session';
import { sized } from '../support/size';

afterEach(removeFolders);

const FILES = 100;
/**
 * So many that a run writes for seconds, and is still at it when somebody who was kept waiting gets
 * to end it.
 */
const MANY = sized(4000, 1000);
const inputsOf = (run: string, count: number = FILES) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `${run}/${index % 3}/${index}.yaml`,
      `${config(`c${index}`)}data:\n  run: ${run}\n`,
    ]),
  );
/** The runs of which something is in the folder, and how many files of each there are. */
const countsIn = (folder: string) => {
  const counts: { [run: string]: number } = {};
  for (const [name, text] of Object.entries(filesIn(folder))) {
    const run = name.includes('.cdk8s-volumes')
      ? 'hidden'
      : (/run: (\w+)/.exec(text)?.[1] ?? 'other');
    counts[run] = (counts[run] ?? 0) + 1;
  }
  return counts;
};
const isWriting = (out: string) => {
  try {
    return readdirSync(out).some((name) => name.startsWith('.cdk8s-volumes'));
  } catch {
    return false;
  }
};
/** Longer than a run takes to touch its lock again. */
const IN_A_HURRY = { TEST_STALE: '2000' };
const render = (folder: string, run: string) => [
  'render',
  join(folder, run),
  '--out-dir',
  join(folder, 'out'),
];

test('runs with one process number, as in containers that share a volume, leave what one of them writes, and nothing else', async () => {
  const folder = folderWith({
    ...inputsOf('a'),
    ...inputsOf('b'),
    ...inputsOf('c'),
    'out/0/0.yaml': 'old',
    'out/README.md': 'foreign',
  });
  const runs = await startTogether(
    ['a', 'b', 'c'].map((run) => render(folder, run)),
    { TEST_PID: '7' },
  );
  const ends = await Promise.all(runs.map(({ ended }) => ended));
  expect(ends.map(({ status, stdout }) => ({ status, stdout }))).toEqual(
    Array(3).fill({ status: 0, stdout: '' }),
  );
  const { other, ...counts } = countsIn(join(folder, 'out'));
  expect(other).toBe(1);
  expect(Object.values(counts)).toEqual([FILES]);
});

test('a folder that several runs make at once has what one of them writes', async () => {
  const folder = folderWith({ ...inputsOf('a'), ...inputsOf('b') });
  const runs = await startTogether(
    ['a', 'b'].map((run) => render(folder, run)),
    { TEST_PID: '7' },
  );
  expect((await Promise.all(runs.map(({ ended }) => ended))).map(({ status }) => status)).toEqual([
    0, 0,
  ]);
  expect(Object.values(countsIn(join(folder, 'out')))).toEqual([FILES]);
});

describe('a run that is ended while it writes', () => {
  const OLD = Object.fromEntries(
    Array.from({ length: 20 }, (_, index) => [`out/${index % 3}/${index}.yaml`, 'old']),
  );
  const startWriting = async (): Promise<{ folder: string; run: Started }> => {
    const folder = folderWith({ ...inputsOf('a', MANY), ...inputsOf('b', 30), ...OLD });
    const run = start(render(folder, 'a'));
    await until(() => isWriting(join(folder, 'out')));
    return { folder, run };
  };

  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'by %s leaves everything as it was',
    async (signal) => {
      const { folder, run } = await startWriting();
      run.child.kill(signal);
      expect(await run.ended).toEqual({ status: null, signal, stdout: '', stderr: '' });
      expect(countsIn(join(folder, 'out'))).toEqual({ other: 20 });
      expect(readdirSync(join(folder, 'out')).sort()).toEqual(['0', '1', '2']);
    },
  );

  test('by force does not stop the next one, which takes away what it left', async () => {
    const { folder, run } = await startWriting();
    run.child.kill('SIGKILL');
    await run.ended;
    expect(await start(render(folder, 'a'), IN_A_HURRY).ended).toMatchObject({
      status: 0,
      signal: null,
    });
    expect(countsIn(join(folder, 'out'))).toEqual({ a: MANY });
    expect(isWriting(join(folder, 'out'))).toBe(false);
  });

  test('and goes on after another one has taken over says so, and leaves what that one wrote', async () => {
    const { folder, run } = await startWriting();
    run.child.kill('SIGSTOP');
    const { status: other, stderr: told } = await start(render(folder, 'b'), IN_A_HURRY).ended;
    expect({ other, told }).toEqual({
      other: 0,
      told: expect.stringMatching(/^waiting for another run that writes to ".*out"\nwrote /),
    });
    run.child.kill('SIGCONT');
    const { status, stderr } = await run.ended;
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: `cdk8s-volumes: cannot write ${JSON.stringify(join(folder, 'out'))}: another run has taken over because this one stalled; run it again\n`,
    });
    const files = filesIn(join(folder, 'out'));
    for (let index = 0; index < 30; index += 1) {
      expect(files[`${index % 3}/${index}.yaml`]).toContain('run: b');
    }
    expect(countsIn(join(folder, 'out')).hidden).toBeUndefined();
  });
});
