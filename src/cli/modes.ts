/** Commands that read as `check` does, and tell something else: each is an option of it. */
import { Arguments, fail } from './args';
import { runCheck } from './check-command';
import { Io, Status } from './io';
import { Command } from './options';
import { didYouMean, listed, show } from '../findings';
import { QUESTIONS } from '../what-if/questions';

/** `ownership`: `check --explain-ownership`. Throws a `UsageError`. */
export async function runOwnership(args: Arguments, command: Command, io: Io): Promise<Status> {
  return runCheck(withOption(args, 'explain-ownership', []), command, io);
}

/** `what-if EVENT`: `check --what-if EVENT`. Throws a `UsageError`. */
export async function runWhatIf(args: Arguments, command: Command, io: Io): Promise<Status> {
  const [event, ...positionals] = args.positionals;
  if (event === undefined) {
    return fail(`name an event: ${listed(QUESTIONS, 'or')}`, command);
  }
  if (!(QUESTIONS as readonly string[]).includes(event)) {
    fail(`${show(event)} is not an event: ${didYouMean(event, QUESTIONS)}`, command);
  }
  return runCheck(withOption({ ...args, positionals }, 'what-if', [event]), command, io);
}

/** `baseline`: `check --write-baseline`, which prints it unless a file is named. */
export async function runBaseline(args: Arguments, command: Command, io: Io): Promise<Status> {
  const file = args.options.get('out-file') ?? ['-'];
  return runCheck(withOption(args, 'write-baseline', file), command, io);
}

function withOption(args: Arguments, name: string, values: readonly string[]): Arguments {
  return { ...args, options: new Map([...args.options, [name, values]]) };
}
