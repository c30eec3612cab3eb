/** Quotas of claims: sets that they stop in the cluster, and claims that they have no room for. */
import { RELEASE } from './sources';
import { defineRules, Finding, show, violation } from '../../findings';
import { Judge, JudgedObject, World } from '../../judge';
import { addTo, canonicalQuantity, fieldsOf, isStored, ParsedQuantity } from '../../kube';
import { isGiven, readQuantity } from '../../object';
import {
  classOfWritten,
  fieldOfClaim,
  requestOf,
  WrittenClaim,
  writtenClaims,
} from '../written-claims';

const RULES = defineRules('cluster', {
  setStopped: {
    warning: 'A StatefulSet lacks pods, since a quota has no room for their claims.',
    why: 'The StatefulSet controller creates the claim before the pod, and tries again until the quota has room.',
    bad: 'a quota of 1 persistentvolumeclaims, and a StatefulSet of 3 pods',
    good: 'a quota of 3 persistentvolumeclaims',
    source: `${RELEASE}, StatefulSet controller (FailedCreate); ResourceQuota admission`,
  },
  quotaExceeded: {
    error: 'The quotas of the cluster have no room for the claims of the manifests.',
    why: 'The API server refuses a claim that exceeds a quota.',
    bad: 'a new claim of 20Gi, where 90Gi of 100Gi are used',
    good: 'a quota of 200Gi',
    source: `${RELEASE}, ResourceQuota admission (403)`,
  },
});

const COUNT = 'persistentvolumeclaims';
const STORAGE = 'requests.storage';
const OF_CLASS = '.storageclass.storage.k8s.io/';

interface Allowance {
  readonly quota: string;
  readonly resource: string;
  readonly hard: ParsedQuantity;
  readonly used: ParsedQuantity;
}

/** StatefulSets that lack pods, since a quota has no room for the next claim. */
export const STOPPED_SET_JUDGE: Judge = {
  rules: () => [RULES],
  kinds: ['apps/StatefulSet'],
  check: (set, world) => {
    const { manifest, namespace, name, workload } = set;
    const wanted = workload?.replicas ?? 1;
    const { replicas } = fieldsOf(manifest.status);
    const has = typeof replicas === 'number' ? replicas : 0;
    if (!isStored(manifest) || !workload || has >= wanted) return [];
    const missing = writtenClaims(set).filter(
      ({ name: template }) =>
        world.find(
          '/PersistentVolumeClaim',
          namespace,
          `${template}-${name}-${workload.firstOrdinal + has}`,
        ).length === 0,
    );
    if (missing.length === 0) return [];
    for (const { resource, quota, hard, used } of world.once(allowances).get(namespace ?? '') ??
      []) {
      for (const claim of missing) {
        const needs = needOf(
          resource,
          requestOf(claim.spec)?.size,
          classOfWritten(claim, world).name,
        );
        if (needs === undefined || used.nano + needs <= hard.nano) continue;
        return [
          violation(
            RULES.setStopped,
            'spec.replicas',
            `the StatefulSet has ${has} of ${wanted} pods: the quota ${show(quota)} has no room for the next claim (${resource}: ${canonicalQuantity(used)} of ${canonicalQuantity(hard)} used)`,
            'raise the quota, delete unused claims, or reduce the replicas',
          ),
        ];
      }
    }
    return [];
  },
};

/** Claims of manifests that the cluster does not have yet, and its quotas have no room for. */
export const QUOTA_ROOM_JUDGE: Judge = {
  rules: () => [RULES],
  kinds: ['/PersistentVolumeClaim', 'apps/StatefulSet'],
  when: ({ cluster }) => cluster !== undefined,
  check: (object, world) => world.once(exceeding).get(object) ?? [],
};

/** What is found of all new claims and of those that grow, one after the other. */
function exceeding(world: World): ReadonlyMap<JudgedObject, readonly Finding[]> {
  const found = new Map<JudgedObject, Finding[]>();
  const quotas = world.once(allowances);
  const { cluster } = world;
  if (quotas.size === 0 || !cluster) return found;
  const taken = new Map<Allowance, bigint>();
  for (const object of world.objects) {
    const own = isStored(object.manifest) ? undefined : quotas.get(object.namespace ?? '');
    if (!own) continue;
    for (const claim of writtenClaims(object)) {
      const size = requestOf(claim.spec)?.size;
      const className = classOfWritten(claim, world).name;
      const full = own.find((one) => {
        const needs = namesOf(object, claim).reduce((sum, name) => {
          const live = cluster.find('/PersistentVolumeClaim', object.namespace, name);
          const before = live && requestOf(fieldsOf(live.manifest.spec))?.size;
          if (live && one.resource.endsWith(COUNT)) return sum;
          const grown = (needOf(one.resource, size, className) ?? 0n) - (before?.nano ?? 0n);
          return sum + (grown > 0n ? grown : 0n);
        }, 0n);
        const sum = (taken.get(one) ?? one.used.nano) + needs;
        taken.set(one, sum);
        return needs > 0n && sum > one.hard.nano;
      });
      if (full) addTo(found, object, exceeded(object, claim, full, taken.get(full)!));
    }
  }
  return found;
}

function exceeded(
  { namespace }: JudgedObject,
  claim: WrittenClaim,
  { quota, resource, hard, used }: Allowance,
  sum: bigint,
): Finding {
  return violation(
    RULES.quotaExceeded,
    fieldOfClaim(claim, 'spec.resources.requests.storage'),
    `${claim.title} exceeds the quota ${show(quota)} of the namespace ${show(namespace)}: ${resource} would be ${canonicalQuantity({ ...hard, nano: sum })}, of ${canonicalQuantity(hard)}; ${canonicalQuantity(used)} are used`,
    'raise the quota first, or request less',
  );
}

/** So many pods of a set are looked at. */
const MOST_PODS = 1000;

function namesOf({ name, workload }: JudgedObject, claim: WrittenClaim): readonly string[] {
  if (claim.origin === 'declared') return [name];
  if (claim.origin !== 'template' || !workload) return [];
  const { replicas = 1, firstOrdinal } = workload;
  return Array.from(
    { length: Math.min(replicas, MOST_PODS) },
    (_, index) => `${claim.name}-${name}-${firstOrdinal + index}`,
  );
}

/** What a new claim takes of a resource; undefined if it takes nothing. */
function needOf(
  resource: string,
  size: ParsedQuantity | undefined,
  className: string | undefined,
): bigint | undefined {
  const at = resource.indexOf(OF_CLASS);
  if (at >= 0 && resource.slice(0, at) !== className) return undefined;
  const what = at < 0 ? resource : resource.slice(at + OF_CLASS.length);
  if (what === COUNT) return 1_000_000_000n;
  return what === STORAGE ? size?.nano : undefined;
}

/** The resources of all quotas for claims, by namespace, as the server has counted them. */
function allowances(world: World): ReadonlyMap<string, readonly Allowance[]> {
  const byNamespace = new Map<string, Allowance[]>();
  for (const { kindKey, namespace, name, manifest } of world.ofKind('/ResourceQuota')) {
    const { hard, scopes, scopeSelector } = fieldsOf(manifest.spec);
    if (isGiven(scopes) || isGiven(scopeSelector)) continue;
    const { status = world.cluster?.find(kindKey, namespace, name)?.manifest.status } = manifest;
    const { used } = fieldsOf(status);
    for (const [resource, limit] of Object.entries(fieldsOf(hard))) {
      const [most, now] = [readQuantity(limit), readQuantity(fieldsOf(used)[resource])];
      if (!most || !now) continue;
      addTo(byNamespace, namespace ?? '', { quota: name, resource, hard: most, used: now });
    }
  }
  return byNamespace;
}
