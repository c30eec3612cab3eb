/**
 * The way into the program as it is published: one script, which Node.js 22 and later compile once
 * for all runs.
 */
import { lstatSync, mkdirSync, statSync } from 'node:fs';
import * as modules from 'node:module';
import { isAbsolute, join } from 'node:path';

const FOLDER = 'cdk8s-volumes';

/** The exit status of a run that cannot be done. */
const INCORRECT = 2;

/** In the mode of a file: whether its group, or anybody, may write to it. */
const WRITABLE_BY_OTHERS = [0o020, 0o002];

/** What Node.js has from version 22 on. */
interface CompileCache {
  enableCompileCache?(folder: string): unknown;
}

/** Runs the arguments of the process. */
export function enter(): void {
  // A first process only starts another one: see main.
  if (process.pid !== 1) enableCache(modules as CompileCache, process.env);
  try {
    // After the cache is on, so that the program itself is in it.
    // eslint-disable-next-line @typescript-eslint/no-require-imports
    (require(join(__dirname, 'cli.js')) as typeof import('./main')).main(incompleteWords);
  } catch (error) {
    const words = incompleteWords(error);
    if (words === undefined) throw error;
    process.stderr.write(`cdk8s-volumes: ${words}\n`);
    process.exitCode = INCORRECT;
  }
}

/**
 * The message for a package of which a part is missing, as after an installation that broke off;
 * undefined if the error is another one. It is here, where no part has to be loaded for it.
 */
function incompleteWords(error: unknown): string | undefined {
  const { code, message: words } = error as NodeJS.ErrnoException;
  if (code !== 'MODULE_NOT_FOUND') return undefined;
  // Node.js names it nowhere else.
  const [, name] = /'([^']+)'/.exec(words) ?? [];
  return `the installation is incomplete: ${name} is missing; install the package again`;
}

/**
 * Lets Node.js keep what it compiles in a folder that only its owner can write to, or nowhere:
 * whoever can write there decides what is run. So neither the folder for temporary files, where
 * Node.js itself would put it, will do, nor anything that belongs to somebody else. A folder that
 * `NODE_COMPILE_CACHE` names is in use already.
 */
export function enableCache(node: CompileCache, env: NodeJS.ProcessEnv): void {
  if (!node.enableCompileCache || env.NODE_COMPILE_CACHE || env.NODE_DISABLE_COMPILE_CACHE) return;
  const folder = quietly(() => makeFolder(env));
  // Whatever cannot be read or written there is no error to it.
  if (folder !== undefined) node.enableCompileCache(folder);
}

/**
 * The folder for what can be made again, as the XDG Base Directory Specification says; undefined
 * where none is safe.
 */
function makeFolder({
  XDG_CACHE_HOME: given = '',
  HOME: home = '',
}: NodeJS.ProcessEnv): string | undefined {
  const caches = isAbsolute(given)
    ? given
    : isAbsolute(home) && isOwn(statSync(home))
      ? join(home, '.cache')
      : undefined;
  if (caches === undefined) return undefined;
  const folder = join(caches, FOLDER);
  for (const one of [caches, folder]) quietly(() => mkdirSync(one, { mode: 0o700 }));
  const there = lstatSync(folder);
  return there.isDirectory() &&
    isOwn(there) &&
    WRITABLE_BY_OTHERS.every((bit) => Math.floor(there.mode / bit) % 2 === 0)
    ? folder
    : undefined;
}

/** Whether this user owns a file; of nothing where there are no users with numbers. */
function isOwn({ uid }: { readonly uid: number }): boolean {
  return uid === process.getuid?.();
}

function quietly<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
