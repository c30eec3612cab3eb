/**
 * All commands: one table for the run, the help and the completion of shells. A new command is
 * added here.
 */
import { CHECK } from './check';
import { COMPLETION } from './completion';
import { DIFF } from './diff';
import { MAP } from './map';
import { READ_OUT } from './read-out';
import { RENDER } from './render';
import { Command, HELP, Option } from '../options';

/** In the order in which the help names them. */
export const COMMANDS: readonly Command[] = [RENDER, CHECK, DIFF, MAP, READ_OUT, COMPLETION];

/** Options of the program itself. */
export const GLOBAL_OPTIONS: readonly Option[] = [
  HELP,
  { name: 'version', help: 'print the version' },
];

/** The command of a name. */
export function commandOf(name: string): Command | undefined {
  return COMMANDS.find((command) => command.name === name);
}
