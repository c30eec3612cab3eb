/**
 * Every benchmark that has goals, one after the other, and at the end one table of all goals: none
 * keeps the next from running. All of it takes less than ten minutes on a quiet machine. Compile
 * first; BENCH_TOOLS names a folder with the programs to compare with.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Goal, isKept, lineOf } from './goals';

const BENCHMARKS: readonly (readonly [file: string, ...flags: string[]])[] = [
  ['constructs', '--expose-gc'],
  ['start'],
  ['render'],
  ['check'],
  ['diff'],
  ['read-out'],
  ['growth'],
];

/** Rounds of `growth`, which takes more of them by itself. */
const ROUNDS = '1';

const folder = mkdtempSync(join(tmpdir(), 'cdk8s-volumes-bench-'));
const file = join(folder, 'goals');
const began = performance.now();
try {
  const failed = BENCHMARKS.filter(([name, ...flags]) => {
    console.log(`\n== ${name}`);
    const { status } = spawnSync(
      process.execPath,
      [...flags, '--import', 'tsx', join(__dirname, `${name}.ts`)],
      { stdio: 'inherit', env: { ROUNDS, ...process.env, BENCH_GOALS: file } },
    );
    return status !== 0;
  }).map(([name]) => name);
  const goals = existsSync(file)
    ? readFileSync(file, 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as Goal)
    : [];
  console.log(`\n== goals\n${goals.map(lineOf).join('\n')}`);
  const missed = goals.filter((goal) => !isKept(goal)).length;
  console.log(
    `${missed} of ${goals.length} are missed${failed.length > 0 ? `, in ${failed.join(', ')}` : ''}; ` +
      `all took ${((performance.now() - began) / 60_000).toFixed(1)} minutes`,
  );
  process.exitCode = failed.length > 0 ? 1 : 0;
} finally {
  rmSync(folder, { recursive: true });
}
