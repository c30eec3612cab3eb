/** The check that nobody keeps data on local disks unknowingly. */
import { Construct, IConstruct } from 'constructs';
import { Finding } from '../../findings';
import { Findings, judgeBy } from '../../tree';
import { LOCAL_JUDGES } from '../judges';

const asked = new WeakSet<IConstruct>();

/**
 * Makes the decisions of local-csi-driver's webhook `enforce-ephemeral` at synthesis: claims on
 * local disks, and volume claim templates of StatefulSets, are errors unless they declare that they
 * accept the loss of their data. It also finds other mistakes that keep pods from their local disks
 * or lose data: misplaced annotations, nodes, access modes, data sources, shared claims, parameters
 * of storage classes.
 *
 * It checks all objects of the app, whatever they were created with. Without it, only objects
 * related to the volumes of this library's constructs are checked. For objects that are applied
 * from elsewhere, use an `EphemeralOnlyPolicy` in the cluster.
 *
 * @example
 * EphemeralOnly.enable(app);
 */
export class EphemeralOnly {
  /**
   * Checks everything in an app or a chart when it is synthesized. An error makes the synthesis
   * fail; warnings are printed once.
   * @param scope the app, a chart, or any construct whose subtree is meant
   * @returns the check, which provides the findings
   */
  public static enable(scope: Construct): EphemeralOnly {
    if (!asked.has(scope)) judgeBy(scope, LOCAL_JUDGES);
    asked.add(scope);
    return new EphemeralOnly(scope);
  }

  private constructor(private readonly scope: Construct) {}

  /**
   * Returns the findings on the current state of everything in scope.
   * @returns the findings that concern local disks
   */
  public findings(): Finding[] {
    return Findings.of(this.scope).all.filter(({ rule }) => rule.startsWith('local/'));
  }
}
