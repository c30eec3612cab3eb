/** Definitions of custom kinds beside the files: `--crds` of `check` and `diff`. */
import { join } from 'node:path';
import { folderWith, removeFolders, runWith } from './session';

const home = process.cwd();
afterEach(() => {
  process.chdir(home);
  removeFolders();
});

const SPEC = {
  type: 'object',
  required: ['size'],
  properties: {
    size: { type: 'integer', minimum: 1 },
    mode: { type: 'string', enum: ['fast', 'safe'] },
    host: { type: 'string', pattern: '^[a-z]+$' },
    port: { 'x-kubernetes-int-or-string': true },
  },
  'x-kubernetes-validations': [
    { rule: "!has(self.mode) || self.mode != 'safe' || self.size > 2", message: 'safe needs 3' },
  ],
};
const definitionOf = (version: string, more: object = {}) =>
  JSON.stringify({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'caches.example.com' },
    spec: {
      group: 'example.com',
      scope: 'Namespaced',
      names: { kind: 'Cache', plural: 'caches' },
      versions: [
        {
          name: version,
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: 'object', properties: { spec: SPEC } } },
          ...more,
        },
      ],
    },
  });
/** As it is in the catalogue: objects are closed, and an integer or a text is one of two. */
const SCHEMA = JSON.stringify({
  type: 'object',
  properties: {
    apiVersion: { type: 'string' },
    kind: { type: 'string' },
    metadata: { type: 'object' },
    spec: {
      ...SPEC,
      properties: {
        ...SPEC.properties,
        port: { oneOf: [{ type: 'string' }, { type: 'integer' }] },
        note: { type: ['string', 'null'] },
      },
      additionalProperties: false,
    },
  },
});
const cache = (spec: object, apiVersion = 'example.com/v1') =>
  JSON.stringify({ apiVersion, kind: 'Cache', metadata: { name: 'a', namespace: 'shop' }, spec });

/** A run in a folder that has the files, with `--crds crds`. */
async function run(
  command: string,
  files: { readonly [name: string]: string },
  args: readonly string[] = ['app.yaml', '--crds', 'crds'],
) {
  process.chdir(folderWith(files));
  return runWith([command, ...args, '-q']);
}

const DEFINITION = { 'crds/cache.yaml': definitionOf('v1') };
const CATALOGUE = { 'crds/example.com/cache_v1.json': SCHEMA };

describe.each([
  ['a CustomResourceDefinition', DEFINITION],
  ['a catalogue', CATALOGUE],
])('by %s', (_name, crds) => {
  test.each([
    ['an unknown field', { size: 1, sise: 2 }, 'api/unknown-field', 'spec.sise'],
    ['a value of another type', { size: 'big' }, 'api/type', 'spec.size'],
    ['a missing field', {}, 'api/required', 'spec.size'],
    ['a value that is not listed', { size: 1, mode: 'slow' }, 'api/unsupported', 'spec.mode'],
    ['a text without the pattern', { size: 1, host: 'A' }, 'api/invalid', 'spec.host'],
    ['a number below the least', { size: 0 }, 'api/invalid', 'spec.size'],
    ['a broken rule in CEL', { size: 1, mode: 'safe' }, 'api/invalid', 'spec'],
  ])('check refuses %s', async (_case, spec, rule, path) => {
    const files = { ...crds, 'app.yaml': cache(spec) };
    const { stdout } = await run('check', files, ['app.yaml', '--crds', 'crds', '-o', 'json']);
    expect(JSON.parse(stdout)).toEqual([
      expect.objectContaining({ severity: 'error', rule, path, object: 'Cache/shop/a' }),
    ]);
  });

  test.each([
    ['a number', 80],
    ['a text', 'http'],
  ])('check takes %s for an integer or a text', async (_case, port) => {
    const files = { ...crds, 'app.yaml': cache({ size: 3, mode: 'safe', host: 'b', port }) };
    expect((await run('check', files)).status).toBe(0);
  });

  test('check refuses a version that the definition lacks', async () => {
    const { status, stdout } = await run('check', {
      ...crds,
      'app.yaml': cache({ size: 1 }, 'example.com/v2'),
    });
    expect([status, stdout]).toEqual([
      1,
      expect.stringContaining('no matches for kind "Cache" in version "example.com/v2"'),
    ]);
  });

  test('diff refuses what the server refuses', async () => {
    const files = { ...crds, 'old.yaml': cache({ size: 1 }), 'new.yaml': cache({ size: 0 }) };
    const args = ['old.yaml', 'new.yaml', '--crds', 'crds'];
    const { status, stdout } = await run('diff', files, args);
    expect([status, stdout]).toEqual([1, expect.stringContaining('spec.size')]);
  });
});

test('null is taken where a schema of JSON lists it', async () => {
  const files = { ...CATALOGUE, 'app.yaml': cache({ size: 1, note: null }) };
  expect((await run('check', files)).status).toBe(0);
});

test('versions of a kind in a catalogue are one definition', async () => {
  const files = { ...CATALOGUE, 'crds/example.com/cache_v1beta1.json': SCHEMA };
  const of = async (version: string) =>
    (await run('check', { ...files, 'app.yaml': cache({ size: 1 }, version) })).status;
  expect([await of('example.com/v1'), await of('example.com/v1beta1')]).toEqual([0, 0]);
});

test('the configuration names the folder, and an option another one', async () => {
  const files = {
    ...DEFINITION,
    'others/cache.yaml': definitionOf('v2'),
    'cdk8s-volumes.yaml': 'crds: crds\n',
    'app.yaml': cache({}),
  };
  const told = async (args: string[]) => (await run('check', files, ['app.yaml', ...args])).stdout;
  expect(await told([])).toContain('spec.size');
  expect(await told(['--crds', 'others'])).toContain('no matches for kind "Cache"');
});

test('what the files define themselves wins', async () => {
  const files = {
    'crds/cache.yaml': definitionOf('v2'),
    'app.yaml': `${definitionOf('v1')}\n---\n${cache({ size: 1 })}`,
  };
  expect((await run('check', files)).status).toBe(0);
});

test('a custom resource that nothing defines is not judged by its schema', async () => {
  const other = cache({ any: 1 }).replace('example.com', 'other.example.com');
  expect((await run('check', { ...DEFINITION, 'app.yaml': other })).status).toBe(0);
});

test('of a catalogue only the groups of the files are read', async () => {
  const files = {
    ...CATALOGUE,
    'crds/other.example.com/thing_v1.json': '{',
    'app.yaml': cache({ size: 1 }),
  };
  expect((await run('check', files)).status).toBe(0);
});

test('the folder of one group is a catalogue, too', async () => {
  const files = { ...CATALOGUE, 'app.yaml': cache({}) };
  const { stdout } = await run('check', files, ['app.yaml', '--crds', 'crds/example.com']);
  expect(stdout).toContain('spec.size');
});

test('what is no definition in the folder is passed over', async () => {
  const files = {
    ...DEFINITION,
    'crds/kustomization.yaml': 'resources: [cache.yaml]\n',
    'crds/role.yaml': 'apiVersion: v1\nkind: ServiceAccount\nmetadata: { name: a }\n',
    'crds/README.md': '# Definitions',
    'app.yaml': cache({ size: 1 }),
  };
  expect(await run('check', files)).toMatchObject({ status: 0, stderr: '' });
});

const HERE = { 'app.yaml': cache({ size: 1 }) };
test.each<[string, { readonly [name: string]: string }, string]>([
  ['is missing', {}, 'cannot read "crds": there is no such file or directory'],
  [
    'has no file that is read',
    { 'crds/README.md': '' },
    'there is no *.yaml, *.yml or *.json file in the directory "crds"',
  ],
  [
    'has no definition',
    { 'crds/app.yaml': cache({}) },
    'there is no CustomResourceDefinition in "crds", and no schema that is named GROUP/KIND_VERSION.json',
  ],
  [
    'has broken JSON',
    { 'crds/example.com/cache_v1.json': '{"type": "object",\n "properties": {' },
    'crds/example.com/cache_v1.json:3: the text ends where JSON has a key in double quotes; fix the JSON, or write YAML',
  ],
  [
    'has two definitions of a kind',
    { ...DEFINITION, 'crds/more/cache.yaml': definitionOf('v1') },
    'crds/more/cache.yaml:1: there is another definition of example.com/Cache, in crds/cache.yaml:1; remove one of the two',
  ],
  [
    'has a definition and a schema of a kind',
    { ...DEFINITION, ...CATALOGUE },
    'crds/example.com/cache_v1.json:1: there is another definition of example.com/cache, in crds/cache.yaml:1; remove one of the two',
  ],
  [
    'has two schemas of a version',
    { ...CATALOGUE, 'crds/more/example.com/cache_v1.json': SCHEMA },
    'crds/more/example.com/cache_v1.json:1: there is another definition of example.com/cache, in crds/example.com/cache_v1.json:1; remove one of the two',
  ],
  [
    'has a definition of an old API',
    { 'crds/cache.yaml': definitionOf('v1').replace('k8s.io/v1', 'k8s.io/v1beta1') },
    'crds/cache.yaml:1: the definition has the apiVersion "apiextensions.k8s.io/v1beta1", which no cluster serves; convert it to apiextensions.k8s.io/v1',
  ],
  [
    'has a definition of nothing',
    {
      'crds/cache.yaml':
        'apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nspec: { group: example.com }\n',
    },
    'crds/cache.yaml:1: the definition does not say what it defines; add spec.group, spec.names.kind and spec.versions',
  ],
  [
    'has a definition whose schema is none',
    { 'crds/cache.yaml': definitionOf('v1').replace('"required":["size"]', '"required":"size"') },
    'crds/cache.yaml:1: spec.versions[0].schema.openAPIV3Schema.properties.spec.required is not what a schema has there; correct the definition',
  ],
  [
    'has a schema that names no kind',
    { 'crds/cache.json': SCHEMA },
    'crds/cache.json:1: the schema does not say which kind it is of; name the file GROUP/KIND_VERSION.json, such as cert-manager.io/certificate_v1.json',
  ],
])('a folder that %s is incorrect usage', async (_name, files, message) => {
  const { status, stdout, stderr } = await run('check', { ...HERE, ...files });
  expect([status, stdout, stderr]).toEqual([2, '', expect.stringContaining(`--crds: ${message}`)]);
});

test('diff reads the folder as check does', async () => {
  const { status, stderr } = await run('diff', HERE, ['app.yaml', 'app.yaml', '--crds', 'crds']);
  expect([status, stderr]).toEqual([
    2,
    expect.stringContaining('--crds: cannot read "crds": there is no such file or directory'),
  ]);
});

test.each([
  ['is none', '"required":["size"]', '"required":"size"'],
  ['has a pattern that is none', '"^[a-z]+$"', '"("'],
])('a definition among the files whose schema %s judges by the rest', async (_case, was, is) => {
  const definition = definitionOf('v1').replace(was, is);
  const files = { 'app.yaml': `${definition}\n---\n${cache({ size: 0, host: 'a' })}` };
  const { stdout, stderr } = await run('check', files, ['app.yaml']);
  expect([stdout, stderr]).toEqual([expect.stringContaining('spec.size'), '']);
});

test('a single file is read like a folder', async () => {
  const files = { ...DEFINITION, 'app.yaml': cache({}) };
  const args = ['app.yaml', '--crds', join('crds', 'cache.yaml')];
  expect((await run('check', files, args)).stdout).toContain('spec.size');
});
