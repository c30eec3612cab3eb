/** The rules on objects for whole apps, whoever made the objects. */
import { Construct, IConstruct } from 'constructs';
import { Finding, throwIfErrors } from '../../findings';
import { anything, checkShaped, struct } from '../../shape';
import { ClusterReadOut, Findings, judgeAll, readOutFindings, readOutOf } from '../../tree';

const asked = new WeakSet<IConstruct>();

/** Options of `VolumeChecks`. */
export interface VolumeChecksOptions {
  /**
   * What lives in the cluster that the scope is for. The objects are checked together with what
   * exists there: classes, drivers, definitions of custom resources, quotas, claims and volumes.
   * @default - unknown; only the objects of the app are considered
   */
  readonly cluster?: ClusterReadOut;
}

const OPTIONS_SHAPE = struct<VolumeChecksOptions>({ cluster: anything });

/**
 * Checks all storage in an app or a chart, whatever it was created with: constructs of cdk8s-plus,
 * plain objects, included files and Helm charts.
 *
 * It applies the rules of `cdk8s-volumes check`. Without it, only objects related to the volumes of
 * this library's constructs are checked: their claims, the workloads that mount them, and their
 * storage classes.
 *
 * @example
 * const checks = VolumeChecks.enable(app);
 * const findings = checks.findings();
 */
export class VolumeChecks {
  /**
   * Checks everything in an app or a chart when it is synthesized. An error makes the synthesis
   * fail; warnings are printed once.
   * @param scope the app, a chart, or any construct whose subtree is meant
   * @param options what lives in the cluster
   * @returns the checks, which provide the findings
   * @throws an error that lists all findings if an option has the wrong type or is unknown
   */
  public static enable(scope: Construct, options: VolumeChecksOptions = {}): VolumeChecks {
    throwIfErrors(
      checkShaped(options, OPTIONS_SHAPE, (read) =>
        read.cluster === undefined ? [] : readOutFindings(read.cluster, 'cluster'),
      ).map((finding) => ({ ...finding, construct: scope.node.path })),
    );
    const { cluster } = options;
    if (!asked.has(scope) || cluster) judgeAll(scope, cluster && readOutOf(cluster));
    asked.add(scope);
    return new VolumeChecks(scope);
  }

  private constructor(private readonly scope: Construct) {}

  /**
   * Returns the findings on the current state of everything in scope.
   * @returns all findings, including those of other checks
   */
  public findings(): Finding[] {
    return Findings.of(this.scope).all;
  }
}
