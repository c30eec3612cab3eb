/** Bundles the compiled package into lib/: what `bin/` and `require` load. `npx projen compile` runs it. */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { bundleLibrary, bundleProgram, roomsOf } from './bundling';

const lib = join(dirname(__dirname), 'lib');

async function main(): Promise<void> {
  const source = join(lib, 'src');
  const index = join(source, 'index.js');
  await bundleProgram(source, lib);
  await bundleLibrary(source, lib, roomsOf(index, createRequire(index)));
}

void main();
