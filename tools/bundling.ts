/** The doors of the package, each as one file: what starts from many files starts late. */
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { build, BuildOptions, Plugin } from 'esbuild';
import { addTo } from '../src/kube';

/** Packages that are installed beside. */
const EXTERNAL = ['cdk8s', 'cdk8s-plus-*', 'constructs', '@dagrejs/dagre'];

/** What the index imports for its effect alone. */
const PROVIDE = './provide';

/** Rooms of plain data, which have nothing to do with a tree. */
const PLAIN = ['./admission', './findings'];

/** Names that stand for a module with all its names, and their modules. */
const SUBMODULES: { readonly [name: string]: string } = {
  csi: './csi/constructs/authors',
  handles: './tree/handles',
  topology: './placement/constructs/topology-facts',
};

/** Lines and names as they are in the code, since errors show them. */
const OPTIONS: BuildOptions = {
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  charset: 'ascii',
  external: EXTERNAL,
  legalComments: 'none',
  logLevel: 'warning',
};

/**
 * Writes `cli.js`, the program, and `door.js`, which `bin/` runs it through. `source` is the folder
 * of the code, compiled or not.
 */
export async function bundleProgram(source: string, target: string): Promise<void> {
  await bundle(join(target, 'cli.js'), { entryPoints: [join(source, 'cli/main')] });
  await bundle(join(target, 'door.js'), { entryPoints: [join(source, 'cli/door')] });
}

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
 * Writes `index.js`, the library, from the code in the folder `source` of its package. What it
 * exports is loaded when somebody takes it, room by room.
 */
export async function bundleLibrary(
  source: string,
  target: string,
  rooms: ReadonlyMap<string, readonly string[]>,
  assembly: Assembly,
): Promise<void> {
  const names = [...rooms.values()].flat();
  await bundle(join(target, 'index.js'), {
    plugins: [typed(dirname(source), assembly)],
    stdin: { contents: entryOf(rooms), resolveDir: source, sourcefile: 'index.js', loader: 'js' },
    // By this Node.js knows the names that an ECMAScript module can import.
    footer: { js: `0&&(module.exports={${names.join(',')}});` },
  });
}

/**
 * Writes into each class by which name other languages know it, as jsii does into what it compiles.
 */
function typed(root: string, { types, version }: Assembly): Plugin {
  const classes = new Map<string, string[]>();
  for (const { kind, name, fqn, locationInModule } of Object.values(types)) {
    if (kind !== 'class' || !locationInModule) continue;
    const type = JSON.stringify({ fqn, version });
    // What refers to itself is called otherwise in a bundle.
    addTo(
      classes,
      locationInModule.filename,
      `Object.defineProperties(${name}, { [Symbol.for('jsii.rtti')]: { value: ${type} }, name: { value: ${JSON.stringify(name)}, configurable: true } });`,
    );
  }
  return {
    name: 'typed',
    setup: ({ onLoad }) =>
      onLoad({ filter: /\.ts$/ }, ({ path }) => {
        const own = classes.get(relative(root, path).replaceAll('\\', '/'));
        return own && { contents: [readFileSync(path, 'utf8'), ...own].join('\n'), loader: 'ts' };
      }),
  };
}

/** Tables as texts: the engine reads a text many times faster than code, at each start. */
const TABLES: Plugin = {
  name: 'tables',
  setup: ({ onLoad }) =>
    onLoad({ filter: /\.json$/ }, ({ path }) => {
      const text = JSON.stringify(JSON.parse(readFileSync(path, 'utf8')));
      return { contents: `module.exports = JSON.parse(${JSON.stringify(text)});`, loader: 'js' };
    }),
};

async function bundle(file: string, options: BuildOptions): Promise<void> {
  const plugins = [TABLES, ...(options.plugins ?? [])];
  await build({ ...OPTIONS, ...options, plugins, outfile: file });
  // In regular expressions other characters are left as they are.
  writeFileSync(
    file,
    readFileSync(file, 'utf8').replace(
      /[^\0-\x7f]/g,
      (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
    ),
  );
}

/**
 * The names that the library exports, by the module below its index that has them; a submodule is
 * the only name of its module. `load` answers the exports of a module by its path.
 */
export function roomsOf(index: string, load: (path: string) => object): Map<string, string[]> {
  const rooms = new Map<string, string[]>();
  const exported = load('./index') as { readonly [name: string]: unknown };
  const modules = [...readFileSync(index, 'utf8').matchAll(/['"](\.\/[^'"]+)['"]/g)].map(
    ([, path]) => ({ path, own: load(path) as typeof exported }),
  );
  for (const name of Object.keys(exported)) {
    // A type, if what was loaded was not compiled but only stripped of types.
    if (exported[name] === undefined) continue;
    const room = modules.find(
      ({ path, own }) =>
        path === SUBMODULES[name] || (Object.hasOwn(own, name) && own[name] === exported[name]),
    );
    if (!room) throw new Error(`no module that the index takes exports from has ${name}`);
    addTo(rooms, room.path, name);
  }
  return rooms;
}

function entryOf(rooms: ReadonlyMap<string, readonly string[]>): string {
  const provided = (room: string) =>
    PLAIN.includes(room) ? '' : `require(${JSON.stringify(PROVIDE)}), `;
  const each = [...rooms].map(([room, names]) => {
    const taking = `${provided(room)}require(${JSON.stringify(room)})`;
    const taken = Object.values(SUBMODULES).includes(room)
      ? `{ ${names[0]}: (${taking}) }`
      : taking;
    return `lend(${JSON.stringify(names)}, () => (${taken}));`;
  });
  return `Object.defineProperty(exports, '__esModule', { value: true });
function lend(names, load) {
  for (const name of names) Object.defineProperty(exports, name, { enumerable: true, configurable: true, get: () => taken(name, load()[name]) });
}
function taken(name, value) {
  Object.defineProperty(exports, name, { enumerable: true, value });
  return value;
}
${each.join('\n')}
`;
}
