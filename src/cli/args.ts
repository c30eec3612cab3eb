/** Arguments of the command line as values, or what is wrong with them. */
import { parseArgs } from 'node:util';
import { UsageError } from './io';
import { Command, Option } from './options';
import { didYouMean, nearest, show } from '../findings';

/** The arguments of one command. */
export interface Arguments {
  readonly positionals: readonly string[];
  /** The values of each option that was given, by its long name; switches have none. */
  readonly options: ReadonlyMap<string, readonly string[]>;
}

/** Reads the arguments behind the name of a command. Throws a `UsageError`. */
export function readArguments(args: readonly string[], command: Command): Arguments {
  const { tokens } = parseArgs({
    args: [...args],
    options: Object.fromEntries(
      command.options.map(
        ({ name, short, value }) =>
          [name, { type: value ? 'string' : 'boolean', ...(short ? { short } : {}) }] as const,
      ),
    ),
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const positionals: string[] = [];
  const options = new Map<string, string[]>();
  for (const token of tokens) {
    if (token.kind === 'positional') positionals.push(token.value);
    if (token.kind !== 'option') continue;
    const option =
      command.options.find(({ name }) => name === token.name) ??
      failUnknown(token.rawName, command);
    const values = options.get(option.name) ?? [];
    options.set(option.name, values);
    const value = valueOf(option, token.rawName, token.value, token.inlineValue === true, command);
    if (value === undefined) continue;
    if (option.isRepeatable) values.push(value);
    else values.splice(0, 1, value);
  }
  return { positionals, options };
}

function valueOf(
  option: Option,
  rawName: string,
  value: string | undefined,
  isInline: boolean,
  command: Command,
): string | undefined {
  if (option.value === undefined) {
    if (value !== undefined) fail(`option ${rawName} takes no value`, command);
    return undefined;
  }
  if (
    value === undefined ||
    value === '' ||
    (!isInline && value.startsWith('-') && value !== '-')
  ) {
    return fail(`option ${rawName} needs a value: ${option.value}`, command);
  }
  if (option.choices && !option.choices.includes(value)) {
    fail(
      `${show(value)} is not a valid ${option.value.toLowerCase()}: ${didYouMean(value, option.choices)}`,
      command,
    );
  }
  return value;
}

function failUnknown(rawName: string, command: Command): never {
  const names = command.options.flatMap(({ name, short }) =>
    short ? [`--${name}`, `-${short}`] : [`--${name}`],
  );
  const guess = rawName.startsWith('--') ? nearest(rawName, names) : undefined;
  return fail(
    `unknown option ${rawName}${guess === undefined ? '' : `; perhaps you meant ${guess}`}`,
    command,
  );
}

/** Ends the run: what is wrong, and where help is. */
export function fail(message: string, command?: Command): never {
  throw new UsageError(`${message} (see cdk8s-volumes${command ? ` ${command.name}` : ''} --help)`);
}
