/** What is known to be wrong in a tree, for tests and reports. */
import { IConstruct } from 'constructs';
import { Finding } from '../findings';
import { acknowledgeInTree, findingsOfTree } from './synth-checks';

/**
 * The findings of an app: warnings, and errors that only the whole tree can show.
 *
 * Errors of one construct's own input are thrown by its constructor. The others make the synthesis fail; warnings
 * are printed once, to standard error, when the app is synthesized: those that say the same on one line, with their number and the
 * first three places.
 *
 * @example
 * const warnings = Findings.of(app);
 */
export class Findings {
  /**
   * All findings of a construct and what is below it.
   * @param scope the construct. An app or a chart for all that is in it
   * @returns the findings, in the order of the constructs
   */
  public static of(scope: IConstruct): Finding[] {
    const path = scope.node.path;
    return findingsOfTree(scope).filter(({ construct }) =>
      path === '' || construct === path || construct?.startsWith(`${path}/`));
  }

  /**
   * Accepts a warning: it is no longer reported for this construct and what is below it. Errors stay errors. What cannot have an
   * effect is a warning itself at the synthesis: a rule that there is not, an error, and a rule of which there is no warning.
   * @param scope where the warning is accepted
   * @param rule the id of the rule, as in the warning, such as `efs/class-not-declared`
   * @param reason why it is fine here, for the next reader
   * @throws if the reason is empty
   */
  public static acknowledge(scope: IConstruct, rule: string, reason: string): void {
    if (String(reason ?? '').trim() === '') throw new Error(`${scope.node.path}: the acknowledgement of ${rule} has no reason; say why it is fine here`);
    acknowledgeInTree(scope, rule, reason);
  }

  private constructor() {}
}
