/**
 * Runs every file of tests that has properties with a seed of its own, as often as in a full run,
 * and prints the seed.
 */
import { spawnSync } from 'node:child_process';

const seed = process.env.SEED ?? String(Math.floor(Math.random() * 2 ** 31));

console.log(`SEED=${seed}`);
const jest = [
  'jest',
  '--ci',
  '--silent',
  '--maxWorkers=100%',
  '--findRelatedTests',
  'test/support/fast-check.ts',
];
const { status } = spawnSync('npx', jest, {
  stdio: 'inherit',
  env: { ...process.env, SEED: seed, TEST_SIZE: 'full' },
});
process.exitCode = status ?? 1;
