/**
 * Findings as workflow commands of GitHub Actions, which show them beside the lines of a pull
 * request.
 */
import { ReportOptions } from './options';
import { relativePath, wordsOf } from './place';
import { commandData, commandProperty } from '../escape';
import { RenderFinding } from '../render';

/** One command for each finding. */
export function githubText(findings: readonly RenderFinding[], { root }: ReportOptions): string {
  return findings.map((finding) => `${commandOf(finding, root)}\n`).join('');
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
