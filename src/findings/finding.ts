/** Findings of checks about their input. */

/** The severity of a finding. */
export enum Severity {
  /** The manifests would be rejected, or would not work: they are not written. */
  ERROR = 'error',
  /** The manifests are valid, but probably not what is intended. */
  WARNING = 'warning',
}

/** What the Kubernetes API server makes of a problem, if that is not what the finding says. */
export interface ServerAnswer {
  /** The field as the server names it: for some items that is their whole map or list. */
  readonly field: string;
  /**
   * The further fields that the server names, such as the second source of a volume and the third.
   * @default - none
   */
  readonly surplusFields?: string[];
  /**
   * The words of the server.
   * @default - not known
   */
  readonly message?: string;
  /**
   * The HTTP status: `201` if the server takes the object, and it does not work in the cluster.
   * @default 422
   */
  readonly code?: number;
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
  /**
   * What the Kubernetes API server makes of it.
   * @default - it refuses the field by the path of the finding, if it looks at it
   */
  readonly server?: ServerAnswer;
}

/** What is wrong and what to do about it, where others know the rule and the place. */
export type Problem = Pick<Finding, 'message' | 'remedy'>;

/** The field and the words of the API server, or else those of the finding. */
export function answerOf({ path, message, server }: Finding): { field: string; message: string } {
  return { field: server?.field ?? path, message: server?.message ?? message };
}

/** The status with which the API server takes an object. */
const CREATED = 201;

/** The answer of an API server that takes what is wrong: the pods do not start, for instance. */
export function takenAt(field: string): ServerAnswer {
  return { field, code: CREATED };
}

/** Whether the API server takes what the finding is about. */
export function isTaken({ server }: Finding): boolean {
  return server?.code === CREATED;
}

/** Whether the API server refuses the object for it, if its rule is one of the server. */
export function isRefused(finding: Finding): boolean {
  return finding.severity === Severity.ERROR && !isTaken(finding);
}

/** Whether one of them keeps the manifests from being written. */
export function hasErrors(findings: readonly Finding[]): boolean {
  return findings.some((finding) => finding.severity === Severity.ERROR);
}

/** The same findings as warnings: what is only advice to those who do not decide by it. */
export function asWarnings<T extends Finding>(findings: readonly T[]): T[] {
  return findings.map((finding) => ({ ...finding, severity: Severity.WARNING }));
}
