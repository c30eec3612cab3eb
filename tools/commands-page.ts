/** The reference of the command line as Markdown, made of the table of options. */
import { ENVIRONMENT } from './manual-page';
import { EXIT_STATUSES, FAILURES } from './statuses';
import { COMMANDS } from '../src/cli/commands';
import { helpOf, nameOf } from '../src/cli/help';
import { Command } from '../src/cli/options';
import { PROGRAM } from '../src/report/program';

/** The page. */
export function commandsPage(): string {
  return [
    '# Commands and options',
    '',
    `\`${PROGRAM} COMMAND --help\` and the manual page say the same. Values of options follow after a space or \`=\`, also those of short ones (\`-o json\`, \`-o=json\`); an option without a value takes \`=false\`, so that scripts can switch it off.`,
    '',
    ...COMMANDS.flatMap(sectionOf),
    '## Exit statuses',
    '',
    '| status | meaning |',
    '|---|---|',
    ...EXIT_STATUSES.map(
      ({ status, meaning }) =>
        `| ${status} | ${meaning.replace('the table of each command', 'the next table')} |`,
    ),
    '',
    `| command | 1 if | with \`--strict\` also if |`,
    '|---|---|---|',
    ...FAILURES.map(({ command, fails, strict }) => `| \`${command}\` | ${fails} | ${strict} |`),
    '',
    '## Environment variables',
    '',
    '| variable | effect |',
    '|---|---|',
    ...ENVIRONMENT.map(([name, meaning]) => `| \`${name}\` | ${cell(meaning)} |`),
    '',
    '## Former names',
    '',
    'These still work, and mean the same:',
    '',
    '| was | is now |',
    '|---|---|',
    ...ALIASES.map(([was, now]) => `| \`${was}\` | \`${now}\` |`),
    '',
  ].join('\n');
}

const ALIASES: readonly (readonly [string, string])[] = [
  ['--gitops ENGINE', '--engine ENGINE'],
  ['check --explain RULE', 'rules RULE'],
  ['check --explain-ownership', 'ownership'],
  ['check --what-if EVENT', 'what-if EVENT'],
  ['check --write-baseline FILE', 'baseline --out-file FILE'],
];

function sectionOf({ name, usage, summary, details, options, examples }: Command): string[] {
  return [
    `## ${name}`,
    '',
    '```text',
    `${PROGRAM} ${usage}`,
    '```',
    '',
    `${summary[0].toUpperCase()}${summary.slice(1)}.`,
    '',
    ...details.flatMap((paragraph) => [
      paragraph.replace(/(?<!\w)(--?[\w-]+)/g, '`$1`').replace(/\*\.(\w+)/g, '`*.$1`'),
      '',
    ]),
    '| option | what it does |',
    '|---|---|',
    ...options.map(
      (option) =>
        `| \`${nameOf(option).trim().replaceAll('|', '\\|')}\` | ${cell(helpOf(option))} |`,
    ),
    '',
    '```text',
    ...examples,
    '```',
    '',
  ];
}

function cell(text: string): string {
  return text
    .replaceAll('|', '\\|')
    .replace(/\*/g, '\\*')
    .replace(/</g, '&lt;')
    .replaceAll('~', '\\~');
}
