/** The globals of a process: what files of tests share of them, and what they do not. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface Environment {
  readonly moduleMocker: { spyOn: typeof jest.spyOn };
  teardown(): Promise<void>;
}
const Environment = createRequire(__filename)('./environment.js') as new () => Environment;

/** What is left when the surroundings of a file that did this are taken away. */
async function afterFile(action: (environment: Environment) => void): Promise<void> {
  const environment = new Environment();
  action(environment);
  await environment.teardown();
}

const globals = globalThis as { [name: string | symbol]: unknown };

describe('what a file of tests leaves behind is taken away:', () => {
  test('a new global', async () => {
    const mark = Symbol('mark');
    await afterFile(() => Object.assign(globals, { left: 1, [mark]: 2 }));
    expect(['left' in globals, mark in globals]).toEqual([false, false]);
  });

  test('another value of a global', async () => {
    const { fetch } = globalThis;
    await afterFile(() => Object.assign(globals, { fetch: 'none' }));
    expect(globalThis.fetch).toBe(fetch);
  });

  test('what it spied on', async () => {
    const { log } = console;
    await afterFile(({ moduleMocker }) => {
      moduleMocker.spyOn(console, 'log').mockReturnValue(undefined);
      expect(console.log).not.toBe(log);
    });
    expect(console.log).toBe(log);
  });

  test('storages that each promise of the process would pass on', async () => {
    const storage = new AsyncLocalStorage<number>();
    const disable = jest.spyOn(storage, 'disable');
    await afterFile(() => storage.run(1, () => expect(storage.getStore()).toBe(1)));
    expect(disable).toHaveBeenCalledTimes(1);
  });

  test('variables of the environment, new, changed and gone', async () => {
    process.env.TESTS_CHANGED = 'before';
    process.env.TESTS_GONE = 'before';
    const before = { ...process.env };
    await afterFile(() => {
      process.env.TESTS_NEW = 'left';
      process.env.TESTS_CHANGED = 'left';
      delete process.env.TESTS_GONE;
    });
    expect({ ...process.env }).toEqual(before);
    delete process.env.TESTS_CHANGED;
    delete process.env.TESTS_GONE;
  });

  test('the folder, the exit status and the end of the process', async () => {
    const before = [process.cwd(), process.exitCode, process.exit];
    await afterFile(() => {
      process.chdir(tmpdir());
      process.exitCode = 3;
      process.exit = () => undefined as never;
    });
    expect([process.cwd(), process.exitCode, process.exit]).toEqual(before);
  });
});

describe('a module', () => {
  const load = () => {
    let loaded: typeof import('./size') | undefined;
    jest.isolateModules(() => (loaded = jest.requireActual<typeof import('./size')>('./size')));
    return loaded!;
  };

  test('runs anew wherever it is loaded anew', () => {
    expect(load().sized).not.toBe(load().sized);
  });

  test('tells errors at their lines, which those of the script are not', () => {
    const { stack } = new Error('here');
    expect(/environment\.test\.ts:(\d+):/.exec(stack!)?.[1]).toBe(String(LINE_OF_ERROR));
  });
});

/** Of `new Error('here')` above. */
const LINE_OF_ERROR =
  jest
    .requireActual<typeof import('node:fs')>('node:fs')
    .readFileSync(join(__dirname, 'environment.test.ts'), 'utf8')
    .split('\n')
    .findIndex((line) => line.includes("= new Error('here')")) + 1;
