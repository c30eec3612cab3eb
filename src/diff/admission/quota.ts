/** Admission beyond validation: claims that grow, quotas and limits of a namespace. */
import { Finding } from '../../findings';
import { canonicalQuantity, CLASS_ANNOTATION, Fields, parseQuantity, pluralOf } from '../../kube';
import { at, fieldsAt, listAt, quantityAt } from '../../model';
import { inWords } from '../../resource';
import { AppliedManifest } from '../../validation';
import { byNamespace, Cluster, Index } from '../cluster';
import { CLAIM, STORAGE_CLASS } from '../kind-keys';
import { doubting, Judgement, refusing, TAKEN, together } from '../server/judgement';
import { Stored } from '../stored';

const NANO = 1_000_000_000n;
const SIZE = 'spec.resources.requests.storage';
const CANNOT_GROW =
  'only dynamically provisioned pvc can be resized and the storageclass that provisions the pvc must support resize';

/** An object as it is stored, or would be, which is looked at only where there are limits. */
type Kept = Pick<Stored, 'live'>;

/** What is forbidden about a new object, or about a change of one. */
export function quotaRefusals(
  cluster: Cluster,
  sent: AppliedManifest,
  before: Kept | undefined,
  after: Kept,
): Judgement {
  const isLimited = [QUOTAS, RANGES].some((index) => hasAny(cluster, index, sent.namespace));
  if (sent.kindKey !== CLAIM) {
    return isLimited ? countRefusals(cluster, sent, before?.live, after.live) : TAKEN;
  }
  if (!before && !isLimited) return TAKEN;
  const old = before ? storageOf(before.live) : 0n;
  const now = storageOf(after.live);
  if (before && now > old) {
    const resize = resizeRefusals(cluster, sent, before.live);
    if (resize !== TAKEN) return resize;
  }
  return together([
    limitRefusals(cluster, sent, now, old),
    storageQuotaRefusals(cluster, sent, before?.live, after.live),
  ]);
}

/** Whether a claim is refused since its class does not let it grow. */
export function isRefusedGrowth({ path }: Finding): boolean {
  return path === SIZE;
}

function resizeRefusals(cluster: Cluster, { name }: AppliedManifest, claim: Fields): Judgement {
  const className = classNameOf(claim);
  const found =
    className === undefined ? undefined : cluster.find(STORAGE_CLASS, undefined, className);
  if (found?.live.allowVolumeExpansion === true) return TAKEN;
  if (className !== undefined && className !== '' && !found) {
    const message = cluster.doubt(
      STORAGE_CLASS,
      undefined,
      `whether the class ${JSON.stringify(className)} is in the cluster and has allowVolumeExpansion: true`,
    );
    if (message !== undefined) return doubting(message);
  }
  const remedy = found
    ? `set allowVolumeExpansion: true in the class ${className} in the same change, before the claim`
    : 'create a new, larger claim under a new name and copy the data';
  return refusing({
    ...forbiddenOf('persistentvolumeclaims', name, CANNOT_GROW, remedy),
    path: SIZE,
  });
}

/** The class by its field or its old annotation. */
export function classNameOf(claim: Fields): string | undefined {
  const annotation = fieldsAt(claim, 'metadata.annotations')[CLASS_ANNOTATION];
  const name = annotation ?? at(claim, 'spec.storageClassName');
  return typeof name === 'string' ? name : undefined;
}

function limitRefusals(
  cluster: Cluster,
  { name, namespace }: AppliedManifest,
  now: bigint,
  old: bigint,
): Judgement {
  if (now === old) return TAKEN;
  const ranges = inNamespace(cluster, RANGES, namespace);
  if (ranges.length === 0) return TAKEN;
  const found: Finding[] = [];
  const refuse = (which: string, limit: string) => {
    const words = `${which} storage usage per PersistentVolumeClaim is ${written(nano(limit))}, but request is ${written(now)}`;
    const remedy = 'change the LimitRange first';
    found.push(forbiddenOf('persistentvolumeclaims', name, words, remedy));
  };
  for (const limit of ranges.flatMap((range) => listAt(range.live, 'spec.limits'))) {
    if (limit.type !== 'PersistentVolumeClaim') continue;
    const max = at(limit, 'max.storage');
    const min = at(limit, 'min.storage');
    if (typeof max === 'string' && now > nano(max)) refuse('maximum', max);
    if (typeof min === 'string' && now < nano(min)) refuse('minimum', min);
  }
  return found.length === 0 ? TAKEN : refusing(...found);
}

/** The server names the object, and no field of it. */
function forbiddenOf(resource: string, name: string, words: string, remedy: string): Finding {
  return inWords('', `${resource} ${JSON.stringify(name)} is forbidden: ${words}`, remedy, 403);
}

const QUOTAS = byNamespace('/ResourceQuota');
const RANGES = byNamespace('/LimitRange');
const CLAIMS = byNamespace(CLAIM, ({ live }) => storageOf(live));
const CLAIMS_OF_CLASS: Index = {
  ...CLAIMS,
  keysOf: ({ sent, live }) => [classKey(sent.namespace, classNameOf(live))],
};

const classKey = (namespace: string | undefined, className: string | undefined) =>
  JSON.stringify([namespace ?? '', className ?? null]);

function storageQuotaRefusals(
  cluster: Cluster,
  { name, namespace }: AppliedManifest,
  before: Fields | undefined,
  after: Fields,
): Judgement {
  const quotas = inNamespace(cluster, QUOTAS, namespace);
  if (quotas.length === 0) return TAKEN;
  const className = classNameOf(after);
  const suffix = `${className ?? ''}.storageclass.storage.k8s.io/`;
  const all = cluster.having(CLAIMS, namespace ?? '');
  const ofClass = cluster.having(CLAIMS_OF_CLASS, classKey(namespace, className));
  const count = (size: number) => BigInt(size) * NANO;
  const more = storageOf(after) - (before ? storageOf(before) : 0n);
  const usages: Usages = {
    'requests.storage': [all.amount, more],
    [`${suffix}requests.storage`]: [ofClass.amount, more],
    persistentvolumeclaims: [count(all.members.size), before ? 0n : NANO],
    'count/persistentvolumeclaims': [count(all.members.size), before ? 0n : NANO],
    [`${suffix}persistentvolumeclaims`]: [count(ofClass.members.size), before ? 0n : NANO],
  };
  return exceeded(quotas, 'persistentvolumeclaims', name, usages);
}

/** Kinds that quotas also count by a short name. */
const SHORT_NAMES: { readonly [kindKey: string]: string } = {
  '/ConfigMap': 'configmaps',
  '/Pod': 'pods',
  '/ReplicationController': 'replicationcontrollers',
  '/ResourceQuota': 'resourcequotas',
  '/Secret': 'secrets',
  '/Service': 'services',
};

const COUNTS = new Map<string, Index>();

function countOf(kindKey: string): Index {
  const index = COUNTS.get(kindKey) ?? byNamespace(kindKey);
  COUNTS.set(kindKey, index);
  return index;
}

function countRefusals(
  cluster: Cluster,
  { kindKey, kind, name, namespace }: AppliedManifest,
  before: Fields | undefined,
  after: Fields,
): Judgement {
  const quotas = namespace === undefined ? [] : inNamespace(cluster, QUOTAS, namespace);
  if (quotas.length === 0) return TAKEN;
  const group = kindKey.slice(0, kindKey.indexOf('/'));
  const resource = group === '' ? pluralOf(kind) : `${pluralOf(kind)}.${group}`;
  const used = cluster.having(countOf(kindKey), namespace ?? '').members;
  const one = [BigInt(used.size) * NANO, before ? 0n : NANO] as const;
  const usages: Usages = {
    [`count/${resource}`]: one,
    ...(Object.hasOwn(SHORT_NAMES, kindKey) ? { [SHORT_NAMES[kindKey]]: one } : {}),
    ...(kindKey === '/Service' ? servicesUsed(cluster, namespace, before, after) : {}),
  };
  return exceeded(quotas, resource, name, usages);
}

/** How many node ports a Service has, and load balancers: they are counted by themselves. */
const nodePorts = (service: Fields) =>
  BigInt(listAt(service, 'spec.ports').filter(({ nodePort }) => nodePort !== undefined).length) *
  NANO;
const loadBalancers = (service: Fields) =>
  at(service, 'spec.type') === 'LoadBalancer' ? NANO : 0n;
const NODE_PORTS = byNamespace('/Service', ({ live }) => nodePorts(live));
const LOAD_BALANCERS = byNamespace('/Service', ({ live }) => loadBalancers(live));

function servicesUsed(
  cluster: Cluster,
  namespace: string | undefined,
  before: Fields | undefined,
  after: Fields,
): Usages {
  const usage = (index: Index, amountOf: (service: Fields) => bigint) =>
    [
      cluster.having(index, namespace ?? '').amount,
      amountOf(after) - (before ? amountOf(before) : 0n),
    ] as const;
  return {
    'services.nodeports': usage(NODE_PORTS, nodePorts),
    'services.loadbalancers': usage(LOAD_BALANCERS, loadBalancers),
  };
}

/** What is used of a resource, and how much more is asked for. */
type Usages = { readonly [resource: string]: readonly [used: bigint, more: bigint] };

function exceeded(
  quotas: readonly Stored[],
  resource: string,
  name: string,
  usages: Usages,
): Judgement {
  const found = quotas.flatMap((quota): Finding[] => {
    const over = Object.entries(fieldsAt(quota.live, 'spec.hard')).filter(([one, limit]) => {
      if (!Object.hasOwn(usages, one) || typeof limit !== 'string') return false;
      const [used, more] = usages[one];
      return more > 0n && used + more > nano(limit);
    });
    if (over.length === 0) return [];
    const list = (value: (one: string, limit: string) => bigint) =>
      over.map(([one, limit]) => `${one}=${written(value(one, limit as string))}`).join(',');
    const words = `exceeded quota: ${quota.sent.name}, requested: ${list((one) => usages[one][1])}, used: ${list((one) => usages[one][0])}, limited: ${list((_, limit) => nano(limit))}`;
    return [forbiddenOf(resource, name, words, 'raise the quota first')];
  });
  return found.length === 0 ? TAKEN : refusing(...found);
}

function hasAny(cluster: Cluster, index: Index, namespace: string | undefined): boolean {
  return cluster.having(index, namespace ?? '').members.size > 0;
}

function inNamespace(cluster: Cluster, index: Index, namespace: string | undefined): Stored[] {
  return [...cluster.having(index, namespace ?? '').members.values()];
}

function storageOf(claim: Fields): bigint {
  return quantityAt(claim, 'spec.resources.requests.storage')?.nano ?? 0n;
}

function nano(text: string): bigint {
  return parseQuantity(text)?.nano ?? 0n;
}

function written(value: bigint): string {
  return canonicalQuantity({ nano: value, format: 'binary' });
}
