/** Numbers that fields take, and lists that may not be empty, by type and field. */
import { Finding } from '../findings';
import { fieldPath, Fields } from '../kube';
import { Walk } from '../model';
import { required, invalid } from '../resource';

/** Fields that are no number below that. */
const LEAST: { readonly [field: string]: number } = {
  'DeploymentSpec.replicas': 0,
  'DeploymentSpec.minReadySeconds': 0,
  'DeploymentSpec.revisionHistoryLimit': 0,
  'StatefulSetSpec.replicas': 0,
  'StatefulSetSpec.minReadySeconds': 0,
  'StatefulSetOrdinals.start': 0,
  'RollingUpdateStatefulSetStrategy.partition': 0,
  'DaemonSetSpec.minReadySeconds': 0,
  'DaemonSetSpec.revisionHistoryLimit': 0,
  'ReplicaSetSpec.replicas': 0,
  'ReplicaSetSpec.minReadySeconds': 0,
  'ReplicationControllerSpec.replicas': 0,
  'ReplicationControllerSpec.minReadySeconds': 0,
  'JobSpec.parallelism': 0,
  'JobSpec.completions': 0,
  'JobSpec.backoffLimit': 0,
  'JobSpec.backoffLimitPerIndex': 0,
  'JobSpec.maxFailedIndexes': 0,
  'JobSpec.activeDeadlineSeconds': 0,
  'JobSpec.ttlSecondsAfterFinished': 0,
  'CronJobSpec.startingDeadlineSeconds': 0,
  'CronJobSpec.successfulJobsHistoryLimit': 0,
  'CronJobSpec.failedJobsHistoryLimit': 0,
  'ControllerRevision.revision': 0,
  'v2.HorizontalPodAutoscalerSpec.minReplicas': 1,
};

/** Lists that have at least one item. */
const FILLED: { readonly [field: string]: string | undefined } = {
  'PolicyRule.verbs': 'verbs must contain at least one value',
  'RuleWithOperations.apiGroups': undefined,
  'RuleWithOperations.apiVersions': undefined,
  'RuleWithOperations.operations': undefined,
  'RuleWithOperations.resources': undefined,
  'NamedRuleWithOperations.apiGroups': undefined,
  'NamedRuleWithOperations.apiVersions': undefined,
  'NamedRuleWithOperations.operations': undefined,
  'NamedRuleWithOperations.resources': undefined,
};

/** Numbers of ports. */
const PORTS: { readonly [field: string]: true } = {
  'NetworkPolicyPort.port': true,
  'NetworkPolicyPort.endPort': true,
  'ServicePort.targetPort': true,
};

/** Of most structs. */
const NONE: readonly Finding[] = [];

/** What is asked of the fields of one type. */
interface Bounds {
  readonly least: readonly (readonly [field: string, least: number])[];
  readonly ports: readonly string[];
  readonly filled: readonly (readonly [field: string, why: string | undefined])[];
}

const BOUNDS = new Map<string, Bounds>();
for (const key of [LEAST, PORTS, FILLED].flatMap(Object.keys)) {
  const type = key.slice(0, key.lastIndexOf('.'));
  if (BOUNDS.has(type)) continue;
  BOUNDS.set(type, {
    least: ofType(LEAST, type),
    ports: ofType(PORTS, type).map(([field]) => field),
    filled: ofType(FILLED, type),
  });
}

function ofType<T>(
  table: { readonly [field: string]: T },
  type: string,
): [field: string, value: T][] {
  return Object.entries(table)
    .filter(([key]) => key.startsWith(`${type}.`))
    .map(([key, value]) => [key.slice(type.length + 1), value]);
}

/** What is wrong with a struct by these. */
export function boundProblems(
  type: string,
  value: Fields,
  at: Pick<Walk, 'path'>,
): readonly Finding[] {
  const bounds = BOUNDS.get(type);
  if (!bounds) return NONE;
  const found: Finding[] = [];
  const path = (field: string) => fieldPath(at.path, field);
  for (const [field, least] of bounds.least) {
    const one = value[field];
    if (typeof one !== 'number' || one >= least) continue;
    found.push(
      invalid(
        path(field),
        one,
        `must be greater than or equal to ${least}`,
        `use at least ${least}`,
      ),
    );
  }
  for (const field of bounds.ports) {
    const one = value[field];
    if (typeof one !== 'number' || (one >= 1 && one <= 65535)) continue;
    found.push(invalid(path(field), one, 'must be between 1 and 65535, inclusive', 'use a port'));
  }
  for (const [field, why] of bounds.filled) {
    const one = value[field];
    if (Array.isArray(one) && one.length > 0) continue;
    found.push(required(path(field), 'add at least one', why));
  }
  return found;
}
