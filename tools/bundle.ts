/** Bundles the compiled package into lib/: what `bin/` and `require` load. `npx projen compile` runs it. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Assembly, bundleLibrary, bundleProgram, roomsOf } from './bundling';

const root = dirname(__dirname);
const lib = join(root, 'lib');

/** From the code itself: what is compiled reaches for each function through the modules that export it, and takes its time. */
async function main(): Promise<void> {
  const source = join(root, 'src');
  const index = join(lib, 'src', 'index.js');
  await bundleProgram(source, lib);
  await bundleLibrary(source, lib, roomsOf(index, createRequire(index)), JSON.parse(readFileSync(join(root, '.jsii'), 'utf8')) as Assembly);
}

void main();
