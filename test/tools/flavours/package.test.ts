/** A flavour as a folder, made of a small package that was compiled. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { loadAssemblyFromPath, writeAssembly } from '@jsii/spec';
import { Packages } from '../../../tools/flavours/package';

const FLAVOUR = { minor: 99, lowest: '2.7.1' };
const TARGETS = {
  java: {
    package: 'io.github.cdk8s_volumes',
    maven: { groupId: 'g', artifactId: 'cdk8s-volumes' },
  },
  python: { distName: 'cdk8s-volumes', module: 'cdk8s_volumes' },
  go: { moduleName: 'github.com/o/r', packageName: 'cdk8svolumes' },
};
const MANIFEST = {
  name: 'cdk8s-volumes',
  description: 'Volumes.',
  peerDependencies: { 'cdk8s-plus-28': '^2.5.6' },
  devDependencies: { 'cdk8s-plus-28': '2.5.6' },
  bundledDependencies: ['bundled'],
  jsii: { targets: TARGETS },
};
const ASSEMBLY = {
  schema: 'jsii/0.10.0',
  name: 'cdk8s-volumes',
  description: 'Volumes.',
  targets: TARGETS,
  dependencies: { 'cdk8s-plus-28': '^2.5.6' },
  types: { 'cdk8s-volumes.Target': { fqn: 'cdk8s-volumes.Target' } },
};

let folder: string;
let root: string;
let made: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'package-'));
  [root, made] = [join(folder, 'root'), join(folder, 'made')];
  const files = {
    'package.json': JSON.stringify(MANIFEST),
    'README.md': 'pip install cdk8s-volumes',
    LICENSE: 'license',
    NOTICE: 'notice',
    '.npmignore': '/src/',
    'bin/cdk8s-volumes': 'require("../lib/door.js")',
    'lib/index.js': '"cdk8s-volumes.Target"; require("cdk8s-plus-28")',
    'lib/src/index.d.ts': "import * as kplus from 'cdk8s-plus-28';",
    'node_modules/cdk8s-plus-99/package.json': '{ "name": "cdk8s-plus-99" }',
    'node_modules/bundled/package.json': '{ "name": "bundled", "dependencies": { "below": "1" } }',
    'node_modules/below/package.json': '{ "name": "below" }',
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const peer = { schema: 'jsii/0.10.0', name: 'cdk8s-plus-99', targets: {} };
  writeAssembly(join(root, 'node_modules', 'cdk8s-plus-99'), peer as never);
});
afterEach(() => rmSync(folder, { recursive: true }));

const read = (path: string) => readFileSync(join(made, path), 'utf8');

test.each([false, true])('it has its own names in all files; compressed: %s', async (compress) => {
  writeAssembly(root, ASSEMBLY as never, { compress });
  await new Packages(root).derive(FLAVOUR, made);
  expect(JSON.parse(read('package.json'))).toMatchObject({
    name: 'cdk8s-volumes-99',
    peerDependencies: { 'cdk8s-plus-99': '^2.7.1' },
  });
  expect(read('README.md')).toBe('pip install cdk8s-volumes-99');
  expect(read('lib/index.js')).toBe('"cdk8s-volumes-99.Target"; require("cdk8s-plus-99")');
  expect(read('lib/src/index.d.ts')).toBe("import * as kplus from 'cdk8s-plus-99';");
  expect(loadAssemblyFromPath(made, false).name).toBe('cdk8s-volumes-99');
  expect(existsSync(join(made, '.jsii.gz'))).toBe(compress);
});

test('it finds its cdk8s-plus, and has all that is bundled with it', async () => {
  writeAssembly(root, ASSEMBLY as never);
  await new Packages(root).derive(FLAVOUR, made);
  expect(read('node_modules/cdk8s-plus-99/package.json')).toContain('cdk8s-plus-99');
  expect(read('node_modules/bundled/package.json')).toContain('bundled');
  expect(read('node_modules/below/package.json')).toContain('below');
});

test('what was there before is gone', async () => {
  writeAssembly(root, ASSEMBLY as never);
  mkdirSync(made);
  writeFileSync(join(made, 'old.js'), '');
  await new Packages(root).derive(FLAVOUR, made);
  expect(existsSync(join(made, 'old.js'))).toBe(false);
});

test('a package that is not compiled is an error, and nothing is written', async () => {
  await expect(new Packages(root).derive(FLAVOUR, made)).rejects.toThrow(
    `${root} is not compiled: run npx projen compile first`,
  );
  expect(existsSync(made)).toBe(false);
});
