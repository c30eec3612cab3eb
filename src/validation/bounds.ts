/** What fields take beyond their type, and beyond a few values: numbers, lists, names. */
import { Finding } from '../findings';
import {
  fieldPath,
  Fields,
  groupedBy,
  labelProblems,
  labelValueProblems,
  lazily,
  qualifiedKeyProblems,
  subdomainProblems,
} from '../kube';
import { Walk } from '../model';
import { required, invalid, unsupported } from '../resource';
import { domainNameProblems, pathSegmentProblems, wrongName } from './kinds/field-names';

/** What is wrong with the value of a field; of none it is `undefined`. */
type Bound = (value: unknown, path: string) => readonly Finding[];

/** Most of them. */
const NONE: readonly Finding[] = [];

/** A number that is no less. */
function atLeast(least: number, why = `must be greater than or equal to ${least}`): Bound {
  return (value, path) =>
    typeof value !== 'number' || value >= least
      ? NONE
      : [invalid(path, value, why, `use at least ${least}`)];
}

function within(least: number, most: number, why: string, remedy: string): Bound {
  return (value, path) =>
    typeof value !== 'number' || (value >= least && value <= most)
      ? NONE
      : [invalid(path, value, why, remedy)];
}

/** A list that has at least one item: an empty one was read as none. */
function filled(why?: string): Bound {
  return (value, path) => (Array.isArray(value) ? NONE : [required(path, 'add at least one', why)]);
}

/** A text that is a name, where there is one; `problemsOf` are the server's words against it. */
function named(problemsOf: (name: string) => readonly string[]): Bound {
  return (value, path) => wrongName(path, value, problemsOf, 'use a valid name');
}

/** The same of a text that may be empty. */
function namedOrEmpty(problemsOf: (name: string) => readonly string[]): Bound {
  const bound = named(problemsOf);
  return (value, path) => (value === '' ? NONE : bound(value, path));
}

/** One of fewer values than its type has, which must be there. */
function oneOf(values: readonly string[]): Bound {
  return (value, path) =>
    value === undefined
      ? [required(path, `use ${values.join(' or ')}`, `must specify one of ${values.join(', ')}`)]
      : values.includes(value as string)
        ? NONE
        : [unsupported(path, value, values)];
}

const NATURAL = atLeast(0);
const PORT = within(1, 65535, 'must be between 1 and 65535, inclusive', 'use a port');
const LABEL = named(labelProblems);
const SUBDOMAIN = named(subdomainProblems);
const SEGMENT = named(pathSegmentProblems);
const QUALIFIED = named(qualifiedKeyProblems);
const NO_SIDE_EFFECTS = oneOf(['None', 'NoneOnDryRun']);
const TIMEOUT = within(
  1,
  30,
  'the timeout value must be between 1 and 30 seconds',
  'use 1 to 30 seconds',
);
const HOOK = named((name) => domainNameProblems(name, 3));

/** By the type of a struct and its field. */
const BOUNDS: { readonly [field: string]: Bound } = {
  'DeploymentSpec.replicas': NATURAL,
  'DeploymentSpec.minReadySeconds': NATURAL,
  'DeploymentSpec.revisionHistoryLimit': NATURAL,
  'StatefulSetSpec.replicas': NATURAL,
  'StatefulSetSpec.minReadySeconds': NATURAL,
  'StatefulSetOrdinals.start': NATURAL,
  'RollingUpdateStatefulSetStrategy.partition': NATURAL,
  'DaemonSetSpec.minReadySeconds': NATURAL,
  'DaemonSetSpec.revisionHistoryLimit': NATURAL,
  'ReplicaSetSpec.replicas': NATURAL,
  'ReplicaSetSpec.minReadySeconds': NATURAL,
  'ReplicationControllerSpec.replicas': NATURAL,
  'ReplicationControllerSpec.minReadySeconds': NATURAL,
  'JobSpec.parallelism': NATURAL,
  'JobSpec.completions': NATURAL,
  'JobSpec.backoffLimit': NATURAL,
  'JobSpec.backoffLimitPerIndex': NATURAL,
  'JobSpec.maxFailedIndexes': NATURAL,
  'JobSpec.activeDeadlineSeconds': NATURAL,
  'JobSpec.ttlSecondsAfterFinished': NATURAL,
  'CronJobSpec.startingDeadlineSeconds': NATURAL,
  'CronJobSpec.successfulJobsHistoryLimit': NATURAL,
  'CronJobSpec.failedJobsHistoryLimit': NATURAL,
  'ControllerRevision.revision': NATURAL,
  'v2.HorizontalPodAutoscalerSpec.minReplicas': atLeast(1),

  'NetworkPolicyPort.port': PORT,
  'NetworkPolicyPort.endPort': PORT,
  'ServicePort.targetPort': PORT,
  'IngressClassParametersReference.apiGroup': SUBDOMAIN,
  'IngressClassParametersReference.kind': SEGMENT,
  'IngressClassParametersReference.name': SEGMENT,
  'IngressClassParametersReference.scope': oneOf(['Cluster', 'Namespace']),
  'Endpoint.hostname': LABEL,
  'Endpoint.nodeName': SUBDOMAIN,
  'ForZone.name': named(labelValueProblems),
  'ForNode.name': SUBDOMAIN,
  'discovery/EndpointPort.name': namedOrEmpty(labelProblems),
  'discovery/EndpointPort.appProtocol': QUALIFIED,
  'EndpointAddress.hostname': LABEL,
  'EndpointAddress.nodeName': SUBDOMAIN,
  'EndpointPort.name': LABEL,
  'EndpointPort.port': (port, path) => PORT(port ?? 0, path),
  'EndpointPort.appProtocol': QUALIFIED,

  'RuntimeClass.handler': LABEL,
  'LeaseSpec.leaseDurationSeconds': atLeast(1, 'must be greater than 0'),
  'LeaseSpec.leaseTransitions': NATURAL,

  'PolicyRule.verbs': filled('verbs must contain at least one value'),
  'RuleWithOperations.apiGroups': filled(),
  'RuleWithOperations.apiVersions': filled(),
  'RuleWithOperations.operations': filled(),
  'RuleWithOperations.resources': filled(),
  'NamedRuleWithOperations.apiGroups': filled(),
  'NamedRuleWithOperations.apiVersions': filled(),
  'NamedRuleWithOperations.operations': filled(),
  'NamedRuleWithOperations.resources': filled(),
  'ValidatingWebhook.name': HOOK,
  'ValidatingWebhook.sideEffects': NO_SIDE_EFFECTS,
  'ValidatingWebhook.timeoutSeconds': TIMEOUT,
  'MutatingWebhook.name': HOOK,
  'MutatingWebhook.sideEffects': NO_SIDE_EFFECTS,
  'MutatingWebhook.timeoutSeconds': TIMEOUT,
};

/** The same by the type alone. */
const boundsByType = lazily(() =>
  groupedBy(
    Object.entries(BOUNDS).map(([key, bound]) => {
      const dot = key.lastIndexOf('.');
      return { type: key.slice(0, dot), field: key.slice(dot + 1), bound };
    }),
    ({ type }) => type,
  ),
);

export function boundProblems(
  type: string,
  value: Fields,
  at: Pick<Walk, 'path'>,
): readonly Finding[] {
  const bounds = boundsByType().get(type);
  if (!bounds) return NONE;
  const { path } = at;
  return bounds.flatMap(({ field, bound }) => bound(value[field], fieldPath(path, field)));
}
