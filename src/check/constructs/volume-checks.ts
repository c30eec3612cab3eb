/** The rules on objects for whole apps, whoever made the objects. */
import { Construct, IConstruct } from 'constructs';
import { Finding } from '../../findings';
import { Findings, judgeAll, provideJudges } from '../../tree';

// eslint-disable-next-line @typescript-eslint/no-require-imports
provideJudges(() => (require('../../judges') as typeof import('../../judges')).ALL_JUDGES);

const asked = new WeakSet<IConstruct>();

/**
 * Checks of all storage in an app or a chart, whoever made it: constructs of cdk8s-plus, plain objects, included files and Helm charts.
 *
 * The rules are those of `cdk8s-volumes check`. Without this, only what is tied to the volumes of this library's constructs is checked: their
 * claims, the workloads that mount them, and their classes.
 *
 * @example
 * const checks = VolumeChecks.of(app);
 * const findings = checks.findings();
 */
export class VolumeChecks {
  /**
   * Checks everything in an app or a chart when it is synthesized. An error makes the synthesis fail; warnings are printed once.
   * @param scope the app, a chart, or any construct whose subtree is meant
   * @returns the checks, to look at what they find
   */
  public static of(scope: Construct): VolumeChecks {
    if (!asked.has(scope)) judgeAll(scope);
    asked.add(scope);
    return new VolumeChecks(scope);
  }

  private constructor(private readonly scope: Construct) {}

  /**
   * Returns the findings on the current state of everything in scope.
   * @returns all findings, those of other checks included
   */
  public findings(): Finding[] {
    return Findings.of(this.scope);
  }
}
