/** The assembly, the package.json and the examples of a flavour. */
import { createHash } from 'node:crypto';
import {
  LanguageTablet,
  TargetLanguage,
  TranslatedSnippet,
  typeScriptSnippetFromVisibleSource,
} from 'jsii-rosetta';
import { Assembly, assemblyOf } from '../../../tools/flavours/assembly';
import { Manifest, manifestOf } from '../../../tools/flavours/manifest';
import { Names, Targets } from '../../../tools/flavours/names';
import { tabletOf } from '../../../tools/flavours/tablet';

const FLAVOUR = { minor: 99, lowest: '2.7.1' };
const NAMES = new Names('cdk8s-volumes', FLAVOUR);
const TARGETS: Targets = {
  java: {
    package: 'io.github.cdk8s_volumes',
    maven: { groupId: 'g', artifactId: 'cdk8s-volumes' },
  },
  python: { distName: 'cdk8s-volumes', module: 'cdk8s_volumes' },
  go: { moduleName: 'github.com/o/r', packageName: 'cdk8svolumes' },
};
const BASE = {
  name: 'cdk8s-volumes',
  description: 'Volumes.',
  bin: { 'cdk8s-volumes': 'bin/cdk8s-volumes' },
  dependencies: { cdk8s: '^2.68.12', 'cdk8s-plus-28': '^2.5.6' },
  dependencyClosure: {
    cdk8s: { targets: { js: { npm: 'cdk8s' } } },
    'cdk8s-plus-28': { targets: { js: { npm: 'cdk8s-plus-28' } } },
  },
  submodules: { 'cdk8s-volumes.csi': { symbolId: 'src/index:csi' } },
  targets: TARGETS,
  types: {
    'cdk8s-volumes.csi.CsiRole': {
      assembly: 'cdk8s-volumes',
      fqn: 'cdk8s-volumes.csi.CsiRole',
      implements: ['cdk8s-plus-28.IPersistentVolumeClaim', 'constructs.IConstruct'],
      docs: {
        remarks: '`cdk8s-volumes check` with the structs of `cdk8s-plus-28`.',
        example: "import * as kplus from 'cdk8s-plus-28';",
      },
      symbolId: 'src/csi/role:CsiRole',
    },
  },
  fingerprint: 'old',
} as unknown as Assembly;
const PEER = {
  name: 'cdk8s-plus-99',
  targets: { js: { npm: 'cdk8s-plus-99' } },
  submodules: { 'cdk8s-plus-99.k8s': { symbolId: 'lib/index:k8s' } },
} as unknown as Assembly;

const assembly = assemblyOf(BASE, NAMES, FLAVOUR, PEER) as Assembly & { readonly types: object };

test('types are those of the flavour, and of its cdk8s-plus', () => {
  expect(assembly.name).toBe('cdk8s-volumes-99');
  expect(assembly.submodules).toEqual({ 'cdk8s-volumes-99.csi': { symbolId: 'src/index:csi' } });
  expect(assembly.types).toEqual({
    'cdk8s-volumes-99.csi.CsiRole': {
      assembly: 'cdk8s-volumes-99',
      fqn: 'cdk8s-volumes-99.csi.CsiRole',
      implements: ['cdk8s-plus-99.IPersistentVolumeClaim', 'constructs.IConstruct'],
      docs: {
        remarks: '`cdk8s-volumes check` with the structs of `cdk8s-plus-99`.',
        example: "import * as kplus from 'cdk8s-plus-99';",
      },
      symbolId: 'src/csi/role:CsiRole',
    },
  });
});

test('it depends on its cdk8s-plus from the lowest version on', () => {
  expect(assembly.dependencies).toEqual({ cdk8s: '^2.68.12', 'cdk8s-plus-99': '^2.7.1' });
  expect(assembly.dependencyClosure).toEqual({
    cdk8s: { targets: { js: { npm: 'cdk8s' } } },
    'cdk8s-plus-99': {
      submodules: { 'cdk8s-plus-99.k8s': {} },
      targets: { js: { npm: 'cdk8s-plus-99' } },
    },
  });
});

test('its program has the same name, and its packages and description their own', () => {
  expect(assembly.bin).toEqual(BASE.bin);
  expect(assembly.targets).toEqual(NAMES.targets(TARGETS));
  expect(assembly.description).toBe('Volumes. For cdk8s-plus-99.');
});

test('it has a fingerprint of its own, of its keys in order', () => {
  const { fingerprint, ...rest } = assembly;
  expect(Object.keys(rest)).toEqual(Object.keys(rest).sort());
  expect(fingerprint).toBe(createHash('sha256').update(JSON.stringify(rest)).digest('base64'));
});

test('package.json asks for the cdk8s-plus of the flavour, and has what is published only', () => {
  const base = {
    name: 'cdk8s-volumes',
    description: 'Volumes.',
    version: '1.2.3',
    scripts: { build: 'projen build' },
    jest: {},
    peerDependencies: { cdk8s: '^2.68.12', 'cdk8s-plus-28': '^2.5.6', constructs: '^10.3.0' },
    peerDependenciesMeta: { 'cdk8s-plus-28': { optional: true } },
    devDependencies: {
      cdk8s: '2.68.12',
      'cdk8s-plus-28': '2.5.6',
      'cdk8s-plus-99': '2.7.1',
      constructs: '10.3.0',
      jest: '^30',
    },
    bundledDependencies: ['own'],
    jsii: { outdir: 'artifacts', targets: TARGETS },
  };
  expect(manifestOf(base as Manifest, NAMES, FLAVOUR)).toEqual({
    name: 'cdk8s-volumes-99',
    description: 'Volumes. For cdk8s-plus-99.',
    version: '1.2.3',
    peerDependencies: { cdk8s: '^2.68.12', 'cdk8s-plus-99': '^2.7.1', constructs: '^10.3.0' },
    peerDependenciesMeta: { 'cdk8s-plus-99': { optional: true } },
    devDependencies: { cdk8s: '2.68.12', 'cdk8s-plus-99': '2.7.1', constructs: '10.3.0' },
    bundledDependencies: ['own'],
    jsii: { outdir: 'artifacts', targets: NAMES.targets(TARGETS) },
  });
});

test('an example is found by its code and place in the flavour, in its words', () => {
  const snippetOf = (own: string) =>
    typeScriptSnippetFromVisibleSource(
      `import { A } from '${own}';`,
      { api: { api: 'type', fqn: `${own}.A` }, field: { field: 'example' } },
      true,
    );
  const translated = TranslatedSnippet.fromTypeScript(snippetOf('cdk8s-volumes'), true);
  translated.addTranslation(TargetLanguage.PYTHON, 'from cdk8s_volumes import A', '1');
  const base = new LanguageTablet();
  base.addSnippets(translated);
  const found = tabletOf(base, NAMES).lookupBySource(snippetOf('cdk8s-volumes-99'));
  expect(found?.get(TargetLanguage.PYTHON)?.source).toBe('from cdk8s_volumes_99 import A');
});
