/** One run of the program: which command, and how it ends. */
import { fail, readArguments } from './args';
import { Io, Status, UsageError } from './io';
import { Command, commandOf, COMMANDS, GLOBAL_OPTIONS, SHELLS } from './options';
import { harmless } from './terminal';
import { versionOf } from './version';
import { nearest, show } from '../findings';

/** Runs the arguments behind the program's name, and answers its exit status. */
export async function run(argv: readonly string[], io: Io): Promise<number> {
  try {
    return await dispatch(argv, io);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    io.writeStderr(`cdk8s-volumes: ${harmless(error.message)}\n`);
    return Status.USAGE;
  }
}

async function dispatch(argv: readonly string[], io: Io): Promise<Status> {
  const [first, ...rest] = argv;
  const isHelp = first === undefined || first === '--help' || first === '-h' || first === 'help';
  if (isHelp) return help(first === 'help' ? rest[0] : undefined, io);
  if (first === '--version') {
    await io.writeStdout(`${versionOf()}\n`);
    return Status.FINE;
  }
  const command = commandOf(first) ?? failUnknown(first);
  const args = readArguments(rest, command);
  if (args.options.has('help')) return help(command.name, io);
  return command.name === 'render' ? loadRender().runRender(args, command, io) : completion(args.positionals, command, io);
}

async function help(name: string | undefined, io: Io): Promise<Status> {
  const { helpOfCommand, helpOfProgram } = loadHelp();
  const command = name === undefined ? undefined : commandOf(name) ?? failUnknown(name);
  await io.writeStdout(command ? helpOfCommand(command) : helpOfProgram());
  return Status.FINE;
}

async function completion(positionals: readonly string[], command: Command, io: Io): Promise<Status> {
  const [given, ...more] = positionals;
  const shell = SHELLS.find((one) => one === given);
  if (shell === undefined || more.length > 0) return fail(given === undefined || more.length > 0 ? 'name one shell: bash, zsh or fish' : `${show(given)} is none of bash, zsh, fish`, command);
  await io.writeStdout(loadCompletion().completionScript(shell));
  return Status.FINE;
}

function failUnknown(word: string): never {
  if (word.startsWith('-')) {
    const guess = nearest(word, GLOBAL_OPTIONS.map(({ name }) => `--${name}`));
    return fail(`unknown option ${word}${guess === undefined ? '; the command comes first' : `; perhaps ${guess} is meant`}`);
  }
  const guess = nearest(word, COMMANDS.map(({ name }) => name));
  const isFile = /[./]/.test(word);
  return fail(`unknown command ${show(word)}${guess !== undefined ? `; perhaps ${show(guess)} is meant` : isFile ? `; perhaps cdk8s-volumes render ${word} is meant` : ''}`);
}

/** Loaded when it is run: what only says its version or helps a shell starts at once. */
function loadRender(): typeof import('./render-command') {
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  return require('./render-command') as typeof import('./render-command');
}

function loadHelp(): typeof import('./help') {
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  return require('./help') as typeof import('./help');
}

function loadCompletion(): typeof import('./completion') {
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  return require('./completion') as typeof import('./completion');
}
