/** What is known to be wrong in a tree, for tests and reports. */
import { IConstruct } from 'constructs';
import { Finding } from '../findings';
import { acknowledgeInTree, findingsOfTree } from './synth-checks';

/**
 * The findings on an app: warnings, and errors that can only be detected in the whole construct tree.
 *
 * Errors in the input of a single construct are thrown by its constructor. Other errors make the synthesis fail.
 * Warnings are printed once to standard error at synthesis; equal ones are combined into one line, with their number
 * and the first three places.
 *
 * @example
 * const warnings = Findings.of(app);
 */
export class Findings {
  /**
   * Returns all findings on a construct and its subtree.
   * @param scope the construct, such as an app or a chart
   * @returns the findings, in the order of the constructs
   */
  public static of(scope: IConstruct): Finding[] {
    const path = scope.node.path;
    return findingsOfTree(scope).filter(({ construct }) =>
      path === '' || construct === path || construct?.startsWith(`${path}/`));
  }

  /**
   * Acknowledges a warning, so that it is no longer reported for a construct and its subtree. Errors cannot be
   * acknowledged. An acknowledgement without effect is itself a warning at synthesis: for an unknown rule, for an
   * error, or for a rule that has no warning here.
   * @param scope the construct for which the warning is acknowledged
   * @param rule the id of the rule, as in the warning, such as `efs/class-not-declared`
   * @param reason why the warning does not apply here, for the next reader
   * @throws if the reason is empty
   */
  public static acknowledge(scope: IConstruct, rule: string, reason: string): void {
    if (String(reason ?? '').trim() === '') throw new Error(`${scope.node.path}: the acknowledgement of ${rule} has no reason; say why it is fine here`);
    acknowledgeInTree(scope, rule, reason);
  }

  private constructor() {}
}
