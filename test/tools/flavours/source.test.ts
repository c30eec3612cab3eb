/** The source that all flavours are made of: only names are different in what is made of it. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { scriptOf } from '../../../tools/bundling';
import { Manifest } from '../../../tools/flavours/manifest';
import { FLAVOURS, OTHERS, PEER, plusOf } from '../../../tools/flavours/minors';
import { Targets } from '../../../tools/flavours/names';
import { Packages } from '../../../tools/flavours/package';

const ROOT = join(__dirname, '..', '..', '..');
const packages = new Packages(ROOT);
const names = packages.namesOf(FLAVOURS[0]);

const read = (...path: readonly string[]) => readFileSync(join(ROOT, ...path), 'utf8');
const filesIn = (folder: string) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => join(folder, file))
    .filter((file) => statSync(join(ROOT, file)).isFile());
const sources = ['src', 'imports', 'bin', 'rosetta'].flatMap(filesIn);

test('what names the cdk8s-plus of the package in the source is exchanged in a flavour', () => {
  const texts = sources.map((file) => names.text(read(file)));
  const minorsIn = (pattern: RegExp) =>
    texts.flatMap((text) => [...text.matchAll(pattern)]).map(([, minor]) => Number(minor));
  const imported = minorsIn(/(?:from |require\()["']cdk8s-plus-(\d+)\b/g);
  expect(imported.length).toBeGreaterThan(30);
  expect(new Set(imported)).toEqual(new Set([FLAVOURS[0].minor]));
  // Texts may speak of what is so in some minors only.
  expect(minorsIn(/\bcdk8s.?plus.?(\d+)\b/gi)).not.toContain(PEER.minor);
});

test('the names that packages are published by are those that are exchanged', () => {
  const {
    jsii: { targets },
  } = JSON.parse(read('package.json')) as Manifest;
  const words = (of: Targets) => [
    `import ${of.python.module}`,
    `pip install ${of.python.distName}`,
    `import ${of.java.package}.Target;`,
    `${of.java.maven.groupId}:${of.java.maven.artifactId}`,
    `"${of.go.moduleName}/${of.go.packageName}"`,
  ];
  expect(words(targets).map((text) => names.text(text))).toEqual(words(names.targets(targets)));
});

test('every minor is installed in the lowest version that is said to work', () => {
  const all = [PEER, ...OTHERS];
  const installed = all.map(
    (minor) =>
      JSON.parse(read('node_modules', plusOf(minor), 'package.json')) as { version: string },
  );
  expect(installed.map(({ version }) => version)).toEqual(all.map(({ lowest }) => lowest));
});

test('every language is packaged with every flavour', () => {
  const { tasks } = JSON.parse(read('.projen', 'tasks.json'));
  const folders = FLAVOURS.map(({ minor }) => `flavours/${minor}`);
  for (const language of ['python', 'java', 'go']) {
    const [first, packed] = tasks[`package:${language}`].steps;
    expect(first.spawn).toBe('flavours');
    expect(packed.exec).toContain(` --target ${language} `);
    expect(packed.exec).toContain(` --outdir artifacts . ${folders.join(' ')}`);
  }
  const written = FLAVOURS.map(({ minor }) => ({
    exec: `tsx tools/flavour.ts ${minor} flavours/${minor}`,
  }));
  expect(tasks.flavours.steps).toEqual(written);
});

describe('a flavour that is bundled from its own source', () => {
  const VOLUME = {
    kind: 'class',
    name: 'EfsSharedVolume',
    locationInModule: { filename: 'src/efs/constructs/efs-shared-volume.ts' },
  };
  let folder: string;
  let base: string;
  let own: string;
  beforeAll(async () => {
    // Below the repository, where its packages are found.
    mkdirSync(join(ROOT, 'reports'), { recursive: true });
    folder = mkdtempSync(join(ROOT, 'reports', 'flavour-'));
    packages.writeSources(FLAVOURS[0], join(folder, 'flavour'));
    const bundled = (root: string, name: string) => {
      const fqn = `${name}.EfsSharedVolume`;
      const assembly = { version: '1.2.3', types: { [fqn]: { ...VOLUME, fqn } } };
      return scriptOf(join(root, 'src'), assembly);
    };
    base = await bundled(ROOT, 'cdk8s-volumes');
    own = await bundled(join(folder, 'flavour'), names.name);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('is the package with other names', () => {
    const expected = names.compiled(base).split('\n');
    expect(expected.length).toBeGreaterThan(10_000);
    const lines = own.split('\n');
    expect(lines.filter((line, index) => line !== expected[index])).toEqual([]);
    expect(lines).toHaveLength(expected.length);
    expect(own).not.toContain(plusOf(PEER));
  });

  test('is another one: the cdk8s-plus that it loads is its own', () => {
    expect(own).toContain(`from "${names.plus}"`);
    expect(own).toContain(`"${names.name}.EfsSharedVolume"`);
  });
});
