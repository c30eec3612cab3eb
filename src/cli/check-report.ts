/**
 * What `check` says of its findings: in the format that is asked for, without those that a baseline
 * knows.
 */
import { Arguments, fail } from './args';
import { InputFile } from './files';
import { Io, tell, UsageError } from './io';
import { Command } from './options';
import { checkTargets, writeAll } from './output';
import { workingDirectory } from './places';
import { Reader } from './reading';
import { isColoured, valueOf } from './settings';
import { versionOf } from './version';
import { hasErrors, Severity, show } from '../findings';
import { RENDER_RULES, RenderFinding } from '../render';
import {
  Baseline,
  baselineOf,
  explainRule,
  formatFindings,
  nearestRule,
  readBaseline,
  ReportFormat,
  withoutKnown,
} from '../report';

/** The text of the rule that `--explain` names. Throws a `UsageError`. */
export function explanationOf(id: string, command: Command): string {
  const text = explainRule(id);
  if (text !== undefined) return text;
  const guess = nearestRule(id);
  return fail(
    `--explain ${show(id)} is not a rule${guess === undefined ? '; findings show theirs in parentheses' : `; perhaps you meant ${show(guess)}`}`,
    command,
  );
}

/** The baseline of `--baseline`. Throws a `UsageError`. */
export function baselineFrom(args: Arguments): Baseline | undefined {
  const file = valueOf(args, 'baseline');
  if (file === undefined) return undefined;
  const baseline = readBaseline(new Reader().file(file));
  if (typeof baseline === 'string') {
    throw new UsageError(`cannot read ${show(file)}: ${baseline} with --write-baseline`);
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
  const files = [{ path, pieces: [baselineOf(findings)] }];
  checkTargets(
    files,
    inputs.map(({ realPath }) => realPath),
    io,
  );
  await writeAll(files, undefined, io);
  tell(`wrote ${path}`, io);
}

/**
 * Those findings that the baseline does not know. What it knows and does not occur any more is
 * told.
 */
export function newFindings(
  findings: readonly RenderFinding[],
  baseline: Baseline | undefined,
  io: Io,
): readonly RenderFinding[] {
  if (!baseline) return findings;
  const news = withoutKnown(findings, baseline);
  for (const { rule, object, path, count } of news.gone) {
    const where = [object, path].filter((part) => part !== '').join(': ');
    tell(
      `the baseline contains a finding that no longer occurs${count > 1 ? ` (${count} times)` : ''}: ${where} (${rule})`,
      io,
    );
  }
  return news.findings;
}

/** The findings as they are printed. */
export function reportOf(
  findings: readonly RenderFinding[],
  inputs: readonly InputFile[],
  args: Arguments,
  io: Io,
): string {
  const format = (valueOf(args, 'output') ?? 'text') as ReportFormat;
  const color = isColoured(io.stdoutIsTerminal, io);
  return formatFindings(format, findings, {
    version: versionOf(),
    color,
    sources: inputs,
    root: workingDirectory(),
  });
}

/**
 * Tells what is wrong with files and documents that cannot be read, without which all else is done;
 * whether one of them is an error.
 */
export function tellUnreadable(findings: readonly RenderFinding[], io: Io): boolean {
  const unreadable = findings.filter(
    ({ severity, object, rule }) =>
      object === undefined && (severity === Severity.ERROR || rule === RENDER_RULES.unreadable.id),
  );
  if (unreadable.length > 0) {
    io.writeStderr(
      formatFindings('text', unreadable, {
        version: versionOf(),
        color: isColoured(io.stderrIsTerminal, io),
      }),
    );
  }
  return hasErrors(unreadable);
}
