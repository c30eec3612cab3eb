/** Findings as Markdown, for the comment on a pull request. */
import { ReportOptions } from './options';
import { countsOf, placeOf } from './place';
import { PROGRAM } from './program';
import { markdownCode, markdownText } from '../escape';
import { RenderFinding } from '../render';

/** GitHub takes comments of 65536 characters; some are left for what a workflow adds. */
const MOST_CHARACTERS = 60_000;

/** A heading that counts, and a table. What a comment has no room for is counted below it. */
export function markdownReport(findings: readonly RenderFinding[], _: ReportOptions): string {
  const heading = `### ${PROGRAM}: ${countsOf(findings)}\n`;
  if (findings.length === 0) return heading;
  const lines = [heading, '| | Place | Object | Finding | Rule |', '|---|---|---|---|---|'];
  let length = lines.join('\n').length;
  let told = 0;
  for (const finding of findings) {
    const row = rowOf(finding);
    length += row.length + 1;
    if (length > MOST_CHARACTERS) break;
    lines.push(row);
    told += 1;
  }
  const left = findings.length - told;
  if (left > 0) {
    lines.push(
      '',
      `${left} more ${left === 1 ? 'is' : 'are'} omitted: a comment has no room for more.`,
    );
  }
  return `${lines.join('\n')}\n`;
}

function rowOf(finding: RenderFinding): string {
  const { severity, object, path, message, remedy, rule } = finding;
  const field = message.includes(path) ? '' : markdownCode(path);
  const words = markdownText(`${message}; ${remedy}`);
  const cells = [
    `**${severity}**`,
    markdownCode(placeOf(finding)),
    markdownCode(object ?? ''),
    field === '' ? words : `${field}: ${words}`,
    markdownCode(rule),
  ];
  return `| ${cells.join(' | ')} |`;
}
