/** The error that a construct throws when its input cannot become manifests: it carries every finding. */
import { Finding, hasErrors } from './finding';
import { describeFinding, report } from './report';

/**
 * Thrown with all that is wrong with one construct's input.
 *
 * @jsii ignore
 */
export class FindingsError extends Error {
  /** Everything that was found, warnings included. */
  public readonly findings: readonly Finding[];

  constructor(findings: readonly Finding[]) {
    super(findings.length === 1 ? describeFinding(findings[0]) : report(findings));
    this.name = 'FindingsError';
    this.findings = findings;
  }
}

/** Throws when there is an error among the findings. */
export function throwIfErrors(findings: readonly Finding[]): void {
  if (hasErrors(findings)) throw new FindingsError(findings);
}
