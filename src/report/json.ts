/** Findings as JSON. */
import { fingerprintOf } from './place';
import { RenderFinding } from '../render';
import { printJson } from '../yaml';

/** An array with one object for each finding; what is not known is null. */
export function jsonText(findings: readonly RenderFinding[]): string {
  const rows = findings.map((finding) => {
    const { rule, severity, path, message, remedy, file, line, column, object } = finding;
    const place = {
      file: file ?? null,
      line: line ?? null,
      column: column ?? null,
      object: object ?? null,
    };
    return { rule, severity, path, message, remedy, ...place, fingerprint: fingerprintOf(finding) };
  });
  return printJson(rows);
}
