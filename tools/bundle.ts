/**
 * Bundles the compiled package into lib/: what `bin/` and `require` load. `npx projen compile` runs
 * it. Give a folder to bundle the package there.
 */
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { loadAssemblyFromPath } from '@jsii/spec';
import { Assembly, bundleLibrary, bundleProgram, roomsOf } from './bundling';

const root = resolve(process.argv[2] ?? dirname(__dirname));
const lib = join(root, 'lib');

/**
 * From the code itself: what is compiled reaches for each function through the modules that export
 * it, and takes its time.
 */
async function main(): Promise<void> {
  const source = join(root, 'src');
  const index = join(lib, 'src', 'index.js');
  await bundleProgram(source, lib);
  await bundleLibrary(
    source,
    lib,
    roomsOf(index, createRequire(index)),
    loadAssemblyFromPath(root, false) as unknown as Assembly,
  );
}

void main();
