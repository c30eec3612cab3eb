/**
 * Bundles the playground into a folder: the page, its worker, and the core in parts that are loaded
 * when they are needed.
 */
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';

const SOURCE = join(dirname(dirname(__dirname)), 'site', 'playground');
const inNode = (name: string) => join(SOURCE, 'node', `${name}.ts`);

/** Writes the playground into `folder`, which has nothing else afterwards. */
export async function bundlePlayground(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await build({
    entryPoints: { main: join(SOURCE, 'main.ts'), worker: join(SOURCE, 'worker.ts') },
    outdir: folder,
    bundle: true,
    minify: true,
    splitting: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    charset: 'utf8',
    chunkNames: 'parts/[name]-[hash]',
    legalComments: 'linked',
    logLevel: 'warning',
    alias: {
      'node:crypto': inNode('crypto'),
      'node:net': inNode('net'),
      'node:path': 'path-browserify',
      'node:util': inNode('util'),
    },
    inject: [inNode('buffer')],
    // Nothing in the core asks for them.
    define: { 'process.env': '{}', global: 'globalThis' },
  });
  for (const file of ['index.html', 'style.css']) cpSync(join(SOURCE, file), join(folder, file));
}

if (require.main === module) {
  void bundlePlayground(process.argv[2] ?? join(dirname(SOURCE), 'public', 'playground'));
}
