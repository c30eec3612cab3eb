/**
 * The doors of the package: the program and the library, and the parts that both are made of. The
 * engine reads all of a script, even what is never run; so each run loads the parts that it needs.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { build, BuildOptions, Plugin } from 'esbuild';
import { groupsOf } from './grouping';
import { hoisted } from './hoisting';
import { Bundle, fileOf } from './parts';
import { calledToLoad, Use, USES_OF_LIBRARY, USES_OF_PROGRAM, usersOf } from './uses';
import { addTo } from '../src/kube';

/** Packages that are installed beside. */
const EXTERNAL = ['cdk8s', 'cdk8s-plus-*', 'constructs', '@dagrejs/dagre'];

/** The folder of the parts, below that of the doors. */
const PARTS = 'parts';

/** What of the bundle `bin/` runs; all else that it exports is the library. */
const MAIN = 'main';

/** What the index imports for its effect alone. */
const PROVIDE = 'src/provide.ts';

/** Rooms of plain data, which have nothing to do with a tree. */
const PLAIN = /^src\/(?:admission|findings)\//;

/** Lines and names as they are in the code, since errors show them. */
const OPTIONS: BuildOptions = {
  bundle: true,
  platform: 'node',
  target: 'node20',
  charset: 'ascii',
  external: EXTERNAL,
  legalComments: 'none',
  logLevel: 'warning',
};

/**
 * What jsii knows of a package: the classes that it tells other languages of, and where they are.
 */
export interface Assembly {
  readonly version: string;
  readonly types: { readonly [name: string]: AssemblyType };
}

interface AssemblyType {
  readonly kind: string;
  readonly name: string;
  readonly fqn: string;
  readonly locationInModule?: { readonly filename: string };
}

/**
 * Writes `cli.js`, the program, and `door.js`, which `bin/` runs it through. `source` is the folder
 * of the code, in that of its package.
 */
export async function bundleProgram(
  source: string,
  target: string,
  uses: readonly Use[] = USES_OF_PROGRAM,
): Promise<void> {
  await write(source, target, uses);
}

/** The same, with `index.js`, the library: what it exports is loaded when somebody takes it. */
export async function bundlePackage(
  source: string,
  target: string,
  assembly: Assembly,
  uses: readonly Use[] = [...USES_OF_PROGRAM, ...USES_OF_LIBRARY],
): Promise<void> {
  await write(source, target, uses, assembly);
}

async function write(
  source: string,
  target: string,
  uses: readonly Use[],
  assembly?: Assembly,
): Promise<void> {
  await build({
    ...OPTIONS,
    format: 'cjs',
    absWorkingDir: dirname(source),
    entryPoints: [join(source, 'cli/door')],
    outfile: join(target, 'door.js'),
  });
  const bundle = await bundleOf(source, assembly);
  // Each by itself, to see what is called to load it, and then who needs it.
  writeParts(bundle, target, (module) => module);
  bundle.setApart(calledToLoad(target, PARTS));
  writeParts(bundle, target, (module) => module);
  const users = usersOf(uses, target, PARTS);
  const usersOfOne = (module: string) => users.get(fileOf(module)) ?? new Set<number>();
  const program = bundle.below(bundle.moduleOf(bundle.exports.get(MAIN)!));
  const modules = new Map(
    [...bundle.sizes].map(([module, size]) => {
      const isUsed = usersOfOne(module).size > 0;
      // A table is large, and asked for by itself; what nobody needs is with its neighbours.
      const kind = module.endsWith('.json') ? module : isUsed ? 'used' : dirname(module);
      // What the program may need is never loaded with what needs cdk8s.
      return [module, { size, side: `${program.has(module)} ${kind}` }];
    }),
  );
  const groups = groupsOf(modules, usersOfOne);
  writeParts(bundle, target, (module) => groups.get(module)!, usersOfOne);
}

/** Writes the doors, and parts of all modules for which the same is given. */
function writeParts(
  bundle: Bundle,
  target: string,
  given: (module: string) => string,
  usersOfOne?: (module: string) => ReadonlySet<number>,
): void {
  rmSync(join(target, PARTS), { recursive: true, force: true });
  mkdirSync(join(target, PARTS), { recursive: true });
  const parts = bundle.partsOf(given);
  const scripts = bundle.scriptsOf(parts, usersOfOne);
  for (const [part, script] of scripts) {
    writeFileSync(join(target, PARTS, fileOf(part)), script);
  }
  const requireOf = (module: string) =>
    `require(${JSON.stringify(`./${PARTS}/${fileOf(parts.get(module)!)}`)})`;
  const main = bundle.exports.get(MAIN)!;
  const exported = [...bundle.exports].filter(([name]) => name !== MAIN);
  writeFileSync(
    join(target, 'cli.js'),
    `exports.main = ${requireOf(bundle.moduleOf(main))}.${main};\n`,
  );
  if (exported.length > 0) {
    writeFileSync(join(target, 'index.js'), indexOf(bundle, exported, requireOf));
  }
}

async function bundleOf(source: string, assembly: Assembly | undefined): Promise<Bundle> {
  const script = await scriptOf(source, assembly);
  // In regular expressions other characters than those of ASCII are left as they are.
  return new Bundle(
    hoisted(script).replace(
      /[^\0-\x7f]/g,
      (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
    ),
  );
}

/**
 * Everything as one script, in which each name stands for one thing: all that the parts are made
 * of.
 */
export async function scriptOf(source: string, assembly: Assembly | undefined): Promise<string> {
  const root = dirname(source);
  const { outputFiles } = await build({
    ...OPTIONS,
    format: 'esm',
    absWorkingDir: root,
    plugins: [reading(root, assembly)],
    stdin: {
      contents: `export { main } from './cli/main'; ${assembly ? "export * from './index';" : ''}`,
      resolveDir: source,
      sourcefile: 'bundle.js',
    },
    write: false,
  });
  return outputFiles[0].text;
}

/**
 * Reads modules. What one requires in a function it imports: when that is loaded is up to the
 * parts. A table is a text, which the engine reads many times faster than code. Each class that
 * other languages know says by which name, as jsii writes it into what it compiles.
 */
function reading(root: string, assembly: Assembly | undefined): Plugin {
  const classes = classesOf(assembly);
  return {
    name: 'reading',
    setup: ({ onLoad }) => {
      onLoad({ filter: /\.ts$/ }, ({ path }) => {
        const imports: string[] = [];
        const text = readFileSync(path, 'utf8').replaceAll(
          /\brequire\(('\.[^']+')\)/g,
          (_, from: string) => {
            const name = `required${imports.length}`;
            imports.push(`import ${from.endsWith(".json'") ? '' : '* as '}${name} from ${from};`);
            return name;
          },
        );
        const own = classes.get(relative(root, path).replaceAll('\\', '/')) ?? [];
        return {
          contents: [text, ...imports, ...own].join('\n'),
          loader: 'ts',
        };
      });
      onLoad({ filter: /\.json$/ }, ({ path }) => {
        const text = JSON.stringify(JSON.parse(readFileSync(path, 'utf8')));
        return {
          contents: `export default JSON.parse(${JSON.stringify(text)});`,
          loader: 'js',
        };
      });
    },
  };
}

function classesOf(assembly: Assembly | undefined): Map<string, string[]> {
  const classes = new Map<string, string[]>();
  if (!assembly) return classes;
  for (const { kind, name, fqn, locationInModule } of Object.values(assembly.types)) {
    if (kind !== 'class' || !locationInModule) continue;
    const type = JSON.stringify({ fqn, version: assembly.version });
    // What refers to itself is called otherwise in a bundle.
    addTo(
      classes,
      locationInModule.filename,
      `Object.defineProperties(${name}, { [Symbol.for('jsii.rtti')]: { value: ${type} }, name: { value: ${JSON.stringify(name)}, configurable: true } });`,
    );
  }
  return classes;
}

/** The library: each name is taken from its part when somebody takes it from here. */
function indexOf(
  bundle: Bundle,
  exported: readonly (readonly [string, string])[],
  requireOf: (module: string) => string,
): string {
  const names = new Map<string, string[]>();
  for (const [name, own] of exported) {
    const module = bundle.moduleOf(own);
    const provided = PLAIN.test(module) ? '' : `${requireOf(PROVIDE)}, `;
    addTo(names, `(${provided}${requireOf(module)})`, `${name}: ${JSON.stringify(own)}`);
  }
  const lent = [...names].map(([taken, own]) => `lend({ ${own.join(', ')} }, () => ${taken});`);
  return `"use strict";
Object.defineProperty(exports, '__esModule', { value: true });
function lend(names, load) {
  for (const name of Object.keys(names)) Object.defineProperty(exports, name, { enumerable: true, configurable: true, get: () => taken(name, load()[names[name]]) });
}
function taken(name, value) {
  Object.defineProperty(exports, name, { enumerable: true, value });
  return value;
}
${lent.join('\n')}
// By this Node.js knows the names that an ECMAScript module can import.
0&&(module.exports={${exported.map(([name]) => name).join(',')}});
`;
}
