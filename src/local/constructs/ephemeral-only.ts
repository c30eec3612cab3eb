/** The check that nobody keeps data on local disks unknowingly. */
import { Construct, IConstruct } from 'constructs';
import { Finding } from '../../findings';
import { Findings, judgeBy } from '../../tree';
import { LOCAL_JUDGES } from '../judges';

const asked = new WeakSet<IConstruct>();

/**
 * The verdict of local-csi-driver's webhook `enforce-ephemeral` at synthesis: claims on local disks, and claim templates of
 * StatefulSets, are refused unless they say that they accept the loss of their data. Around it, what else keeps pods from their local
 * disks, or data on them: annotations in the wrong place, nodes, access modes, sources, shared claims, parameters of classes.
 *
 * It looks at all objects, whoever made them. Without it, only what is tied to the volumes of this library's constructs is checked. What
 * others apply, only the cluster sees: that is what `EphemeralOnlyPolicy` is for.
 *
 * @example
 * EphemeralOnly.of(app);
 */
export class EphemeralOnly {
  /**
   * Checks everything in an app or a chart when it is synthesized. An error makes the synthesis fail; warnings are printed once.
   * @param scope the app, a chart, or any construct whose subtree is meant
   * @returns the check, to look at what it finds
   */
  public static of(scope: Construct): EphemeralOnly {
    if (!asked.has(scope)) judgeBy(scope, LOCAL_JUDGES);
    asked.add(scope);
    return new EphemeralOnly(scope);
  }

  private constructor(private readonly scope: Construct) {}

  /**
   * What is wrong with what is in scope, as things stand now.
   * @returns the findings that have to do with local disks
   */
  public findings(): Finding[] {
    return Findings.of(this.scope).filter(({ rule }) => rule.startsWith('local/'));
  }
}
