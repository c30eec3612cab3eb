/**
 * Runs the cluster tests against the cluster that KUBECONFIG names: `npm run test:cluster`.
 *
 * Without one they are all skipped, which it says. The last line is always `cluster: N passed, N
 * failed, N skipped`.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface Summary {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numRuntimeErrorTestSuites: number;
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

/** Jest on the cluster tests. Its own report goes to standard error, the summary to the file. */
function runJest(outputFile: string, options: readonly string[]): { code: number; report: string } {
  const args = [
    require.resolve('jest/bin/jest'),
    '--config',
    join(__dirname, 'jest.config.js'),
    '--json',
    '--outputFile',
    outputFile,
    ...options,
  ];
  const quiet = !process.env.KUBECONFIG;
  const { status, stderr, error } = spawnSync(process.execPath, args, {
    stdio: ['ignore', 'ignore', quiet ? 'pipe' : 'inherit'],
    encoding: 'utf8',
  });
  if (error) throw error;
  return { code: status ?? 1, report: stderr ?? '' };
}

/** Why the cluster cannot be used; undefined if it answers. */
function silence(): string | undefined {
  const { error, status, stderr } = spawnSync('kubectl', ['version', '--request-timeout=15s'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
  });
  if (error) return `kubectl cannot be run: ${error.message}`;
  return status === 0
    ? undefined
    : `the cluster of KUBECONFIG (${process.env.KUBECONFIG}) does not answer: ${stderr.trim().split('\n').at(-1)}`;
}

/**
 * The tests that could not be run in this cluster, with the reasons that are part of their names.
 */
function skipped({ testResults }: Summary): string[] {
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  return tests
    .filter(({ status, fullName }) => status === 'pending' && fullName.includes('(skipped: '))
    .map(({ fullName }) => fullName);
}

function main(options: readonly string[]): number {
  const connected = Boolean(process.env.KUBECONFIG);
  const problem = connected ? silence() : undefined;
  if (problem) {
    console.error(`error: ${problem}`);
    return 1;
  }
  const folder = mkdtempSync(join(tmpdir(), 'cluster-tests-'));
  try {
    const { code, report } = runJest(join(folder, 'summary.json'), options);
    const summary = JSON.parse(readFileSync(join(folder, 'summary.json'), 'utf8')) as Summary;
    const failed = summary.numFailedTests + summary.numRuntimeErrorTestSuites;
    if (connected) {
      for (const name of skipped(summary)) console.log(name);
    } else {
      if (code !== 0) console.error(report);
      console.log('the cluster tests are skipped: KUBECONFIG is not set');
    }
    console.log(
      `cluster: ${summary.numPassedTests} passed, ${failed} failed, ${summary.numPendingTests} skipped`,
    );
    return code;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

process.exitCode = main(process.argv.slice(2));
