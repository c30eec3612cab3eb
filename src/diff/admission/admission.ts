/**
 * Admission of an object that is valid: its namespace may not be there yet, and the server and
 * policies ask more of it.
 */
import { securityProblem } from './pod-security';
import { podView } from './pod-view';
import { ADMITTED, hasPolicies, PolicyAnswer, policyAnswer } from './policies';
import { answerOf, Finding } from '../../findings';
import { Fields, fieldsOf } from '../../kube';
import { at } from '../../model';
import { priorityOfSystem } from '../../pod';
import { inWords } from '../../resource';
import { ADMIN_ACCESS, adminAccessRefusal, AppliedManifest } from '../../validation';
import { Cluster } from '../cluster';
import { doubting, Judgement, refusing, TAKEN, together } from '../server/judgement';
import type { Coming, ServerSettings } from '../server/settings';
import { outlineOf, Stored } from '../stored';

/** Refusals of a new object, or what would have to be known to tell. */
export function entryRefusals(
  cluster: Cluster,
  sent: AppliedManifest,
  stored: Stored,
  coming: Coming,
): Judgement {
  const { namespace, kindKey } = sent;
  const within =
    namespace === undefined ? undefined : cluster.find('/Namespace', undefined, namespace);
  if (within?.seen && fieldsOf(within.seen.metadata).deletionTimestamp !== undefined) {
    return refusing(
      inWords(
        '',
        `unable to create new content in namespace ${String(namespace)} because it is being terminated`,
        'wait until the namespace is deleted, and recreate it',
        403,
      ),
    );
  }
  const isMissing = namespace !== undefined && !within && cluster.covers('/Namespace');
  if (isMissing && !coming.namespaces.has(namespace)) {
    return coming.mayAddNamespaces
      ? doubting(`whether the engine creates the namespace ${JSON.stringify(namespace)}`)
      : refusing(notFound(namespace, 'add the Namespace, or let the engine create it'));
  }
  if (namespace !== undefined && !coming.isSorted && coming.namespaces.has(namespace) && !within) {
    return refusing(
      notFound(
        namespace,
        'write the Namespace before what is in it: Argo CD, Flux and Helm sort the objects, kubectl does not',
      ),
    );
  }
  if (kindKey === '/Pod') return podRefusals(cluster, sent, stored.live);
  const refusal = adminAccessRefusal(kindKey, outlineOf(stored));
  return refusal ? adminRefusals(cluster, namespace ?? '', within, refusal) : TAKEN;
}

/** Refuses access as an administrator, unless its namespace is labelled for it. */
function adminRefusals(
  cluster: Cluster,
  namespace: string,
  within: Stored | undefined,
  refusal: Finding,
): Judgement {
  const labels = fieldsOf(fieldsOf(within?.live.metadata).labels);
  if (labels[ADMIN_ACCESS] === 'true') return TAKEN;
  const what = `whether the namespace ${JSON.stringify(namespace)} has the label ${ADMIN_ACCESS}: "true"`;
  const doubt = within ? undefined : cluster.doubt('/Namespace', undefined, what);
  return missing(doubt, { ...refusal, server: { ...answerOf(refusal), code: 422 } });
}

function notFound(namespace: string, remedy: string): Finding {
  return inWords('', `namespaces ${JSON.stringify(namespace)} not found`, remedy, 404);
}

function podRefusals(
  cluster: Cluster,
  { name, namespace }: AppliedManifest,
  live: Fields,
): Judgement {
  const labels = fieldsOf(
    fieldsOf(cluster.find('/Namespace', undefined, namespace ?? '')?.live.metadata).labels,
  );
  const enforced = labels['pod-security.kubernetes.io/enforce'];
  const problem = securityProblem(enforced, live);
  if (problem !== undefined) {
    const words = `violates PodSecurity ${JSON.stringify(`${String(enforced)}:latest`)}: ${problem}`;
    return refusing(forbiddenPod(name, words, 'change the pod, or what its namespace enforces'));
  }
  const account = at(live, 'spec.serviceAccountName');
  const priority = at(live, 'spec.priorityClassName');
  const isMissing = (kind: string, within: string | undefined, one: unknown): one is string =>
    typeof one === 'string' && !cluster.find(kind, within, one);
  return together([
    account !== 'default' && isMissing('/ServiceAccount', namespace, account)
      ? missing(
          cluster.doubt('/ServiceAccount', namespace, presence('service account', account)),
          forbiddenPod(
            name,
            `error looking up service account ${namespace ?? ''}/${account}: serviceaccount ${JSON.stringify(account)} not found`,
            'add the ServiceAccount, before the pod',
          ),
        )
      : TAKEN,
    priorityOfSystem(priority) === undefined && isMissing(PRIORITY, undefined, priority)
      ? missing(
          cluster.doubt(PRIORITY, undefined, presence('PriorityClass', priority)),
          forbiddenPod(
            name,
            `no PriorityClass with name ${priority} was found`,
            'add the PriorityClass, before the pod',
          ),
        )
      : TAKEN,
  ]);
}

function forbiddenPod(name: string, words: string, remedy: string): Finding {
  return inWords('', `pods ${JSON.stringify(name)} is forbidden: ${words}`, remedy, 403);
}

const PRIORITY = 'scheduling.k8s.io/PriorityClass';

function presence(what: string, name: string): string {
  return `whether the ${what} ${JSON.stringify(name)} is in the cluster`;
}

/** A refusal, unless only the cluster can tell. */
function missing(doubt: string | undefined, finding: Finding): Judgement {
  return doubt === undefined ? refusing(finding) : doubting(doubt);
}

/** An object as it is stored, or would be, which is looked at only where something may object. */
type Kept = Pick<Stored, 'live'>;

/**
 * What admission policies say of an object that is new, changed, or deleted: as it was, and as it
 * would be.
 */
export function policiesOn(
  cluster: Cluster,
  sent: AppliedManifest,
  before: Kept | null,
  after: Kept | null,
  settings: ServerSettings,
): PolicyAnswer {
  const { settled, minor, custom, phaseOf, way } = settings;
  if (!settled || (!hasPolicies(settled) && !hasPolicies(cluster))) return ADMITTED;
  const { apiVersion, kind, kindKey, name, namespace, type } = sent;
  const stored = cluster.get(sent.id);
  const view = (one: Kept | null) =>
    one && (kindKey === '/Pod' ? podView(one.live, namespace, cluster) : one.live);
  return policyAnswer(
    { settled, now: cluster, minor },
    {
      operation: !before ? 'CREATE' : after ? 'UPDATE' : 'DELETE',
      apiVersion,
      kind,
      resource: custom.pluralOf(sent),
      name,
      namespace,
      object: view(after),
      oldObject: view(before),
      type,
      given: stored ? [sent.given, stored.sent.given] : [sent.given],
      phase: stored && phaseOf?.(stored),
      isByKubectl: way === 'clientSide',
    },
  );
}
