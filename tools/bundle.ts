/**
 * Bundles the compiled package into lib/: what `bin/` and `require` load. `npx projen compile` runs
 * it. Give a folder to bundle the package there.
 */
import { dirname, join, resolve } from 'node:path';
import { loadAssemblyFromPath } from '@jsii/spec';
import { Assembly, bundlePackage } from './bundling';

const root = resolve(process.argv[2] ?? dirname(__dirname));

/**
 * From the code itself: what is compiled reaches for each function through the modules that export
 * it, and takes its time.
 */
void bundlePackage(
  join(root, 'src'),
  join(root, 'lib'),
  loadAssemblyFromPath(root, false) as unknown as Assembly,
);
