/** Values of the options that several commands have. */
import { Arguments, fail } from './args';
import { Io } from './io';
import { Command } from './options';
import { workingDirectory } from './places';
import { versionOf } from './version';
import type { CheckConfig } from '../check/config';
import { globProblem } from '../check/glob';
import { show } from '../findings';
import { labelProblems } from '../kube';
import type { ReportOptions } from '../report';

/** Names of standard output. */
const STDOUT = ['-', '/dev/stdout', '/dev/fd/1', '/proc/self/fd/1'];

/** The value of an option that is given once. */
export function valueOf({ options }: Arguments, name: string): string | undefined {
  return options.get(name)?.[0];
}

/** The patterns of the configuration and of `--exclude`. Throws a `UsageError`. */
export function excludesOf(
  { options }: Arguments,
  command: Command,
  { exclude = [] }: CheckConfig,
): readonly string[] {
  const patterns = options.get('exclude') ?? [];
  for (const pattern of patterns) {
    const problem = globProblem(pattern);
    if (problem !== undefined) fail(`--exclude ${show(pattern)}: ${problem}`, command);
  }
  return [...exclude, ...patterns];
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

/** Whether a text for people is coloured: as `--color` says, or where it goes to a terminal. */
export function isColoured(isTerminal: boolean, args: Arguments, { env }: Io): boolean {
  const when = valueOf(args, 'color') ?? 'auto';
  if (when !== 'auto') return when === 'always';
  if (env.NO_COLOR) return false;
  if (env.FORCE_COLOR !== undefined && env.FORCE_COLOR !== '') return env.FORCE_COLOR !== '0';
  return isTerminal && env.TERM !== 'dumb';
}

/** How findings are written to a stream. */
export function reportOptions(stream: 'stdout' | 'stderr', args: Arguments, io: Io): ReportOptions {
  const isTerminal = stream === 'stdout' ? io.stdoutIsTerminal : io.stderrIsTerminal;
  const width = isTerminal ? io.widthOf(stream) : undefined;
  return {
    version: versionOf(),
    color: isColoured(isTerminal, args, io),
    width,
    maxPlaces: maxPlacesOf(args),
    root: workingDirectory(),
  };
}

function maxPlacesOf(args: Arguments): number | undefined {
  const given = valueOf(args, 'max-places');
  if (given === undefined) return undefined;
  if (/^[1-9]\d{0,8}$/.test(given)) return Number(given);
  return fail(`--max-places ${show(given)} is not a number of places, such as 3`);
}
