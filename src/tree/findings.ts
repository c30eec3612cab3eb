/** Findings on a tree, for tests and reports. */
import { IConstruct } from 'constructs';
import { Finding } from '../findings';
import { acknowledgeInTree, findingsOfTree } from './synth-checks';

/**
 * The findings on an app: warnings, and errors that can only be detected in the whole construct
 * tree.
 *
 * Errors in the input of a single construct are thrown by its constructor. Other errors make the
 * synthesis fail. Warnings are printed once to standard error at synthesis; equal ones are combined
 * into one line, with their number and the first three places.
 *
 * @example
 * const warnings = Findings.of(app).all;
 */
export class Findings {
  /**
   * Returns the findings on a construct and its subtree.
   * @param scope the construct, such as an app or a chart
   * @returns the findings; each access reads the current state
   */
  public static of(scope: IConstruct): Findings {
    return new Findings(scope);
  }

  private constructor(private readonly scope: IConstruct) {}

  /**
   * All findings on the current state of the construct and its subtree, in the order of the
   * constructs.
   */
  public get all(): Finding[] {
    const path = this.scope.node.path;
    return findingsOfTree(this.scope).filter(
      ({ construct }) => path === '' || construct === path || construct?.startsWith(`${path}/`),
    );
  }

  /**
   * Acknowledges a warning, so that it is no longer reported for the construct and its subtree.
   * Errors cannot be acknowledged. An acknowledgement without effect is itself a warning at
   * synthesis: for an unknown rule, for an error, or for a rule that has no warning here.
   * @param rule the id of the rule, as in the warning, such as `efs/whole-file-system`
   * @param reason why the warning does not apply here, for the next reader
   * @returns this object, for chaining
   * @throws if the reason is empty
   */
  public acknowledge(rule: string, reason: string): Findings {
    if (String(reason ?? '').trim() === '') {
      throw new Error(
        `${this.scope.node.path}: the acknowledgement of ${rule} has no reason; say why it is fine here`,
      );
    }
    acknowledgeInTree(this.scope, rule, reason);
    return this;
  }
}
