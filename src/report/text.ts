/** Findings for people: a block for each file, with the remedy of each finding on its own line. */
import { ReportOptions } from './options';
import { predicateOf } from './place';
import { countsByRule, errorsFirst, summaryOf } from './summary';
import { wrapped } from './wrap';
import { harmless } from '../escape';
import { count, numbersOf, Severity } from '../findings';
import { addTo, groupedBy } from '../kube';
import { RenderFinding } from '../render';

const BOLD = 1;
const DIM = 2;
const RED = 31;
const YELLOW = 33;

/** From how many findings on they are also counted by rule. */
const MANY = 20;
/** How wide the severities are. */
const WEIGHT = 'warning'.length;

type Style = (text: string, style: number) => string;

/** The text, with a last line that counts; nothing if there is nothing to tell. */
export function textReport(findings: readonly RenderFinding[], options: ReportOptions): string {
  if (findings.length === 0) return '';
  const styled: Style = (text, style) => (options.color ? `\x1b[${style}m${text}\x1b[0m` : text);
  const files = groupedBy(findings, (finding) => finding.file ?? 'options');
  const places = new Map<string, number>();
  const blocks = [...files].flatMap(([file, own]) => [
    `${styled(harmless(file), BOLD)} (${numbersOf(own)})`,
    ...blockOf(own, places, options, styled),
    '',
  ]);
  return [...blocks, ...totalsOf(findings, styled), summaryOf(findings, options), ''].join('\n');
}

/** The findings of one file, errors first; those that say the same share their explanation. */
function blockOf(
  findings: readonly RenderFinding[],
  places: Map<string, number>,
  { width, maxPlaces = Infinity }: ReportOptions,
  styled: Style,
): string[] {
  const column = widest(findings.map(positionOf));
  const groups = new Map<string, RenderFinding[]>();
  const left: RenderFinding[] = [];
  for (const finding of errorsFirst(findings)) {
    const key = likenessOf(finding);
    const listed = places.get(key) ?? 0;
    places.set(key, listed + 1);
    if (listed < maxPlaces) addTo(groups, key, finding);
    else left.push(finding);
  }
  // Two spaces before and behind the place.
  const inner = ' '.repeat(column + 4);
  const lines = [...groups.values()].flatMap((group) => [
    ...group.flatMap((finding) => headOf(finding, column, width, styled)),
    ...explanationOf(group[0], inner, width, styled),
  ]);
  return left.length === 0 ? lines : [...lines, `  … ${numbersOf(left)} like those above`];
}

/** What findings have in common that share an explanation: all but where they are. */
function likenessOf(finding: RenderFinding): string {
  const { rule, severity, remedy } = finding;
  return JSON.stringify([rule, severity, predicateOf(finding), remedy]);
}

/** Where it is: line and column, the object, and the field. */
function headOf(
  finding: RenderFinding,
  column: number,
  width: number | undefined,
  styled: Style,
): string[] {
  const { severity, object = '' } = finding;
  const weight = severity.padEnd(WEIGHT);
  const words = [object, finding.path].filter((word) => word !== '');
  const place = `  ${positionOf(finding).padEnd(column)}  `;
  const tone = severity === Severity.ERROR ? RED : YELLOW;
  const indent = place.length + WEIGHT + 2;
  const [first = '', ...more] = wrapped(words.map(harmless).join('  '), indent, width);
  return [
    `${place}${styled(first === '' ? severity : weight, tone)}${first === '' ? '' : `  ${first}`}`,
    ...more.map((line) => `${' '.repeat(indent)}${line}`),
  ];
}

function explanationOf(
  finding: RenderFinding,
  inner: string,
  width: number | undefined,
  styled: Style,
): string[] {
  const rule = `(${harmless(finding.rule)})`;
  const lines = wrapped(`${harmless(predicateOf(finding))} ${rule}`, inner.length, width);
  const last = lines.at(-1) ?? '';
  const dimmed = last.endsWith(rule) ? `${last.slice(0, -rule.length)}${styled(rule, DIM)}` : last;
  const [fix, ...more] = wrapped(`fix: ${harmless(finding.remedy)}`, inner.length + 5, width, 5);
  return [
    ...[...lines.slice(0, -1), dimmed].map((line) => `${inner}${line}`),
    `${inner}${fix}`,
    ...more.map((line) => `${inner}     ${line}`),
  ];
}

/** A table of rules, where there is more than can be seen at once. */
function totalsOf(findings: readonly RenderFinding[], styled: Style): string[] {
  if (findings.length < MANY) return [];
  const rows = countsByRule(findings).map(({ rule, severity, files, ...row }) => ({
    severity,
    weight: count(row.count, severity),
    rule: harmless(rule),
    where: files === 0 ? '' : `  in ${count(files, 'file')}`,
  }));
  const [weights, rules] = [
    widest(rows.map(({ weight }) => weight)),
    widest(rows.map(({ rule }) => rule)),
  ];
  return [
    styled('by rule', BOLD),
    ...rows.map(({ severity, weight, rule, where }) => {
      const tone = severity === Severity.ERROR ? RED : YELLOW;
      return `  ${styled(weight.padEnd(weights), tone)}  ${`${rule.padEnd(rules)}${where}`.trimEnd()}`;
    }),
    '',
  ];
}

function widest(texts: readonly string[]): number {
  return texts.reduce((most, { length }) => Math.max(most, length), 0);
}

function positionOf({ line, column }: Pick<RenderFinding, 'line' | 'column'>): string {
  return line === undefined ? '-' : column === undefined ? String(line) : `${line}:${column}`;
}
