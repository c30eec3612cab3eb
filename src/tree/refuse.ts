/** The refusal of what a caller passed, at the construct that it is about. */
import { IConstruct } from 'constructs';
import { Finding, FindingsError, show } from '../findings';

/** Throws the findings, each at the construct: it may be anything that somebody took for one. */
export function refuseAt(
  construct: IConstruct | undefined,
  ...findings: readonly Finding[]
): never {
  throw new FindingsError(
    findings.map((finding) => ({ ...finding, construct: construct?.node?.path })),
  );
}

/** A construct as messages name it. */
export function nameOfConstruct(construct: IConstruct | undefined): string {
  return construct?.node?.path ?? show(construct);
}
