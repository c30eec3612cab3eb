/**
 * The report of `check`: its findings in the requested format, without those that a baseline knows.
 */
import { Arguments, fail } from './args';
import { InputFile } from './files';
import { Io, tell, UsageError } from './io';
import { tellAside } from './notes';
import { Command } from './options';
import { writeWhole } from './output';
import { Reader } from './reading';
import { fileOrStdout, reportOptions, valueOf } from './settings';
import { CHECK_RULES } from '../check';
import { hasErrors, numbersOf, Severity, show } from '../findings';
import { RENDER_RULES, RenderFinding } from '../render';
import {
  Baseline,
  baselineOf,
  explainRule,
  formatFindings,
  nearestRules,
  readBaseline,
  ReadCounts,
  ReportFormat,
  summaryOf,
  withoutKnown,
} from '../report';

/**
 * The text of a rule; `given` is how it was named, where it is no argument. Throws a `UsageError`.
 */
export function explanationOf(id: string, command: Command, given: string = show(id)): string {
  const text = explainRule(id);
  if (text !== undefined) return text;
  const meant = nearestRules(id).map(show).join(' or ');
  return fail(
    `${given} is not a rule${meant === '' ? '; cdk8s-volumes rules lists all of them' : `; perhaps you meant ${meant}`}`,
    command,
  );
}

/** The baseline of `--baseline`. Throws a `UsageError`. */
export function baselineFrom(args: Arguments): Baseline | undefined {
  const file = valueOf(args, 'baseline');
  if (file === undefined) return undefined;
  const baseline = readBaseline(new Reader().file(file));
  if (typeof baseline === 'string') {
    throw new UsageError(`cannot read ${show(file)}: ${baseline} with cdk8s-volumes baseline`);
  }
  return baseline;
}

/** Writes all findings as the baseline of the next runs. Throws a `UsageError`. */
export async function writeBaseline(
  path: string,
  findings: readonly RenderFinding[],
  inputs: readonly InputFile[],
  io: Io,
): Promise<void> {
  const text = baselineOf(findings);
  if (fileOrStdout(path) === '-') {
    await io.writeStdout(text);
    return;
  }
  await writeWhole(path, text, inputs, io);
  const counts = numbersOf(findings) || 'no findings';
  tell(`wrote ${path}: a baseline of ${counts}`, io);
}

/**
 * Those findings that the baseline does not know. How many it hides is told, and what it knows and
 * does not occur any more.
 */
export function newFindings(
  findings: readonly RenderFinding[],
  baseline: Baseline | undefined,
  args: Arguments,
  io: Io,
): readonly RenderFinding[] {
  if (!baseline) return findings;
  const news = withoutKnown(findings, baseline);
  for (const { rule, object, path, count } of news.gone) {
    const where = [object, path].filter((part) => part !== '').join(': ');
    tellAside(
      `the baseline contains a finding that no longer occurs${count > 1 ? ` (${count} times)` : ''}: ${where} (${rule})`,
      args,
      io,
    );
  }
  if (news.known.length > 0) {
    tellAside(
      `${numbersOf(news.known)} hidden by the baseline ${valueOf(args, 'baseline')}`,
      args,
      io,
    );
  }
  return news.findings;
}

interface Reported {
  readonly inputs: readonly InputFile[];
  readonly read: ReadCounts;
}

/**
 * Writes the findings to standard output. The line that counts is a part of a text with findings;
 * of anything else it goes to standard error, so that nothing but findings is in a pipe or a file.
 */
export async function writeReport(
  findings: readonly RenderFinding[],
  { inputs, read }: Reported,
  args: Arguments,
  io: Io,
): Promise<void> {
  const format = (valueOf(args, 'output') ?? 'text') as ReportFormat;
  const whole = valueOf(args, 'full-report');
  const options = {
    ...reportOptions('stdout', args, io),
    sources: inputs,
    read: { files: read.files, objects: read.objects },
    whole,
  };
  if (whole !== undefined) {
    const text = formatFindings(format, findings, { ...options, isWhole: true });
    await writeWhole(whole, text, inputs, io);
  }
  await io.writeStdout(formatFindings(format, findings, options));
  if (format !== 'text' || findings.length === 0) {
    tellAside(summaryOf(findings, options), args, io);
  }
}

/**
 * Tells what is wrong with files and documents that cannot be read, without which all else is done;
 * whether that fails the run.
 */
export function tellUnreadable(
  findings: readonly RenderFinding[],
  args: Arguments,
  io: Io,
): boolean {
  const unreadable = findings.filter(
    ({ severity, object, rule }) =>
      object === undefined && (severity === Severity.ERROR || TOLD.includes(rule)),
  );
  io.writeStderr(formatFindings('text', unreadable, reportOptions('stderr', args, io)));
  return hasErrors(unreadable) || (args.options.has('strict') && unreadable.length > 0);
}

/** Warnings about the input as a whole. */
const TOLD: readonly string[] = [RENDER_RULES.unreadable.id, CHECK_RULES.noObjects.id];
