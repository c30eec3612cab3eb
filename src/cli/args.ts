/** Arguments of the command line as values, or what is wrong with them. */
import { parseArgs } from 'node:util';
import { UsageError } from './io';
import { Command, Option } from './options';
import { didYouMean, nearest, show } from '../findings';

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
      command.options.flatMap(({ name, short, alias, value }) => {
        const type = value ? ('string' as const) : ('boolean' as const);
        const own = [name, { type, ...(short ? { short } : {}) }] as const;
        return alias === undefined ? [own] : [own, [alias, { type }] as const];
      }),
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
      command.options.find(({ name, alias }) => name === token.name || alias === token.name) ??
      failUnknown(token.rawName, command);
    const isShort = !token.rawName.startsWith('--');
    // As kubectl and pflag take it: -o=json.
    const given =
      isShort && token.inlineValue === true ? token.value.replace(/^=/, '') : token.value;
    if (option.value === undefined && given === 'false') {
      options.delete(option.name);
      continue;
    }
    const values = options.get(option.name) ?? [];
    options.set(option.name, values);
    const value = valueOf(option, token.rawName, given, token.inlineValue === true, command);
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
    if (value !== undefined && value !== 'true') {
      fail(`option ${rawName} takes no value but true and false`, command);
    }
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

/** Options of other programs, and what is done here instead. */
const INSTEAD: { readonly [option: string]: string } = {
  '-f': 'name files and directories as arguments',
  '--filename': 'name files and directories as arguments',
  '-R': 'directories are read with all that is below them',
  '--recursive': 'directories are read with all that is below them',
  '-k': 'render it first: kubectl kustomize DIR | cdk8s-volumes check -',
  '--kustomize': 'render it first: kubectl kustomize DIR | cdk8s-volumes check -',
  '-A': 'objects of all namespaces are read',
  '--all-namespaces': 'objects of all namespaces are read',
};

function failUnknown(rawName: string, command: Command): never {
  const instead = INSTEAD[rawName];
  if (instead !== undefined && Object.hasOwn(INSTEAD, rawName)) {
    fail(`unknown option ${rawName}; ${instead}`, command);
  }
  const names = command.options.flatMap(({ name, alias }) =>
    alias === undefined ? [`--${name}`] : [`--${name}`, `--${alias}`],
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
