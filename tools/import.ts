/**
 * Regenerates imports/ from crds/: what `cdk8s import` makes of them. Give a folder to write
 * elsewhere.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

const root = dirname(__dirname);
const crds = join(root, 'crds');
const target = resolve(process.argv[2] ?? join(root, 'imports'));

rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });
// In one file: the program takes longer to start than for all of them.
const folder = mkdtempSync(join(tmpdir(), 'import-'));
const all = join(folder, 'crds.yaml');
const definitions = readdirSync(crds)
  .filter((name) => name.endsWith('.yaml'))
  .sort()
  .map((name) => readFileSync(join(crds, name), 'utf8'));
writeFileSync(all, definitions.join('\n---\n'));
const command = [
  'import',
  all,
  '--language',
  'typescript',
  '--output',
  target,
  '--no-save',
  '--check-upgrade=false',
];
const { status } = spawnSync(join(root, 'node_modules', '.bin', 'cdk8s'), command, {
  cwd: root,
  stdio: ['ignore', 'ignore', 'inherit'],
});
rmSync(folder, { recursive: true });
if (status !== 0) throw new Error('cdk8s import failed');
