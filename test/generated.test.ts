/** The files that are generated and committed, beside what they are generated from. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Ajv from 'ajv';
import { parse } from 'yaml';
import { ALL_RULES } from '../src/rules';

const ROOT = join(__dirname, '..');

const contents = (folder: string) =>
  Object.fromEntries(
    readdirSync(folder)
      .sort()
      .map((file) => [file, readFileSync(join(folder, file), 'utf8')]),
  );

/**
 * Runs a tool, which writes as soon as it is loaded, in this process: its modules are here already.
 */
function run(tool: string, target: string): void {
  const { argv } = process;
  try {
    process.argv = [process.execPath, tool, target];
    jest.isolateModules(() => jest.requireActual(join(ROOT, 'tools', tool)));
  } finally {
    process.argv = argv;
  }
}

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'generated-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the schemas of other projects are as their tool writes them: a line for each version', () => {
  const text = readFileSync(join(ROOT, 'src', 'diff', 'custom', 'custom-schemas.json'), 'utf8');
  expect(text.trimEnd().split('\n')).toHaveLength(Object.keys(JSON.parse(text)).length + 2);
});

test('imports/ is what cdk8s makes of crds/; npm run import writes it anew', () => {
  run('import.ts', join(folder, 'imports'));
  expect(contents(join(ROOT, 'imports'))).toEqual(contents(join(folder, 'imports')));
});

test('src/*/schema.json is what crds/ says; npm run schemas writes it anew', () => {
  run('crds.ts', join(folder, 'schemas'));
  for (const system of ['efs', 'locust', 'viewer']) {
    expect(readFileSync(join(ROOT, 'src', system, 'schema.json'), 'utf8')).toBe(
      readFileSync(join(folder, 'schemas', system, 'schema.json'), 'utf8'),
    );
  }
});

test('docs/rules.md has all rules; npm run rules writes it anew', () => {
  run('rules.ts', join(folder, 'rules.md'));
  expect(readFileSync(join(ROOT, 'docs', 'rules.md'), 'utf8')).toBe(
    readFileSync(join(folder, 'rules.md'), 'utf8'),
  );
});

test('docs/platform-map.svg is the map of dist/manifests/eks; npm run map draws it anew', () => {
  run('map.ts', join(folder, 'map.svg'));
  expect(readFileSync(join(ROOT, 'docs', 'platform-map.svg'), 'utf8')).toBe(
    readFileSync(join(folder, 'map.svg'), 'utf8'),
  );
});

test('docs/cdk8s-volumes.schema.json is what the configuration is read by; npm run config-schema writes it anew', () => {
  run('config-schema.ts', join(folder, 'schema.json'));
  expect(readFileSync(join(ROOT, 'docs', 'cdk8s-volumes.schema.json'), 'utf8')).toBe(
    readFileSync(join(folder, 'schema.json'), 'utf8'),
  );
});

test('docs/configuration.md has every key, and the schema takes what the pages show', () => {
  const schema = JSON.parse(readFileSync(join(ROOT, 'docs', 'cdk8s-volumes.schema.json'), 'utf8'));
  const page = readFileSync(join(ROOT, 'docs', 'configuration.md'), 'utf8');
  const keysOf = ({ properties = {}, items }: any): string[] =>
    items
      ? keysOf(items)
      : Object.entries(properties).flatMap(([name, inner]) => [name, ...keysOf(inner)]);
  expect(keysOf(schema).filter((key) => !page.includes(`\`${key}\``))).toEqual([]);
  const validate = new Ajv({ strict: false }).compile(schema);
  for (const name of ['configuration', 'check', 'target', 'tutorial-yaml']) {
    const text = readFileSync(join(ROOT, 'docs', `${name}.md`), 'utf8');
    for (const [, block] of text.matchAll(/^```yaml\n(# cdk8s-volumes\.yaml\n[^]*?)^```$/gm)) {
      validate(parse(block));
      expect(validate.errors).toBe(null);
    }
  }
  expect(validate({ target: { platfrom: 'eks' } })).toBe(false);
});

test('docs/pictures show what the commands print for the README; npm run map draws them anew', async () => {
  const { drawPictures } =
    jest.requireActual<typeof import('../tools/pictures')>('../tools/pictures');
  await drawPictures(join(folder, 'pictures'));
  expect(contents(join(ROOT, 'docs', 'pictures'))).toEqual(contents(join(folder, 'pictures')));
});

test('docs/rules/ has a page for each system; npm run rules writes them anew', () => {
  run('rule-pages.ts', join(folder, 'rules'));
  expect(contents(join(ROOT, 'docs', 'rules'))).toEqual(contents(join(folder, 'rules')));
});

test("the schema of SharedVolume has the patterns that the operator's has", () => {
  const [crd] = readdirSync(join(ROOT, 'crds'))
    .filter((file) => file.startsWith('sharedvolumes.'))
    .map((file) => parse(readFileSync(join(ROOT, 'crds', file), 'utf8')));
  const { spec } = crd.spec.versions[0].schema.openAPIV3Schema.properties;
  expect(spec).toMatchObject({
    required: ['accessPointID', 'fileSystemID'],
    properties: {
      accessPointID: { pattern: '^fsap-[0-9a-f]+$' },
      fileSystemID: { pattern: '^fs-[0-9a-f]+$' },
    },
  });
});

test('no table of rules is forgotten', () => {
  const sources = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(join(ROOT, 'src', file), 'utf8'));
  // The first rule of each.
  const tables = sources.flatMap((text) =>
    [...text.matchAll(/= defineRules\('(\w+)', \{\s*(\w+):/g)].map(
      ([, system, key]) =>
        `${system}/${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
    ),
  );
  const ids = new Set(ALL_RULES.map(({ id }) => id));
  expect(tables.filter((id) => !ids.has(id))).toEqual([]);
  expect(tables).toHaveLength(sources.join('').split(/\bdefineRules\(/).length - 1);
});

test('no two rules have one id, and every one says all that its page needs', () => {
  expect(new Set(ALL_RULES.map((rule) => rule.id)).size).toBe(ALL_RULES.length);
  for (const rule of ALL_RULES) {
    expect(
      Object.entries(rule).filter(
        ([, text]) => text.length === 0 || (typeof text === 'string' && text.trim() === ''),
      ),
    ).toEqual([]);
  }
});
