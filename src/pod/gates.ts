/** Fields that pods may only have where a feature gate is on. */
import { Finding, Rule, Severity, violation } from '../findings';
import { GateName, MODEL_MINOR, standingOf } from '../model';

/** The cluster, as far as pods depend on it. */
export interface PodCluster {
  readonly minor?: number;
  /** Gates that are on though the version has them off. */
  readonly featureGates?: readonly string[];
}

/** Operators of tolerations that compare numbers, and the gate that they need. */
export const COMPARISONS: readonly unknown[] = ['Gt', 'Lt'];
export const COMPARISON_GATE: GateName = 'TaintTolerationComparisonOperators';

/** What needs a gate, where it stands, and what to do without. */
interface Gated {
  readonly what: string;
  readonly gate: GateName;
  readonly path: string;
  readonly remedy: string;
}

/**
 * A warning on what needs a gate, since somebody may have switched it on; an error where the
 * version has no such gate, and nothing where it is on.
 */
export function gateFindings(
  rule: Rule,
  { what, gate, path, remedy }: Gated,
  { minor = MODEL_MINOR, featureGates }: PodCluster = {},
): Finding[] {
  const standing = standingOf(gate, minor, featureGates);
  if (standing === 'on') return [];
  const [why, more] =
    standing === 'missing'
      ? [`Kubernetes 1.${minor} does not have`, '']
      : [
          'is disabled by default',
          `, or name ${gate} in the featureGates of the target if it is enabled`,
        ];
  const finding = violation(
    rule,
    path,
    `${what} needs the feature gate ${gate}, which ${why}`,
    `${remedy}${more}`,
  );
  return [standing === 'missing' ? finding : { ...finding, severity: Severity.WARNING }];
}
