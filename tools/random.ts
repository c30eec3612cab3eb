/** Runs every test file that has properties with a seed of its own, and prints the seed. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const seed = process.env.SEED ?? String(Math.floor(Math.random() * 2 ** 31));
const files = readdirSync('test', { encoding: 'utf8', recursive: true })
  .filter((path) => path.endsWith('.test.ts') && !path.startsWith('cluster'))
  .map((path) => join('test', path))
  .filter((path) => /support\/(fast-check|properties)'/.test(readFileSync(path, 'utf8')));

console.log(`SEED=${seed}, ${files.length} files`);
const { status } = spawnSync('npx', ['jest', '--ci', '--silent', ...files], { stdio: 'inherit', env: { ...process.env, SEED: seed } });
process.exitCode = status ?? 1;
