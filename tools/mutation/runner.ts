/**
 * A test runner for Stryker: files of jest tests, run by jest's own circus in one process, each in
 * fresh modules.
 */
import { writeFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { jestExpect } from '@jest/expect';
import type { CoverageData, MutantCoverage } from '@stryker-mutator/api/core' with {
  'resolution-mode': 'import',
};
import type {
  DryRunOptions,
  DryRunResult,
  MutantRunOptions,
  MutantRunResult,
  TestResult,
} from '@stryker-mutator/api/test-runner' with { 'resolution-mode': 'import' };
import * as fc from 'fast-check';
import * as circus from 'jest-circus';
import { ModuleMocker } from 'jest-mock';
import { SnapshotState } from 'jest-snapshot';
import { loadFresh } from './modules';
import { Fields, fieldsOf } from '../../src/kube';

/** What the runner is told by Stryker's options. */
export interface JestFiles {
  /** The files of tests, from the root of the project, in the order in which they are run. */
  readonly files: readonly string[];
  /**
   * Where to write which tests fail without any mutant: those that count how often they run,
   * mostly. They are left out.
   */
  readonly failing: string;
  /** One of how many mutants is run; the others are told as errors. */
  readonly sample: number;
}

/** What Stryker's instrumented code reads and writes. */
interface Instruments {
  activeMutant?: string;
  currentTestId?: string;
  hitCount?: number;
  hitLimit?: number;
  mutantCoverage?: MutantCoverage;
}

type Circus = ReturnType<typeof circus.getState>;
type Block = Circus['rootDescribeBlock'];
type Test = Circus['currentlyRunningTest'] & object;

/**
 * Properties tell by the same few inputs each time, so that a result can be had again; the smallest
 * input that fails is not asked for.
 */
const RUNS = { numRuns: 30, seed: 1, endOnFailure: true };
const fewRuns = {
  ...fc,
  __esModule: true,
  assert: (property: never, given: fc.Parameters<unknown> = {}) =>
    fc.assert(property, {
      ...given,
      ...RUNS,
      numRuns: Math.min(given.numRuns ?? RUNS.numRuns, RUNS.numRuns),
    }),
};

const mocker = new ModuleMocker(globalThis);

class JestFilesRunner {
  public static readonly inject = ['options'] as const;

  private readonly root = process.cwd();
  private readonly jestFiles: JestFiles;
  private readonly instruments: Instruments = ((
    globalThis as { __stryker__?: Instruments }
  ).__stryker__ ??= {});

  public constructor(options: { jestFiles: JestFiles }) {
    this.jestFiles = options.jestFiles;
    const { describe, test, it, beforeAll, beforeEach, afterAll, afterEach } = circus;
    Object.assign(globalThis, {
      describe,
      test,
      it,
      beforeAll,
      beforeEach,
      afterAll,
      afterEach,
      expect: jestExpect,
    });
    // A test that waits for what never comes is ended by Stryker; a busy machine ends none.
    Object.assign(globalThis, { [Symbol.for('TEST_TIMEOUT_SYMBOL')]: 60_000 });
    fc.configureGlobal(RUNS);
  }

  public capabilities() {
    return { reloadEnvironment: true };
  }

  public async dryRun(_options: DryRunOptions): Promise<DryRunResult> {
    this.instruments.mutantCoverage = { static: {}, perTest: {} };
    const tests: TestResult[] = [];
    // None of them keeps those behind it from running.
    for (const file of this.jestFiles.files) tests.push(...(await this.run(file, undefined, true)));
    const failing = tests.filter(({ status }) => status === FAILED);
    for (const { id } of failing) delete this.instruments.mutantCoverage.perTest[id];
    writeFileSync(
      this.jestFiles.failing,
      failing.map((one) => `${one.id}: ${firstLine((one as any).failureMessage)}\n`).join(''),
    );
    return {
      status: 'complete' as never,
      tests: tests.filter((one) => !failing.includes(one)),
      mutantCoverage: this.instruments.mutantCoverage,
    };
  }

  public async mutantRun({
    activeMutant,
    testFilter,
    disableBail,
    hitLimit,
  }: MutantRunOptions): Promise<MutantRunResult> {
    const { instruments } = this;
    if (Number(activeMutant.id) % this.jestFiles.sample !== 0) {
      return { status: 'error' as never, errorMessage: 'not of the sample' };
    }
    Object.assign(instruments, {
      activeMutant: activeMutant.id,
      hitLimit,
      hitCount: hitLimit ? 0 : undefined,
    });
    const wanted = testFilter && new Set(testFilter);
    const files = this.jestFiles.files.filter(
      (file) => !testFilter || testFilter.some((id) => id.startsWith(`${file} `)),
    );
    let nrOfTests = 0;
    try {
      for (const file of files) {
        const tests = await this.run(file, wanted, disableBail);
        if (hitLimit && instruments.hitCount! > hitLimit) {
          return { status: 'timeout' as never, reason: `more than ${hitLimit} times` };
        }
        nrOfTests += tests.length;
        const failed = tests.find(({ status }) => status === FAILED);
        if (failed) {
          return {
            status: 'killed' as never,
            killedBy: [failed.id],
            failureMessage: (failed as any).failureMessage,
            nrOfTests,
          };
        }
      }
      return { status: 'survived' as never, nrOfTests };
    } finally {
      instruments.activeMutant = undefined;
    }
  }

  /**
   * Runs the wanted tests of a file; what happens while it is loaded, and in its hooks, happens for
   * each of them.
   */
  private async run(
    file: string,
    wanted: ReadonlySet<string> | undefined,
    disableBail: boolean,
  ): Promise<TestResult[]> {
    const { instruments } = this;
    const path = resolve(this.root, file);
    const whole = `${file} as a whole`;
    const results: TestResult[] = [];
    const ids = new Map<Test, string>();
    const failure = (error: unknown) => ({
      status: FAILED,
      failureMessage: error instanceof Error ? String(error.stack) : String(error),
    });
    const onEvent = (event: circus.Event): void => {
      if (event.name === 'test_start') {
        const id = ids.get(event.test)!;
        if (!disableBail && results.some(({ status }) => status === FAILED)) {
          event.test.mode = 'skip';
        }
        instruments.currentTestId = id;
        jestExpect.setState({
          currentTestName: id,
          snapshotState: snapshotsOf(path, this.root),
          testPath: path,
        } as never);
      } else if (event.name === 'test_done') {
        const { test } = event;
        for (const { error } of jestExpect.extractExpectedAssertionsErrors()) {
          test.errors.push(error);
        }
        const [error] = test.errors.map((one) => (Array.isArray(one) ? (one[0] ?? one[1]) : one));
        const outcome = error === undefined ? { status: SUCCESS } : failure(error);
        results.push({
          id: ids.get(test)!,
          name: ids.get(test)!,
          fileName: path,
          timeSpentMs: test.duration ?? 0,
          ...outcome,
        } as TestResult);
        instruments.currentTestId = whole;
        mocker.clearAllMocks();
      }
    };

    instruments.currentTestId = whole;
    circus.resetState();
    circus.addEventHandler(onEvent);
    const start = Date.now();
    try {
      loadFresh(path, this.root, (load) => jestFor(load), { 'fast-check': fewRuns });
      name(circus.getState().rootDescribeBlock, `${relative(this.root, path)} `, ids);
      prune(circus.getState().rootDescribeBlock, (test) => wanted?.has(ids.get(test)!) ?? true);
      const loaded = Date.now() - start;
      const { unhandledErrors } = await circus.run();
      if (results.length > 0) {
        Object.assign(results[0], { timeSpentMs: results[0].timeSpentMs + loaded });
      }
      if (unhandledErrors.length > 0 && results.length > 0) {
        Object.assign(results[0], failure(unhandledErrors[0]));
      }
    } catch (error) {
      // A file that can't be loaded fails as a whole.
      results.push({
        id: whole,
        name: whole,
        fileName: path,
        timeSpentMs: Date.now() - start,
        ...failure(error),
      } as TestResult);
    } finally {
      circus.removeEventHandler(onEvent);
      mocker.restoreAllMocks();
      instruments.currentTestId = undefined;
    }
    this.shareOut(whole, results);
    return results;
  }

  private shareOut(whole: string, tests: readonly TestResult[]): void {
    const perTest = this.instruments.mutantCoverage?.perTest;
    const shared = perTest?.[whole];
    if (!perTest || !shared) return;
    delete perTest[whole];
    for (const { id } of tests) {
      const own: CoverageData = (perTest[id] ??= {});
      for (const [mutant, hits] of Object.entries(shared)) own[mutant] = (own[mutant] ?? 0) + hits;
    }
  }
}

const SUCCESS = 0 as never;
const FAILED = 1 as never;

function jestFor(load: (name: string) => unknown) {
  return {
    fn: mocker.fn.bind(mocker),
    spyOn: mocker.spyOn.bind(mocker),
    clearAllMocks: () => mocker.clearAllMocks(),
    restoreAllMocks: () => mocker.restoreAllMocks(),
    requireActual: load,
  };
}

function firstLine(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .slice(0, 3)
    .join(' ')
    .slice(0, 200);
}

/** Inline snapshots are compared, never written. */
function snapshotsOf(path: string, rootDir: string) {
  const snapshotFormat = { escapeString: false, printBasicPrototype: false };
  return new SnapshotState(`${path}.snap`, {
    updateSnapshot: 'none',
    rootDir,
    snapshotFormat,
    prettierPath: null,
  });
}

/** Names are file, blocks and test; equal ones are counted. */
function name(
  block: Block,
  prefix: string,
  ids: Map<Test, string>,
  taken = new Set<string>(),
): void {
  for (const child of block.children) {
    if (child.type === 'describeBlock') {
      name(child, `${prefix}${child.name} `, ids, taken);
      continue;
    }
    const title = `${prefix}${child.name}`;
    let id = title;
    for (let count = 2; taken.has(id); count += 1) id = `${title} (${count})`;
    taken.add(id);
    ids.set(child, id);
  }
}

function prune(block: Block, isWanted: (test: Test) => boolean): void {
  block.children = block.children.filter((child) => {
    if (child.type === 'test') return isWanted(child);
    prune(child, isWanted);
    return child.children.length > 0;
  });
}

/** Tables of rules: texts for readers, which are generated into docs/rules.md. */
const ruleTables = {
  shouldIgnore: ({ node }: { readonly node: Fields }) =>
    fieldsOf(node.callee).name === 'defineRules' ? 'texts for readers' : undefined,
};

export const strykerPlugins = [
  { kind: 'TestRunner', name: 'jest-files', injectableClass: JestFilesRunner },
  { kind: 'Ignore', name: 'rule-tables', value: ruleTables },
];
