/** Values of the options that several commands have. */
import { Arguments, fail } from './args';
import { Io } from './io';
import { Command } from './options';
import { globProblem } from '../check/glob';
import { show } from '../findings';
import { labelProblems } from '../kube';

/** Names of standard output. */
const STDOUT = ['-', '/dev/stdout', '/dev/fd/1', '/proc/self/fd/1'];

/** The value of an option that is given once. */
export function valueOf({ options }: Arguments, name: string): string | undefined {
  return options.get(name)?.[0];
}

/** The patterns of `--exclude`. Throws a `UsageError`. */
export function excludesOf({ options }: Arguments, command: Command): readonly string[] {
  const patterns = options.get('exclude') ?? [];
  for (const pattern of patterns) {
    const problem = globProblem(pattern);
    if (problem !== undefined) fail(`--exclude ${show(pattern)}: ${problem}`, command);
  }
  return patterns;
}

/** The value of `--namespace`. Throws a `UsageError`. */
export function namespaceOf(args: Arguments, command: Command): string | undefined {
  const namespace = valueOf(args, 'namespace');
  const problems = namespace === undefined ? [] : labelProblems(namespace);
  if (problems.length > 0) fail(`--namespace ${show(namespace)}: ${problems[0]}`, command);
  return namespace;
}

/** The name of a file to write, or `-` for standard output, whatever name that has. */
export function fileOrStdout(name: string | undefined): string | undefined {
  return STDOUT.includes(name ?? '') ? '-' : name;
}

/** Whether what is told to people is coloured, where it goes to a terminal. */
export function isColoured(isTerminal: boolean, { env }: Io): boolean {
  return isTerminal && !env.NO_COLOR && env.TERM !== 'dumb';
}
