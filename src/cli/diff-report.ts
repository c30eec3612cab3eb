/**
 * Reports of a change, as people read them in a terminal and in a pull request, and as programs
 * read them.
 */
import { driftMarkdown, driftText } from './diff-drift';
import { plansMarkdown, plansText } from './diff-plan';
import { countsOf, Told, toldOf } from './diff-told';
import { styled } from './style';
import { whatIfMarkdown } from './what-if-report';
import { DocumentsDiff, Verdict } from '../diff';
import { harmless, markdownCode, markdownText } from '../escape';
import { findingRows } from '../report/json';
import { MOST_CHARACTERS } from '../report/markdown';
import { wrapped } from '../report/wrap';
import type { WhatIf } from '../what-if';
import { printJson } from '../yaml';

const TONES: { readonly [verdict in Verdict]: number } = {
  refused: 31,
  deleted: 31,
  replaced: 31,
  stuck: 33,
  depends: 33,
  changed: 33,
  created: 32,
  unchanged: 2,
};
/** How wide the verdicts are, with the space behind them. */
const INDENT = 10;
/** How long a line may be that has an object and its fields. */
const ONE_LINE = 100;
/** How long the value of a field may be as JSON, to be part of the answer for programs. */
const LONGEST_VALUE = 200;

/** How a comparison is written for people. */
interface DiffReportOptions {
  readonly isColour?: boolean;
  /** How many characters a line of the terminal has. */
  readonly width?: number;
  /** Whether each object is told by itself, with all of its fields, however many there are. */
  readonly isWhole?: boolean;
  /** The file that has all that a comment has no room for. */
  readonly whole?: string;
  /** What would be lost by events in the state of NEW. */
  readonly whatIf?: readonly WhatIf[];
}

/** What matters in blocks, the rest in few lines, and a last line that counts all. */
export function diffText(
  diff: DocumentsDiff,
  { isColour = false, width, isWhole }: DiffReportOptions,
): string {
  const blocks = toldOf(diff, isWhole).map((told) => blockOf(told, isColour, width));
  return `${[...blocks, countsOf(diff)].join('\n')}\n${driftText(diff.drift, isColour)}${plansText(diff.plans ?? [])}`;
}

function blockOf(
  { verdict, what, lines, isHarmless }: Told,
  isColour: boolean,
  width: number | undefined,
): string {
  const word = styled(verdict.padEnd(INDENT - 1), TONES[verdict], isColour);
  const [first = '', ...more] = lines;
  const joined = harmless(`${what}: ${first}`);
  if (
    isHarmless &&
    first !== '' &&
    INDENT + joined.length <= Math.min(width ?? ONE_LINE, ONE_LINE)
  ) {
    return `${word} ${joined}`;
  }
  const below = [first, ...more]
    .filter((line) => line !== '')
    .flatMap((line) => wrapped(harmless(line), INDENT, width))
    .map((line) => `${' '.repeat(INDENT)}${line}`);
  return [`${word} ${harmless(what)}`, ...below].join('\n');
}

/** A table for the comment of a pull request, and what can be opened below it. */
export function diffMarkdown(diff: DocumentsDiff, options: DiffReportOptions): string {
  const { isWhole = false, whole, whatIf = [] } = options;
  const most = isWhole ? Infinity : MOST_CHARACTERS;
  const told = toldOf(diff, isWhole);
  const counts = countsOf(diff);
  const head = ['| | object | what happens |', '|---|---|---|'];
  let length = counts.length + head.join('\n').length;
  const fits = (text: string) => {
    if (length + text.length + 1 > most) return false;
    length += text.length + 1;
    return true;
  };
  const rows = told.map(rowOf);
  const cut = rows.findIndex((row) => !fits(row));
  const shown = cut === -1 ? rows : rows.slice(0, cut);
  const parts = [
    driftMarkdown(diff.drift),
    whatIfMarkdown(whatIf),
    ...(diff.plans ?? []).map((plan) => plansMarkdown([plan])),
  ];
  const kept = parts.filter((part) => part === '' || fits(part));
  const left = [
    ...(cut === -1 ? [] : [`${rows.length - cut} of ${rows.length} rows`]),
    ...(kept.length === parts.length ? [] : [`${parts.length - kept.length} plans or tables`]),
  ];
  const where =
    whole === undefined ? '`-o text` shows all of them' : `all of it is in ${markdownCode(whole)}`;
  return [
    ...(told.length === 0 ? [] : [...head, ...shown, '']),
    counts,
    ...(left.length === 0
      ? []
      : ['', `**Not shown: ${left.join(', ')}**, since a comment has no room for more; ${where}.`]),
    kept.join(''),
  ].join('\n');
}

function rowOf({ verdict, what, lines, isBad }: Told): string {
  const word = isBad ? `**${verdict}**` : verdict;
  return `| ${word} | ${markdownCode(what)} | ${lines.map(markdownText).join('<br>')} |`;
}

/** Objects and findings: every object, also those that nothing happens to. */
export function diffJson({ objects, notes, findings, plans, drift }: DocumentsDiff): string {
  const told = objects.map((object) => {
    if (!object.values) return object;
    const { values, ...one } = object;
    return { ...one, values: values.filter(isShort) };
  });
  const rows = findingRows(findings);
  return printJson({
    objects: told,
    notes,
    findings: rows,
    ...(plans ? { plans } : {}),
    ...(drift ? { drift } : {}),
  });
}

function plainNumber(_field: string, value: unknown): unknown {
  return typeof value === 'bigint' ? Number(value) : value;
}

function isShort({
  before,
  after,
}: {
  readonly before?: unknown;
  readonly after?: unknown;
}): boolean {
  return [before, after].every(
    (value) => value === undefined || JSON.stringify(value, plainNumber).length <= LONGEST_VALUE,
  );
}
