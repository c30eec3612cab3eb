/** Findings as JSON. */
import { fingerprintOf } from './place';
import { RenderFinding } from '../render';
import { printJson } from '../yaml';

/** An array with one object for each finding. */
export function jsonText(findings: readonly RenderFinding[]): string {
  return printJson(findingRows(findings));
}

/**
 * What is not known is null, and `server` is there only where the API server's answer differs.
 */
export function findingRows(findings: readonly RenderFinding[]): readonly object[] {
  return findings.map((finding) => {
    const { rule, severity, path, message, remedy, server, file, line, column, object } = finding;
    const place = {
      file: file ?? null,
      line: line ?? null,
      column: column ?? null,
      object: object ?? null,
    };
    const row = { rule, severity, path, message, remedy, ...place };
    return { ...row, fingerprint: fingerprintOf(finding), ...(server ? { server } : {}) };
  });
}
