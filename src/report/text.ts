/** Findings for people: file by file, one line for each, and one for those that are alike. */
import { ReportOptions } from './options';
import { count, countsOf, placeOf, wordsOf } from './place';
import { harmless } from '../escape';
import { alike, Alike, describeOthers, Severity } from '../findings';
import { RenderFinding } from '../render';

const BOLD = 1;
const DIM = 2;
const RED = 31;
const YELLOW = 33;

/** The text, with a last line that counts; nothing if there is nothing to tell. */
export function textReport(
  findings: readonly RenderFinding[],
  { color = false }: ReportOptions,
): string {
  if (findings.length === 0) return '';
  const styled = (text: string, style: number) => (color ? `\x1b[${style}m${text}\x1b[0m` : text);
  const files = new Map<string, Alike<RenderFinding>[]>();
  for (const group of alike(findings, placeOf, (text, { alike: common }) => common ?? text)) {
    const file = group.finding.file ?? 'options';
    const own = files.get(file);
    if (own) own.push(group);
    else files.set(file, [group]);
  }
  const blocks = [...files].map(([file, groups]) => {
    const width = groups.reduce(
      (widest, { finding }) => Math.max(widest, positionOf(finding).length),
      0,
    );
    const lines = groups.map((group) => {
      const { finding } = group;
      const tone = finding.severity === Severity.ERROR ? RED : YELLOW;
      const weight = styled(finding.severity.padEnd('warning'.length), tone);
      return `  ${positionOf(finding).padEnd(width)}  ${weight}  ${wordsOf(finding)} ${styled(`(${finding.rule})`, DIM)}${harmless(describeOthers(group))}`;
    });
    return [styled(harmless(file), BOLD), ...lines, ''];
  });
  const inFiles = count(new Set(findings.flatMap(({ file }) => file ?? [])).size, 'file');
  return [
    ...blocks.flat(),
    `${countsOf(findings)}${inFiles === '' ? '' : ` in ${inFiles}`}`,
    '',
  ].join('\n');
}

function positionOf({ line, column }: RenderFinding): string {
  return line === undefined ? '-' : column === undefined ? String(line) : `${line}:${column}`;
}
