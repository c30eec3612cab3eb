/**
 * Every benchmark, one after the other: each says whether it missed a goal, and none keeps the next
 * from running. Compile first.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const BENCHMARKS: readonly (readonly [file: string, ...flags: string[]])[] = [
  ['constructs', '--expose-gc'],
  ['start'],
  ['floor'],
  ['render'],
  ['topology'],
  ['check'],
  ['diff'],
  ['read-out'],
  ['ownership'],
  ['growth'],
];

const missed = BENCHMARKS.filter(([file, ...flags]) => {
  console.log(`\n== ${file}`);
  return (
    spawnSync(process.execPath, [...flags, '--import', 'tsx', join(__dirname, `${file}.ts`)], {
      stdio: 'inherit',
    }).status !== 0
  );
}).map(([file]) => file);

console.log(missed.length > 0 ? `\nmissed a goal: ${missed.join(', ')}` : '\nall goals are met');
process.exitCode = missed.length > 0 ? 1 : 0;
