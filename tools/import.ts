/**
 * Regenerates imports/ from crds/: what `cdk8s import` makes of each file. Give a folder to write
 * elsewhere.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const root = dirname(__dirname);
const crds = join(root, 'crds');
const target = resolve(process.argv[2] ?? join(root, 'imports'));

rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });
for (const file of readdirSync(crds)
  .filter((name) => name.endsWith('.yaml'))
  .sort()) {
  const command = [
    'import',
    join(crds, file),
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
  if (status !== 0) throw new Error(`cdk8s import failed for ${file}`);
}
