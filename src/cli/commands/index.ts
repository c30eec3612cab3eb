/**
 * All commands: one table for the run, the help and the completion of shells. A new command is
 * added here.
 */
import { BASELINE } from './baseline';
import { CHECK } from './check';
import { COMPLETION } from './completion';
import { DIFF } from './diff';
import { MAP } from './map';
import { OWNERSHIP } from './ownership';
import { READ_OUT } from './read-out';
import { RENDER } from './render';
import { RULES } from './rules';
import { WHAT_IF } from './what-if';
import { Command, HELP, Option } from '../options';

/** In the order in which the help names them. */
export const COMMANDS: readonly Command[] = [
  CHECK,
  DIFF,
  WHAT_IF,
  OWNERSHIP,
  MAP,
  RENDER,
  RULES,
  BASELINE,
  READ_OUT,
  COMPLETION,
];

/** Options of the program itself. */
export const GLOBAL_OPTIONS: readonly Option[] = [
  HELP,
  { name: 'version', short: 'v', help: 'print the version' },
];

export function commandOf(name: string): Command | undefined {
  return COMMANDS.find((command) => command.name === name);
}
