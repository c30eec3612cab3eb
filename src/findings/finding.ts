/** What a check says about its input. */

/** The severity of a finding. */
export enum Severity {
  /** The manifests would be rejected, or would not work: they are not written. */
  ERROR = 'error',
  /** The manifests are valid, but probably not what is intended. */
  WARNING = 'warning',
}

/** A single problem, with its place and its remedy. */
export interface Finding {
  /** The stable ID of the rule, such as `efs/file-system-id`. */
  readonly rule: string;
  /** The severity of the finding. */
  readonly severity: Severity;
  /**
   * The field of the input, such as `mountOptions[1]`. Empty if the finding concerns the input as a
   * whole.
   */
  readonly path: string;
  /** What is wrong, including the value, in lower case and on one line. */
  readonly message: string;
  /** What to do about it, in lower case and on one line. */
  readonly remedy: string;
  /**
   * The path of the construct in the construct tree.
   * @default - undefined; the finding does not concern a construct
   */
  readonly construct?: string;
}

/** Whether one of them keeps the manifests from being written. */
export function hasErrors(findings: readonly Finding[]): boolean {
  return findings.some((finding) => finding.severity === Severity.ERROR);
}

/** The same findings as warnings: what is only advice to those who do not decide by it. */
export function asWarnings(findings: readonly Finding[]): Finding[] {
  return findings.map((finding) => ({ ...finding, severity: Severity.WARNING }));
}
