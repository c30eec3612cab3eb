/**
 * The number of steps that an action takes: how often the busiest block of each of this library's
 * own functions is run, and how many items are looked at by what is built in and looks at all of a
 * list. The same number each time, on any machine and however busy that is.
 *
 * Blocks are not added up: one that runs as often as the block around it is not counted by itself.
 * A single run that takes another path separates the two, and would double the sum.
 */
import { Session } from 'node:inspector';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { setFlagsFromString } from 'node:v8';

const SOURCE = join(__dirname, '..', '..', 'src');
/** What goes through a list without calling anything. */
const WHOLE = [
  'includes',
  'indexOf',
  'lastIndexOf',
  'slice',
  'concat',
  'join',
  'sort',
  'reverse',
  Symbol.iterator,
] as const;

// Code that was not run for a while is thrown away otherwise, with its counts.
setFlagsFromString('--no-flush-bytecode');
// Small functions that become a part of others are not counted any more.
setFlagsFromString('--no-opt');
/** As the runtime of tests has it, see `test/support/runtime.js`. */
const compileAnew = () =>
  (globalThis as { [name: symbol]: (() => void) | undefined })[Symbol.for('compile anew')]?.();

compileAnew();
const session = new Session();
session.connect();
post('Profiler.enable');
// Only what is loaded from here on is counted block by block: this file is imported before that
// whose steps are counted.
post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
// The next files of tests in this process are not to be slow.
afterAll(() => {
  session.disconnect();
  compileAnew();
  setFlagsFromString('--opt');
  setFlagsFromString('--flush-bytecode');
});

/** What an action answers, and how many steps it took. */
export interface Counted<T> {
  readonly value: T;
  readonly steps: number;
  /** The same by functions, as `file:function`, and what is built in. */
  readonly places: ReadonlyMap<string, number>;
}

/** Does it, and counts. */
export async function stepsOf<T>(action: () => T | Promise<T>): Promise<Counted<T>> {
  const [counted] = await stepsOfEach([action]);
  return counted;
}

/**
 * Does one after the other, and counts each by itself: to read the counts takes as long as many
 * steps, and begins the next ones.
 */
export async function stepsOfEach<T>(
  actions: readonly (() => T | Promise<T>)[],
): Promise<Counted<T>[]> {
  const counted: Counted<T>[] = [];
  blocksRun();
  for (const action of actions) {
    const items = countItems();
    try {
      const value = await action();
      const places = new Map([...items.stop(), ...blocksRun()]);
      const steps = [...places.values()].reduce((sum, some) => sum + some, 0);
      counted.push({ value, steps, places });
    } finally {
      items.stop();
    }
  }
  return counted;
}

interface Coverage {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly {
      readonly functionName: string;
      readonly ranges: readonly CountedBlock[];
    }[];
  }[];
}

interface CountedBlock {
  readonly count: number;
  readonly startOffset: number;
}

function blocksRun(): Map<string, number> {
  const own = [SOURCE, pathToFileURL(SOURCE).href];
  const { result } = post('Profiler.takePreciseCoverage') as unknown as Coverage;
  const counts = new Map<string, number>();
  for (const { url, functions } of result) {
    const folder = own.find((one) => url.startsWith(one));
    if (folder === undefined) continue;
    for (const { functionName, ranges } of functions) {
      const place = `src${url.slice(folder.length)}: ${functionName || `function at ${ranges[0].startOffset}`}`;
      counts.set(
        place,
        ranges.reduce((most, { count }) => Math.max(most, count), 0) + (counts.get(place) ?? 0),
      );
    }
  }
  return counts;
}

function post(method: string, params?: object): object {
  let answer: object = {};
  session.post(method, params, (error, result) => {
    if (error) throw new Error(`${method}: ${error.message}`);
    answer = result ?? {};
  });
  return answer;
}

/** Counts what goes through lists, until it is told to stop. */
function countItems(): { stop(): Map<string, number> } {
  const items = new Map<string, number>();
  const prototype = Array.prototype as unknown as Record<
    string | symbol,
    (...args: unknown[]) => unknown
  >;
  const before = WHOLE.map((name) => [name, prototype[name]] as const);
  const counts = before.map(() => 0);
  before.forEach(([name, method], index) => {
    const counting = function (this: readonly unknown[], ...args: unknown[]): unknown {
      const answer = Reflect.apply(method, this, args);
      counts[index] += name === 'slice' ? (answer as readonly unknown[]).length : this.length;
      return answer;
    };
    Object.defineProperty(prototype, name, { value: counting, configurable: true, writable: true });
  });
  return {
    stop: () => {
      for (const [name, method] of before) {
        Object.defineProperty(prototype, name, {
          value: method,
          configurable: true,
          writable: true,
        });
      }
      before.forEach(([name], index) =>
        items.set(`Array.prototype.${String(name)}`, counts[index]),
      );
      return items;
    },
  };
}
