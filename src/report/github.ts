/**
 * Findings as workflow commands of GitHub Actions, which show them beside the lines of a pull
 * request.
 */
import { ReportOptions } from './options';
import { relativePath, wordsOf } from './place';
import { errorsFirst } from './summary';
import { commandData, commandProperty } from '../escape';
import { numbersOf, Severity } from '../findings';
import { RenderFinding } from '../render';

/** How many annotations of one severity GitHub shows of a step. */
const SHOWN = 10;

/**
 * One command for each finding, errors first. Where there are more than GitHub shows, a notice says
 * how many, and where they are.
 */
export function githubText(findings: readonly RenderFinding[], { root }: ReportOptions): string {
  const commands = errorsFirst(findings).map((finding) => commandOf(finding, root));
  const hidden = [Severity.ERROR, Severity.WARNING].flatMap((severity) =>
    findings.filter((finding) => finding.severity === severity).slice(SHOWN),
  );
  const notice = `::notice title=cdk8s-volumes::GitHub shows the first ${SHOWN} errors and the first ${SHOWN} warnings of a step; ${numbersOf(hidden)} more: see the log of the step`;
  return [...commands, ...(hidden.length === 0 ? [] : [notice])]
    .map((line) => `${line}\n`)
    .join('');
}

function commandOf(finding: RenderFinding, root?: string): string {
  const { severity, rule, file, line, column } = finding;
  const properties: readonly (readonly [string, string | number | undefined])[] = [
    ['file', file === undefined ? undefined : relativePath(file, root)],
    ['line', line],
    ['col', line === undefined ? undefined : column],
    ['title', rule],
  ];
  const given = properties
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${commandProperty(String(value))}`);
  return `::${severity} ${given.join(',')}::${commandData(wordsOf(finding))}`;
}
