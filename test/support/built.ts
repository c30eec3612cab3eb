/**
 * The program and the library, each built into one file once for a run of tests: a process that
 * loads hundreds of files starts late. jest's `globalSetup` builds them; what runs tests without it
 * builds them with the first test that asks.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSync } from 'esbuild';

const ROOT = join(__dirname, '..', '..');

/** The variable that names their folder to this process and to those that it starts. */
const FOLDER = 'TEST_BUILT';

const built = () => (process.env[FOLDER] ??= build());

/** The file that runs the program. */
export const program = () => join(built(), 'program.js');

/** The file that is the library. */
export const library = () => join(built(), 'library.js');

/** The environment in which `tsx` finds the library by its name, as in a user's repository. */
export const withLibrary = (): NodeJS.ProcessEnv => ({
  ...process.env,
  TSX_TSCONFIG_PATH: join(built(), 'tsconfig.json'),
});

/** Builds both for all tests of a run. */
export function buildForRun(): void {
  process.env[FOLDER] = build();
}

/**
 * Builds both below the repository, where packages are found; they are there as long as this
 * process.
 */
function build(): string {
  const folder = mkdtempSync(join(ROOT, '.tmp-built-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  buildSync({
    entryPoints: {
      program: join(ROOT, 'test', 'cli', 'program.ts'),
      library: join(ROOT, 'src', 'index.ts'),
    },
    outdir: folder,
    bundle: true,
    packages: 'external',
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    logLevel: 'warning',
  });
  const compilerOptions = {
    esModuleInterop: true,
    paths: { 'cdk8s-volumes': [join(folder, 'library.js')] },
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
  return folder;
}
