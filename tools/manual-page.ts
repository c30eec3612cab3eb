/** The manual page of the program in roff, made of the table of options. */
import { EXIT_STATUSES } from './statuses';
import { COMMANDS, GLOBAL_OPTIONS } from '../src/cli/commands';
import { helpOf, nameOf } from '../src/cli/help';
import { Command, Option } from '../src/cli/options';
import { PROGRAM, REPOSITORY } from '../src/report/program';

/** The page, as `man` reads it. */
export function manualPage(): string {
  return [
    `.TH ${PROGRAM.toUpperCase()} 1`,
    '.SH NAME',
    `${text(PROGRAM)} \\- check, compare and draw Kubernetes manifests, above all their volumes`,
    '.SH SYNOPSIS',
    `.B ${text(PROGRAM)}`,
    '.I COMMAND',
    '[arguments] [options]',
    '.SH COMMANDS',
    ...COMMANDS.flatMap(commandLines),
    '.SH OPTIONS OF ALL COMMANDS',
    ...GLOBAL_OPTIONS.flatMap(optionLines),
    '.SH EXIT STATUS',
    ...EXIT_STATUSES.flatMap(({ status, meaning }) => ['.TP', `.B ${status}`, text(meaning)]),
    '.SH ENVIRONMENT',
    ...ENVIRONMENT.flatMap(([name, meaning]) => ['.TP', `.B ${name}`, text(meaning)]),
    '.SH SEE ALSO',
    text(`${REPOSITORY}/tree/main/docs`),
    '',
  ].join('\n');
}

/** Variables that the program reads. */
export const ENVIRONMENT: readonly (readonly [name: string, meaning: string])[] = [
  ['NO_COLOR', 'no colors, unless --color always is used'],
  ['FORCE_COLOR', 'colors also where the output is not a terminal'],
  ['XDG_CACHE_HOME', 'where Node.js 22 and later keep the compiled program; default: ~/.cache'],
  ['NODE_COMPILE_CACHE', 'another folder for the compiled program'],
  ['NODE_DISABLE_COMPILE_CACHE', 'if it is 1, the compiled program is not kept'],
];

function commandLines({ usage, summary, details, options, examples }: Command): string[] {
  return [
    `.SS ${text(`${PROGRAM} ${usage}`)}`,
    text(`${summary[0].toUpperCase()}${summary.slice(1)}.`),
    ...details.flatMap((paragraph) => ['.PP', text(paragraph)]),
    ...options.flatMap(optionLines),
    '.PP',
    'Examples:',
    '.nf',
    ...examples.map((example) => text(`  ${example}`)),
    '.fi',
  ];
}

function optionLines(option: Option): string[] {
  return ['.TP', `.B ${text(nameOf(option).trim())}`, text(helpOf(option))];
}

/** A line of text: a backslash, a dash and a point or quote at its start mean something else. */
function text(line: string): string {
  return line
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^(?=[.'])/, '\\&');
}
