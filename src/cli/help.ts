/** The help of the program and of its commands. */
import { COMMANDS, GLOBAL_OPTIONS } from './commands';
import { Command, Option } from './options';
import { PROGRAM, REPOSITORY } from '../report/program';
import { wrapped } from '../report/wrap';

/** How wide lines are at most: longer ones are hard to read, however wide a terminal is. */
const WIDEST = 100;

/** What the program can do. */
export function helpOfProgram(width: number = WIDEST): string {
  const most = Math.min(width, WIDEST);
  return [
    ...section('Usage', [`${PROGRAM} COMMAND [arguments] [options]`]),
    ...wrapped(
      'Finds what is wrong with Kubernetes manifests, above all with volumes, shows what a change to them does, and replaces the custom resources of storage operators with plain objects.',
      0,
      most,
    ),
    '',
    ...section(
      'Commands',
      table(
        COMMANDS.map(({ name, summary }) => [name, summary]),
        most,
      ),
    ),
    ...section('Options', optionTable(GLOBAL_OPTIONS, most)),
    `${PROGRAM} COMMAND --help shows more. Documentation: ${REPOSITORY}`,
    '',
  ].join('\n');
}

/** What one command can do. */
export function helpOfCommand(command: Command, width: number = WIDEST): string {
  const { usage, summary, details, options, examples } = command;
  const most = Math.min(width, WIDEST);
  const text = [`${summary[0].toUpperCase()}${summary.slice(1)}.`, ...details];
  return [
    ...section('Usage', [`${PROGRAM} ${usage}`]),
    ...text.flatMap((paragraph) => [...wrapped(paragraph, 0, most), '']),
    ...section('Options', optionTable(options, most)),
    ...section('Examples', examples),
    `Documentation: ${REPOSITORY}/tree/main/docs`,
    '',
  ].join('\n');
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`${title}:`, ...lines.map((line) => `  ${line}`), ''];
}

function optionTable(options: readonly Option[], most: number): string[] {
  return table(
    options.map((option) => [nameOf(option), helpOf(option)]),
    most,
  );
}

function table(rows: readonly (readonly [string, string])[], most: number): string[] {
  const column = rows.reduce((widest, [name]) => Math.max(widest, name.length), 0) + 2;
  return rows.flatMap(([name, text]) => {
    const [first, ...more] = wrapped(text, column + 2, most);
    return [
      `${name.padEnd(column)}${first}`,
      ...more.map((line) => `${' '.repeat(column)}${line}`),
    ];
  });
}

/** What an option is for, and the values that it takes unless the words name all of them. */
export function helpOf({ help, choices = [], isRepeatable, alias }: Option): string {
  const words = new Set(help.split(/[^\w-]+/));
  const values = choices.every((choice) => words.has(choice)) ? '' : ` (${choices.join(', ')})`;
  const former = alias === undefined ? '' : ` (formerly --${alias})`;
  return `${help}${values}${isRepeatable ? ' (repeatable)' : ''}${former}`;
}

export function nameOf({ name, short, value }: Option): string {
  return `${short ? `-${short}, ` : '    '}--${name}${value ? ` ${value}` : ''}`;
}
