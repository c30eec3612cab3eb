/** What is generated and committed agrees with what it is generated from. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
  const sources = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts'),
  );
  const tables = sources.flatMap((file) =>
    [...readFileSync(join(ROOT, 'src', file), 'utf8').matchAll(/(\w+) = defineRules\('/g)].map(
      ([, name]) => name,
    ),
  );
  const listed = readFileSync(join(ROOT, 'src', 'rules.ts'), 'utf8').split('ALL_RULES')[1];
  expect(tables.filter((name) => !new RegExp(`\\b${name}\\b`).test(listed))).toEqual([]);
  expect(tables.length).toBeGreaterThan(5);
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
