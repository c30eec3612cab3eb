/** What a check says about its input. */

/** How much a finding weighs. */
export enum Severity {
  /** The manifests would be refused, or would not work: nothing is written. */
  ERROR = 'error',
  /** The manifests are valid, but probably not what was meant. */
  WARNING = 'warning',
}

/** One thing that is wrong, with its place and its remedy. */
export interface Finding {
  /** The stable id of the rule, such as `efs/file-system-id`. */
  readonly rule: string;
  /** How much it weighs. */
  readonly severity: Severity;
  /** The field of the input, such as `mountOptions[1]`. Empty when it is the input as a whole. */
  readonly path: string;
  /** What is wrong, with the value that is: lower case, one line. */
  readonly message: string;
  /** What to do about it: lower case, one line. */
  readonly remedy: string;
  /**
   * The path of the construct in its tree.
   * @default - the finding does not come from a construct
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
