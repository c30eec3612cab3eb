/** The way into the program as it is published: one script, and what V8 has compiled of it before. */
import { join } from 'node:path';
import { cacheFolder, runModule } from './code-cache';

/** Different for each content of the script; written in here when it is bundled. */
declare const PROGRAM_ID: string;

/** Each does enough of its own for its code to be kept by itself. */
const COMMANDS = ['check', 'diff', 'map', 'render'];

/** Runs the arguments of the process. */
export function enter(): void {
  // A first process only starts another one: see main.
  const folder = process.pid === 1 ? undefined : cacheFolder(process.env);
  const command = COMMANDS.includes(process.argv[2]) ? process.argv[2] : 'other';
  const kept = folder === undefined ? undefined : { folder, name: `${PROGRAM_ID}-${command}-${process.version}-${process.arch}` };
  const program = runModule(join(__dirname, 'cli.js'), kept, require);
  process.once('exit', () => program.keep());
  (program.exports as typeof import('./main')).main();
}
