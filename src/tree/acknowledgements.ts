/** Warnings that somebody has read and accepted, with the reason. */
import { IConstruct } from 'constructs';
import { Finding, Severity } from '../findings';

const TYPE = 'cdk8s-volumes:acknowledged';

interface Acknowledgement { readonly rule: string; readonly reason: string }

/** Accepts a warning for a construct and all that is below it. */
export function acknowledge(scope: IConstruct, rule: string, reason: string): void {
  scope.node.addMetadata(TYPE, { rule, reason } satisfies Acknowledgement);
}

/** The reason for which a warning was accepted, at the construct or above it. Errors are never accepted. */
export function acknowledgement(scope: IConstruct, finding: Finding): string | undefined {
  if (finding.severity !== Severity.WARNING) return undefined;
  for (let at: IConstruct | undefined = scope; at; at = at.node.scope) {
    for (const entry of at.node.metadata) {
      if (entry.type === TYPE && entry.data.rule === finding.rule) return entry.data.reason;
    }
  }
  return undefined;
}
