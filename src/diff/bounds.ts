/** What numbers fields take, and which lists may not be empty, by type and field. */
import { Refusal } from './rules';
import { Fields } from '../kube';

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
  'HorizontalPodAutoscalerSpec.minReplicas': 1,
};

/** Lists that have at least one item. */
const FILLED: { readonly [field: string]: string } = {
  'PolicyRule.verbs': 'verbs must contain at least one value',
  'RuleWithOperations.apiGroups': '',
  'RuleWithOperations.apiVersions': '',
  'RuleWithOperations.operations': '',
  'RuleWithOperations.resources': '',
  'NamedRuleWithOperations.apiGroups': '',
  'NamedRuleWithOperations.apiVersions': '',
  'NamedRuleWithOperations.operations': '',
  'NamedRuleWithOperations.resources': '',
};

/** What is wrong with a struct by these. */
export function boundProblems(type: string, value: Fields, path: string): Refusal[] {
  const found: Refusal[] = [];
  const at = (field: string) => path === '' ? field : `${path}.${field}`;
  for (const [field, one] of Object.entries(value)) {
    const key = `${type}.${field}`;
    if (typeof one !== 'number' || !Object.hasOwn(LEAST, key) || one >= LEAST[key]) continue;
    found.push({ field: at(field), message: `Invalid value: ${one}: must be greater than or equal to ${LEAST[key]}`, remedy: `write at least ${LEAST[key]}` });
  }
  for (const field of PORTS.get(type) ?? []) {
    const one = value[field];
    if (typeof one !== 'number' || one >= 1 && one <= 65535) continue;
    found.push({ field: at(field), message: `Invalid value: ${one}: must be between 1 and 65535, inclusive`, remedy: 'write a port' });
  }
  for (const field of FIELDS_FILLED.get(type) ?? []) {
    const one = value[field];
    if (Array.isArray(one) && one.length > 0) continue;
    const why = FILLED[`${type}.${field}`];
    found.push({ field: at(field), message: `Required value${why === '' ? '' : `: ${why}`}`, remedy: 'write at least one' });
  }
  return found;
}

/** Numbers of ports. */
const PORTS = new Map([['NetworkPolicyPort', ['port', 'endPort']], ['ServicePort', ['targetPort']]]);

const FIELDS_FILLED = new Map<string, string[]>();
for (const key of Object.keys(FILLED)) {
  const [type, field] = key.split('.');
  FIELDS_FILLED.set(type, [...FIELDS_FILLED.get(type) ?? [], field]);
}
