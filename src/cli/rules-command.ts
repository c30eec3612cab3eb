/** `cdk8s-volumes rules`: lists rules, and explains those that are named. */
import { Arguments } from './args';
import { explanationOf } from './check-report';
import { Io, Status } from './io';
import { Command } from './options';
import { isColoured, valueOf } from './settings';
import { styled } from './style';
import { Rule, severityWords } from '../findings';
import { wrapped } from '../report/wrap';
import { ALL_RULES } from '../rules';
import { printJson } from '../yaml';

const BOLD = 1;

/** Runs the command. Throws a `UsageError` before anything is written. */
export async function runRules(args: Arguments, command: Command, io: Io): Promise<Status> {
  const { positionals } = args;
  const subjects = new Set(ALL_RULES.map(subjectOf));
  const named = positionals.map((word) =>
    subjects.has(word)
      ? ALL_RULES.filter((rule) => subjectOf(rule) === word)
      : ALL_RULES.filter(({ id }) => id === word),
  );
  const unknown = positionals.find((_, index) => named[index].length === 0);
  if (unknown !== undefined) explanationOf(unknown, command);
  const rules = positionals.length === 0 ? ALL_RULES : [...new Set(named.flat())];
  if (valueOf(args, 'output') === 'json') {
    await io.writeStdout(printJson(rules.map(dataOf)));
    return Status.FINE;
  }
  const isExplained = positionals.length > 0 && positionals.every((word) => !subjects.has(word));
  const width = io.stdoutIsTerminal ? io.widthOf('stdout') : undefined;
  await io.writeStdout(
    isExplained
      ? rules.map(({ id }) => explanationOf(id, command)).join('\n')
      : listOf(rules, isColoured(io.stdoutIsTerminal, args, io), width),
  );
  return Status.FINE;
}

function listOf(rules: readonly Rule[], isColour: boolean, width: number | undefined): string {
  const column = rules.reduce((widest, { id }) => Math.max(widest, id.length), 0);
  const weights = rules.map(severityWords);
  const weight = weights.reduce((widest, { length }) => Math.max(widest, length), 0);
  const indent = column + weight + 4;
  const lines = rules.map(({ id, summary }, index) => {
    const [first, ...more] = wrapped(summary, indent, width);
    const head = `${styled(id, BOLD, isColour)}${' '.repeat(column - id.length)}`;
    return [
      `${head}  ${weights[index].padEnd(weight)}  ${first}`,
      ...more.map((line) => `${' '.repeat(indent)}${line}`),
    ].join('\n');
  });
  return `${lines.join('\n')}\n`;
}

function subjectOf({ id }: Rule): string {
  return id.slice(0, id.indexOf('/'));
}

function dataOf({ id, severity, otherSeverity, summary, why, bad, good, source }: Rule): object {
  const other = otherSeverity === undefined ? {} : { otherSeverity };
  return { id, severity, ...other, summary, why, bad, good, source };
}
