/** Findings as Markdown, for the comment on a pull request. */
import { ReportOptions } from './options';
import { placeOf } from './place';
import { PROGRAM } from './program';
import { countsByRule, errorsFirst, summaryOf } from './summary';
import { markdownCode, markdownText } from '../escape';
import { count, numbersOf } from '../findings';
import { RenderFinding } from '../render';

/** GitHub takes comments of 65536 characters; some are left for what a workflow adds. */
export const MOST_CHARACTERS = 60_000;

/**
 * A heading that counts, and a table, errors first. What a comment has no room for is counted below
 * it, rule by rule.
 */
export function markdownReport(findings: readonly RenderFinding[], options: ReportOptions): string {
  const heading = `### ${PROGRAM}: ${summaryOf(findings, options)}\n`;
  if (findings.length === 0) return heading;
  const lines = [heading, '| | Place | Object | Finding | Rule |', '|---|---|---|---|---|'];
  const most = options.isWhole ? Infinity : MOST_CHARACTERS;
  const sorted = errorsFirst(findings);
  let length = lines.join('\n').length;
  let told = 0;
  for (const finding of sorted) {
    const row = rowOf(finding);
    length += row.length + 1;
    if (length > most) break;
    lines.push(row);
    told += 1;
  }
  const left = sorted.slice(told);
  if (left.length > 0) lines.push('', cutOf(left, options));
  return `${lines.join('\n')}\n`;
}

/** How many rules of findings that are left out are named. */
const NAMED = 20;

function cutOf(left: readonly RenderFinding[], { whole }: ReportOptions): string {
  const rules = countsByRule(left);
  const named = rules
    .slice(0, NAMED)
    .map(({ rule, severity, ...one }) => `${count(one.count, severity)} of ${markdownCode(rule)}`);
  const more = rules.length > NAMED ? `, and ${count(rules.length - NAMED, 'more rule')}` : '';
  const where =
    whole === undefined
      ? `run ${PROGRAM} with \`-o text\` to see all of them`
      : `all of them are in ${markdownCode(whole)}`;
  return `**Not shown: ${numbersOf(left)}**, since a comment has no room for more: ${named.join(', ')}${more}; ${where}.`;
}

function rowOf(finding: RenderFinding): string {
  const { severity, object, path, message, remedy, rule } = finding;
  const field = path === '' ? '' : markdownCode(path);
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
