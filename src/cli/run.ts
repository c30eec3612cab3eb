/** One run of the program: which command, and how it ends. */
import { fail, readArguments } from './args';
import { commandOf, COMMANDS, GLOBAL_OPTIONS } from './commands';
import { Io, Status, tell, UsageError } from './io';
import { versionOf } from './version';
import { nearest, provideRules, show } from '../findings';

/** Runs the arguments behind the program's name, and answers its exit status. */
export async function run(argv: readonly string[], io: Io): Promise<number> {
  // What is right needs none of them.
  provideRules(() => (require('../rules') as typeof import('../rules')).ALL_RULES);
  try {
    return await dispatch(argv, io);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    tell(`cdk8s-volumes: ${error.message}`, io);
    return Status.USAGE;
  }
}

async function dispatch(argv: readonly string[], io: Io): Promise<Status> {
  const [first, ...rest] = argv;
  const isHelp = first === undefined || first === '--help' || first === '-h' || first === 'help';
  if (isHelp) return help(first === 'help' ? rest[0] : undefined, io);
  const isVersion = VERSIONS.includes(first) || rest.includes('--version');
  if (isVersion) {
    await io.writeStdout(`${versionOf()}\n`);
    return Status.FINE;
  }
  const command = commandOf(first) ?? failUnknown(first);
  const args = readArguments(rest, command);
  if (args.options.has('help')) return help(command.name, io);
  // Only commands that read need it.
  const { mayBeFunction, runOrServe }: typeof import('./function') = require('./function');
  return mayBeFunction(command, args)
    ? runOrServe(rest, args, COMMANDS, command, io)
    : command.load()(args, command, io);
}

/** All that asks for the version, since other programs have it by any of these. */
const VERSIONS: readonly string[] = ['--version', '-v', '-V', 'version'];

/** Words of other programs, and the command that does it here. */
const COMMANDS_ELSEWHERE: { readonly [word: string]: string } = {
  explain: 'rules',
  lint: 'check',
  validate: 'check',
  scan: 'check',
};

async function help(name: string | undefined, io: Io): Promise<Status> {
  // What only says its version starts at once.
  const { helpOfCommand, helpOfProgram }: typeof import('./help') = require('./help');
  const command = name === undefined ? undefined : (commandOf(name) ?? failUnknown(name));
  const width = io.stdoutIsTerminal ? io.widthOf('stdout') : undefined;
  await io.writeStdout(command ? helpOfCommand(command, width) : helpOfProgram(width));
  return Status.FINE;
}

function failUnknown(word: string): never {
  if (word.startsWith('-')) {
    const guess = nearest(
      word,
      GLOBAL_OPTIONS.map(({ name }) => `--${name}`),
    );
    return fail(
      `unknown option ${word}${guess === undefined ? '; the command comes first' : `; perhaps you meant ${guess}`}`,
    );
  }
  const guess = Object.hasOwn(COMMANDS_ELSEWHERE, word)
    ? COMMANDS_ELSEWHERE[word]
    : nearest(
        word,
        COMMANDS.map(({ name }) => name),
      );
  const isFile = /[./]/.test(word);
  return fail(
    `unknown command ${show(word)}${guess !== undefined ? `; perhaps you meant ${show(guess)}` : isFile ? `; perhaps you meant cdk8s-volumes render ${word}` : ''}`,
  );
}
