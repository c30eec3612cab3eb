/** The help of the program and of its commands. */
import { COMMANDS, GLOBAL_OPTIONS } from './commands';
import { Command, Option } from './options';

/** What the program can do. */
export function helpOfProgram(): string {
  return [
    'Gets Kubernetes volumes right without an operator in the cluster: renders custom resources, and checks any manifests.',
    '',
    ...section('Usage', ['cdk8s-volumes COMMAND [arguments] [options]']),
    ...section('Commands', table(COMMANDS.map(({ name, summary }) => [name, summary]))),
    ...section('Options', table(GLOBAL_OPTIONS.map((option) => [nameOf(option), option.help]))),
    'cdk8s-volumes COMMAND --help shows more.',
    '',
  ].join('\n');
}

/** What one command can do. */
export function helpOfCommand({ usage, summary, details, options, examples }: Command): string {
  return [
    `${summary[0].toUpperCase()}${summary.slice(1)}.`,
    ...details,
    '',
    ...section('Usage', [`cdk8s-volumes ${usage}`]),
    ...section('Options', table(options.map((option) => [nameOf(option), helpOf(option)]))),
    ...section('Examples', examples),
  ].join('\n');
}

function section(title: string, lines: readonly string[]): string[] {
  return [`${title}:`, ...lines.map((line) => `  ${line}`), ''];
}

function table(rows: readonly (readonly [string, string])[]): string[] {
  const width = rows.reduce((widest, [name]) => Math.max(widest, name.length), 0);
  return rows.map(([name, text]) => `${name.padEnd(width)}  ${text}`);
}

/** What an option is for, and the values that it takes unless the words name all of them. */
function helpOf({ help, choices = [] }: Option): string {
  const words = new Set(help.split(/[^\w-]+/));
  return choices.every((choice) => words.has(choice)) ? help : `${help} (${choices.join(', ')})`;
}

function nameOf({ name, short, value, isRepeatable }: Option): string {
  return `${short ? `-${short}, ` : '    '}--${name}${value ? ` ${value}` : ''}${isRepeatable ? ' ...' : ''}`;
}
