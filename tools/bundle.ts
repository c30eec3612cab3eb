/** Bundles the compiled package into lib/: what `bin/` and `require` load. `npx projen compile` runs it. */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { bundleLibrary, bundleProgram, roomsOf } from './bundling';

const lib = join(dirname(__dirname), 'lib');

async function main(): Promise<void> {
  const source = join(lib, 'src');
  const index = join(source, 'index.js');
  // From the code itself: modules that import one another become one, which compiled ones cannot.
  await bundleProgram(join(dirname(__dirname), 'src'), lib);
  await bundleLibrary(source, lib, roomsOf(index, createRequire(index)));
}

void main();
