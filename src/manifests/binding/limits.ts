/** Claims against the limits and quotas of their namespace, as far as these are declared. */
import { ClaimOfObject, claimsOfWorld } from './claims';
import { defineRules, Finding, show, violation } from '../../findings';
import { CLAIMS, Judge, JudgedObject, World } from '../../judge';
import { canonicalQuantity, compareQuantities, ParsedQuantity } from '../../kube';
import { fieldOf, fieldsOf, isGiven, listOf, readQuantity } from '../../object';
import {
  classOfWritten,
  fieldOfClaim,
  requestOf,
  WrittenClaim,
  ofEachClaim,
} from '../written-claims';

const RULES = defineRules('binding', {
  namespaceLimit: {
    error: 'A claim exceeds a LimitRange or a quota of its namespace.',
    why: 'The API server refuses the claim, and pods that need it are never created or stay Pending.',
    bad: 'storage: 20Gi, and a LimitRange with max: { storage: 10Gi }',
    good: 'storage: 10Gi',
    source: 'Kubernetes, LimitRanger and ResourceQuota admission',
  },
});

const STORAGE = 'requests.storage';
const OF_CLASS = '.storageclass.storage.k8s.io/requests.storage';

/** The sizes of claims within the LimitRanges of their namespace. */
export const LIMIT_JUDGE: Judge = {
  rules: () => [RULES],
  kinds: [CLAIMS],
  when: (world) => world.ofKind('/LimitRange').length > 0,
  check: (object, world) => ofEachClaim(object, (claim) => limitFindings(claim, world)),
};

function limitFindings(claim: WrittenClaim, world: World): Finding[] {
  const request = requestOf(claim.spec);
  if (!request) return [];
  return world
    .ofKind('/LimitRange')
    .filter(({ namespace }) => namespace === claim.namespace)
    .flatMap(({ name, manifest }) =>
      listOf(fieldsOf(manifest.spec).limits).flatMap(({ type, max, min }) => {
        if (type !== 'PersistentVolumeClaim') return [];
        const [most, least] = [max, min].map((one) => readQuantity(fieldOf(one, 'storage')));
        const told = (what: string, bound: ParsedQuantity) =>
          violation(
            RULES.namespaceLimit,
            fieldOfClaim(claim, 'spec.resources.requests.storage'),
            `${claim.title} requests ${request.text}, ${what} of ${canonicalQuantity(bound)} in the LimitRange ${show(name)}: the API server refuses it`,
            `request ${what.startsWith('more') ? 'at most' : 'at least'} ${canonicalQuantity(bound)}, or change the LimitRange`,
          );
        if (most && compareQuantities(request.size, most) > 0) {
          return [told('more than the maximum', most)];
        }
        return least && compareQuantities(request.size, least) < 0
          ? [told('less than the minimum', least)]
          : [];
      }),
    );
}

/** The quotas of namespaces, against all claims that are declared there. */
export const QUOTA_JUDGE: Judge = {
  rules: () => [RULES],
  kinds: ['/ResourceQuota'],
  check: (object, world) => {
    const { hard, scopes, scopeSelector } = fieldsOf(object.manifest.spec);
    if (isGiven(scopes) || isGiven(scopeSelector)) return [];
    return Object.keys(fieldsOf(hard)).flatMap((resource) => {
      const limit = readQuantity(fieldOf(hard, resource));
      const className = resource.endsWith(OF_CLASS)
        ? resource.slice(0, -OF_CLASS.length)
        : undefined;
      if (!limit || (resource !== STORAGE && className === undefined)) return [];
      return quotaFindings(object, resource, limit, className, world);
    });
  },
};

function quotaFindings(
  { namespace }: JudgedObject,
  resource: string,
  limit: ParsedQuantity,
  className: string | undefined,
  world: World,
): Finding[] {
  const nano = world
    .once(claimsOnce)
    .filter(({ claim }) => claim.namespace === namespace)
    .filter(
      ({ claim }) => className === undefined || classOfWritten(claim, world).name === className,
    )
    .reduce(
      (sum, { object, claim }) =>
        sum + (requestOf(claim.spec)?.size.nano ?? 0n) * BigInt(timesOf(object, claim)),
      0n,
    );
  const total: ParsedQuantity = { ...limit, nano };
  if (compareQuantities(total, limit) <= 0) return [];
  const which =
    className === undefined ? 'the claims' : `the claims of the class ${show(className)}`;
  return [
    violation(
      RULES.namespaceLimit,
      `spec.hard[${show(resource)}]`,
      `${which} that are declared in the namespace ${show(namespace)} request ${canonicalQuantity(total)} in total, more than this quota of ${canonicalQuantity(limit)}: the API server refuses the last of them`,
      'raise the quota, or request less',
    ),
  ];
}

/** The claims of the world; an object that appears twice is one. */
function claimsOnce(world: World): readonly ClaimOfObject[] {
  const claims = new Map<string, ClaimOfObject>();
  for (const one of world.once(claimsOfWorld)) {
    const { kindKey, namespace, name, key } = one.object;
    const identity = JSON.stringify([kindKey, namespace, name || key, one.claim.path]);
    if (!claims.has(identity)) claims.set(identity, one);
  }
  return [...claims.values()];
}

/** How many claims a template makes, at least. */
function timesOf({ workload }: JudgedObject, { origin }: WrittenClaim): number {
  return origin === 'declared' ? 1 : Math.min(workload?.replicas ?? 1, 1_000_000);
}
