/**
 * The modules of one test file, loaded anew each time, as jest does it: no state of one run is left
 * for the next.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { compileFunction } from 'node:vm';
import * as ts from 'typescript';

type Module = { exports: any; reachesCode: boolean };
type Body = (
  exports: unknown,
  require: unknown,
  module: Module,
  filename: string,
  folder: string,
  jest: unknown,
) => void;

const OPTIONS: ts.CompilerOptions = {
  module: ts.ModuleKind.CommonJS,
  target: ts.ScriptTarget.ES2022,
  esModuleInterop: true,
};
const PARAMETERS = ['exports', 'require', 'module', '__filename', '__dirname', 'jest'];

/** Compiled once in a process: only running them is done again. */
const bodies = new Map<string, Body>();
/**
 * What reaches no code of the house, such as the schemas of Kubernetes, is the same for every
 * mutant and takes long to make.
 */
const kept = new Map<string, Module>();
const places = new Map<string, string | undefined>();

/** What a test file sees of `jest`, given how its own modules are loaded. */
export type JestOf = (load: (name: string) => unknown) => unknown;

/**
 * Runs a file and all that it imports below the root; packages are those of the process, unless
 * there is another one for a name.
 */
export function loadFresh(
  file: string,
  root: string,
  jestOf: JestOf,
  packages: { readonly [name: string]: unknown },
): void {
  const modules = new Map<string, Module>();
  const code = join(root, 'src', '/');
  const load = (path: string): Module => {
    const known = modules.get(path) ?? kept.get(path);
    if (known) return known;
    const module: Module = { exports: {}, reachesCode: path === file || path.startsWith(code) };
    modules.set(path, module);
    if (path.endsWith('.json')) module.exports = JSON.parse(readFileSync(path, 'utf8'));
    else run(path, module);
    if (!module.reachesCode) kept.set(path, module);
    return module;
  };
  const run = (path: string, module: Module): void => {
    const native = createRequire(path);
    const inside = (name: string): unknown => {
      if (Object.hasOwn(packages, name)) return packages[name];
      const target = name === 'cdk8s-volumes' ? join(root, 'src', 'index.ts') : placeOf(name, path);
      if (target === undefined) return native(name);
      const imported = load(target);
      module.reachesCode ||= imported.reachesCode;
      return imported.exports;
    };
    Object.assign(inside, { resolve: native.resolve, cache: native.cache });
    bodyOf(path)(module.exports, inside, module, path, dirname(path), jestOf(inside));
  };
  load(file);
}

/** The file of the house that a relative name stands for. */
function placeOf(name: string, from: string): string | undefined {
  if (!/^\.{0,2}\//.test(name)) return undefined;
  const path = resolve(dirname(from), name);
  if (!places.has(path)) {
    places.set(
      path,
      [`${path}.ts`, join(path, 'index.ts'), ...(/\.(?:ts|json)$/.test(path) ? [path] : [])].find(
        existsSync,
      ),
    );
  }
  return places.get(path);
}

function bodyOf(path: string): Body {
  const known = bodies.get(path);
  if (known) return known;
  const body = compileFunction(javascriptOf(path), PARAMETERS, { filename: path }) as Body;
  bodies.set(path, body);
  return body;
}

/**
 * Kept on disk by its source, since a worker that ran into a mutant without end is started again.
 */
function javascriptOf(path: string): string {
  const source = readFileSync(path, 'utf8');
  const folder = resolve('node_modules', '.cache', 'mutation');
  const copy = join(
    folder,
    `${createHash('sha256').update(ts.version).update(source).digest('hex')}.js`,
  );
  if (existsSync(copy)) return readFileSync(copy, 'utf8');
  const javascript = ts.transpileModule(source, {
    compilerOptions: OPTIONS,
    fileName: path,
  }).outputText;
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${copy}.${process.pid}`, javascript);
  renameSync(`${copy}.${process.pid}`, copy);
  return javascript;
}
