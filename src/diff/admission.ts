/**
 * What keeps an object out though it is valid: a namespace that is not there yet, what the server
 * asks of pods, and policies.
 */
import { Cluster } from './cluster';
import { AppliedManifest } from '../validation';
import { securityProblem } from './pod-security';
import { podView } from './pod-view';
import { ADMITTED, hasPolicies, PolicyAnswer, policyAnswer } from './policies';
import { Forbidden } from './quota';
import { at } from '../model';
import { priorityOfSystem } from '../pod';
import type { Coming, ServerSettings } from './server-settings';
import { Fields, fieldsOf } from '../kube';

/** Refusals of a new object, or what would have to be known to tell. */
export function entryRefusals(
  cluster: Cluster,
  sent: AppliedManifest,
  live: Fields,
  coming: Coming,
): Forbidden[] {
  const { namespace, kindKey } = sent;
  const within =
    namespace === undefined ? undefined : cluster.find('/Namespace', undefined, namespace);
  if (within?.seen && fieldsOf(within.seen.metadata).deletionTimestamp !== undefined) {
    return [
      {
        field: '',
        code: 403,
        message: `unable to create new content in namespace ${String(namespace)} because it is being terminated`,
        remedy: 'wait until the namespace is deleted, and recreate it',
      },
    ];
  }
  const isMissing = namespace !== undefined && !within && cluster.covers('/Namespace');
  if (isMissing && !coming.namespaces.has(namespace)) {
    return [
      {
        field: '',
        code: 404,
        message: coming.mayAddNamespaces
          ? `whether the engine creates the namespace ${JSON.stringify(namespace)}`
          : `namespaces ${JSON.stringify(namespace)} not found`,
        remedy: 'add the Namespace, or let the engine create it',
        isUnknown: coming.mayAddNamespaces,
      },
    ];
  }
  if (namespace !== undefined && !coming.isSorted && coming.namespaces.has(namespace) && !within) {
    const message = `namespaces ${JSON.stringify(namespace)} not found`;
    return [
      {
        field: '',
        code: 404,
        message,
        remedy:
          'write the Namespace before what is in it: Argo CD, Flux and Helm sort the objects, kubectl does not',
      },
    ];
  }
  return kindKey === '/Pod' ? podRefusals(cluster, sent, live) : [];
}

function podRefusals(
  cluster: Cluster,
  { name, namespace }: AppliedManifest,
  live: Fields,
): Forbidden[] {
  const labels = fieldsOf(
    fieldsOf(cluster.find('/Namespace', undefined, namespace ?? '')?.live.metadata).labels,
  );
  const enforced = labels['pod-security.kubernetes.io/enforce'];
  const problem = securityProblem(enforced, live);
  if (problem !== undefined) {
    const message = `pods ${JSON.stringify(name)} is forbidden: violates PodSecurity ${JSON.stringify(`${String(enforced)}:latest`)}: ${problem}`;
    return [
      { field: '', code: 403, message, remedy: 'change the pod, or what its namespace enforces' },
    ];
  }
  const account = at(live, 'spec.serviceAccountName');
  const priority = at(live, 'spec.priorityClassName');
  const isMissing = (kind: string, within: string | undefined, one: unknown): one is string =>
    typeof one === 'string' && !cluster.find(kind, within, one);
  return [
    ...(account !== 'default' && isMissing('/ServiceAccount', namespace, account)
      ? [
          missing(
            cluster.doubt('/ServiceAccount', namespace, presence('service account', account)),
            {
              message: `pods ${JSON.stringify(name)} is forbidden: error looking up service account ${namespace ?? ''}/${account}: serviceaccount ${JSON.stringify(account)} not found`,
              remedy: 'add the ServiceAccount, before the pod',
            },
          ),
        ]
      : []),
    ...(priorityOfSystem(priority) === undefined && isMissing(PRIORITY, undefined, priority)
      ? [
          missing(cluster.doubt(PRIORITY, undefined, presence('PriorityClass', priority)), {
            message: `pods ${JSON.stringify(name)} is forbidden: no PriorityClass with name ${priority} was found`,
            remedy: 'add the PriorityClass, before the pod',
          }),
        ]
      : []),
  ];
}

const PRIORITY = 'scheduling.k8s.io/PriorityClass';

function presence(what: string, name: string): string {
  return `whether the ${what} ${JSON.stringify(name)} is in the cluster`;
}

/** A refusal, unless only the cluster can tell. */
function missing(
  doubt: string | undefined,
  refusal: Pick<Forbidden, 'message' | 'remedy'>,
): Forbidden {
  return doubt === undefined
    ? { field: '', code: 403, ...refusal }
    : { field: '', code: 403, message: doubt, isUnknown: true };
}

/**
 * What admission policies say of an object that is new, changed, or deleted: as it was, and as it
 * would be.
 */
export function policiesOn(
  cluster: Cluster,
  sent: AppliedManifest,
  oldObject: Fields | null,
  object: Fields | null,
  settings: ServerSettings,
): PolicyAnswer {
  const { settled, minor, custom, phaseOf, way } = settings;
  if (!settled || (!hasPolicies(settled) && !hasPolicies(cluster))) return ADMITTED;
  const { apiVersion, kind, kindKey, name, namespace, type } = sent;
  const stored = cluster.get(sent.id);
  const view = (one: Fields | null) =>
    one && kindKey === '/Pod' ? podView(one, namespace, cluster) : one;
  return policyAnswer(
    { settled, now: cluster, minor },
    {
      operation: !oldObject ? 'CREATE' : object ? 'UPDATE' : 'DELETE',
      apiVersion,
      kind,
      resource: custom.pluralOf(sent),
      name,
      namespace,
      object: view(object),
      oldObject: view(oldObject),
      type,
      given: stored ? [sent.given, stored.sent.given] : [sent.given],
      phase: stored && phaseOf?.(stored),
      isByKubectl: way === 'clientSide',
    },
  );
}
