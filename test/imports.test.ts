/** No modules import each other in a circle: one of them would see another that is not made yet. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '..');
const FOLDERS = ['src', 'test', 'tools', 'examples', 'bench'];

type Graph = ReadonlyMap<string, readonly string[]>;

/**
 * What a module loads as it is loaded itself: types are gone by then, and what a function requires
 * is loaded later.
 */
const IMPORT = /^(?:import|export) (?!type )(?:(?:[^'";]*[^'";\s])\s+from )?'(\.[^']*)'/gm;

/** The modules of a house, given its files by their paths, each with those that it imports. */
function graphOf(files: ReadonlyMap<string, string>): Graph {
  const fileOf = (path: string) =>
    [path, `${path}.ts`, join(path, 'index.ts')].find((name) => files.has(name));
  return new Map(
    [...files].map(([path, text]) => {
      const imported = [...text.matchAll(IMPORT)].filter(
        ([all]) => !/\{(?:\s*type [^,}]+,?)+\s*\}/.test(all),
      );
      return [path, imported.flatMap(([, name]) => fileOf(join(path, '..', name)) ?? [])];
    }),
  );
}

/** Every circle that a walk through all modules comes upon, as `a.ts → b.ts → a.ts`. */
function circlesIn(graph: Graph): string[] {
  const circles: string[] = [];
  const done = new Set<string>();
  const walk = (path: string, way: string[]): void => {
    if (way.includes(path)) circles.push([...way.slice(way.indexOf(path)), path].join(' → '));
    if (way.includes(path) || done.has(path)) return;
    for (const next of graph.get(path)!) walk(next, [...way, path]);
    done.add(path);
  };
  for (const path of graph.keys()) walk(path, []);
  return circles;
}

const filesOf = (folder: string) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.includes('node_modules'))
    .map((name) => join(folder, name));

test('no modules import each other in a circle', () => {
  const graph = graphOf(
    new Map(FOLDERS.flatMap(filesOf).map((path) => [path, readFileSync(join(ROOT, path), 'utf8')])),
  );
  expect([...graph.values()].flat().length).toBeGreaterThan(graph.size);
  expect(circlesIn(graph)).toEqual([]);
});

/** All that is loaded with a module. */
function loadedWith(path: string, graph: Graph): ReadonlySet<string> {
  const loaded = new Set([path]);
  for (const one of loaded) for (const next of graph.get(one)!) loaded.add(next);
  return loaded;
}

test.each(['src/cli/diff-command.ts', 'src/cli/check-command.ts', 'src/cli/render-command.ts'])(
  '%s does not load what draws maps',
  (path) => {
    const files = filesOf('src').map((one): [string, string] => [
      one,
      readFileSync(join(ROOT, one), 'utf8'),
    ]);
    const loaded = loadedWith(path, graphOf(new Map(files)));
    expect(loaded.size).toBeGreaterThan(100);
    expect([...loaded].filter((one) => one.startsWith('src/map/'))).toEqual([]);
  },
);

const HOUSE = {
  'a.ts': "import { readFileSync } from 'node:fs';\nimport { b } from './b';\n",
  'b.ts': "import {\n  c,\n  d,\n} from './c';\n",
  'c/index.ts': "export * from './d';\n",
  'c/d.ts': '',
};

test.each<[string, { readonly [path: string]: string }, string[]]>([
  ['none', {}, []],
  ['one of two', { 'b.ts': "import { a } from './a';\n" }, ['a.ts → b.ts → a.ts']],
  [
    'one through a folder',
    { 'c/d.ts': "import './../a';\n" },
    ['a.ts → b.ts → c/index.ts → c/d.ts → a.ts'],
  ],
  ['one of one', { 'c/d.ts': "export { one } from './d';\n" }, ['c/d.ts → c/d.ts']],
  [
    'two',
    { 'b.ts': "import { a } from './a';\n", 'c/d.ts': "import { c } from '.';\n" },
    ['a.ts → b.ts → a.ts', 'c/index.ts → c/d.ts → c/index.ts'],
  ],
  [
    'none for types',
    {
      'c/d.ts':
        "import type { A } from '../a';\nimport { type B, type C } from '../b';\nexport type * from '.';\n",
    },
    [],
  ],
  [
    'one for a type and a value',
    { 'c/d.ts': "import { type A, a } from '../a';\n" },
    ['a.ts → b.ts → c/index.ts → c/d.ts → a.ts'],
  ],
  [
    'none for what a function requires',
    { 'c/d.ts': "const load = () => require('../a') as typeof import('../a');\n" },
    [],
  ],
])('circles: %s', (_name, changed, circles) => {
  expect(circlesIn(graphOf(new Map(Object.entries({ ...HOUSE, ...changed }))))).toEqual(circles);
});
