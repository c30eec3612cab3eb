/**
 * Makes the compiler's declarations in lib/ those that are published. `npx projen compile` runs it.
 * Give a folder for those of the package there.
 */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { publishedDeclarations } from './declarations';

const root = resolve(process.argv[2] ?? dirname(__dirname));
const lib = join(root, 'lib');

const read = (path: string) =>
  existsSync(join(lib, path)) ? readFileSync(join(lib, path), 'utf8') : undefined;

const published = publishedDeclarations(read, readFileSync(join(root, 'src', 'plus.d.ts'), 'utf8'));
for (const path of readdirSync(lib, { recursive: true, encoding: 'utf8' })) {
  const known = path.replaceAll('\\', '/');
  if (known.endsWith('.d.ts') && !published.has(known)) rmSync(join(lib, path));
}
for (const [path, text] of published) writeFileSync(join(lib, path), text);
