/** Findings as lines of `file:line:column: severity: …`, which editors and terminals follow. */
import { placeOf, wordsOf } from './place';
import { harmless } from '../escape';
import { RenderFinding } from '../render';

export function unixText(findings: readonly RenderFinding[]): string {
  return findings
    .map(
      (finding) =>
        `${placeOf(finding)}: ${finding.severity}: ${wordsOf(finding)} (${harmless(finding.rule)})\n`,
    )
    .join('');
}
