/** The differences that are found between a flavour that was compiled and one that was derived. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { writeAssembly } from '@jsii/spec';
import { differences } from '../../../tools/flavours/differences';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'differences-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A folder with files, and an assembly that has a type by this name. */
function packageOf(
  name: string,
  files: { readonly [path: string]: string },
  type = 'own.Type',
  compress = false,
): string {
  const root = join(folder, name);
  for (const [path, text] of Object.entries({ 'lib/index.js': 'same', ...files })) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const assembly = { schema: 'jsii/0.10.0', name: 'own', types: { [type]: { kind: 'class' } } };
  writeAssembly(root, assembly as never, { compress });
  return root;
}

test('a file with another byte, one that is missing, and one too many are named', () => {
  const one = packageOf('one', { 'lib/index.js': 'one', 'lib/cli.js': '', 'package.json': '{}' });
  const other = packageOf('other', { 'lib/door.js': '', 'package.json': '{}' });
  expect(differences(one, other)).toEqual(['lib/cli.js', 'lib/door.js', 'lib/index.js']);
});

test('a place in the assembly is named with both values', () => {
  expect(differences(packageOf('one', {}), packageOf('other', {}, 'own.Other'))).toEqual([
    '.jsii.types.own.Type: {"kind":"class"} and undefined',
    '.jsii.types.own.Other: undefined and {"kind":"class"}',
  ]);
});

test('what is not published may differ, and so may how the assembly is kept', () => {
  const one = packageOf('one', {
    'src/index.ts': 'a',
    'imports/a.ts': 'a',
    'lib/src/index.js': 'a',
    'lib/imports/a.d.ts': 'a',
    'node_modules/a/index.js': 'a',
    'tsconfig.json': '{}',
  });
  expect(differences(one, packageOf('other', {}, undefined, true))).toEqual([]);
});

test('declarations are published', () => {
  const one = packageOf('one', { 'lib/src/index.d.ts': 'a' });
  const other = packageOf('other', { 'lib/src/index.d.ts': 'b' });
  expect(differences(one, other)).toEqual(['lib/src/index.d.ts']);
});
