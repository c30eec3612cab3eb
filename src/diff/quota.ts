/** Admission beyond validation: claims that grow, quotas and limits of a namespace. */
import { byNamespace, Cluster, Index, Stored } from './cluster';
import { canonicalQuantity, Fields, parseQuantity, pluralOf } from '../kube';
import { at, fieldsAt, listAt } from '../model';
import { AppliedManifest, Refusal } from '../validation';

const NANO = 1_000_000_000n;
const CLAIM = '/PersistentVolumeClaim';
const CLASS = 'storage.k8s.io/StorageClass';
/** Why a claim cannot grow, in the server's words. */
export const CANNOT_GROW =
  'only dynamically provisioned pvc can be resized and the storageclass that provisions the pvc must support resize';

/** A refusal, or what would have to be known to tell. */
export interface Forbidden extends Refusal {
  /** Whether only the cluster can tell; the message says what decides. */
  readonly isUnknown?: boolean;
}

/** What is forbidden about a new object, or about a change of one. */
export function quotaRefusals(
  cluster: Cluster,
  sent: AppliedManifest,
  before: Fields | undefined,
  after: Fields,
): Forbidden[] {
  if (sent.kindKey !== CLAIM) return countRefusals(cluster, sent, before, after);
  const old = before ? storageOf(before) : 0n;
  const now = storageOf(after);
  if (before && now > old) {
    const resize = resizeRefusals(cluster, sent, before);
    if (resize.length > 0) return resize;
  }
  return [
    ...limitRefusals(cluster, sent, now, old),
    ...storageQuotaRefusals(cluster, sent, before, after),
  ];
}

function resizeRefusals(cluster: Cluster, { name }: AppliedManifest, claim: Fields): Forbidden[] {
  const className = classNameOf(claim);
  const found =
    className === undefined || className === ''
      ? undefined
      : cluster.find(CLASS, undefined, className);
  if (found?.live.allowVolumeExpansion === true) return [];
  if (className !== undefined && className !== '' && !found) {
    const message = cluster.doubt(
      CLASS,
      undefined,
      `whether the class ${JSON.stringify(className)} is in the cluster and has allowVolumeExpansion: true`,
    );
    if (message !== undefined) return [{ field: '', message, code: 403, isUnknown: true }];
  }
  return [
    {
      field: '',
      code: 403,
      cause: 'forbidden',
      why: CANNOT_GROW,
      message: `persistentvolumeclaims ${JSON.stringify(name)} is forbidden: ${CANNOT_GROW}`,
      remedy: found
        ? `set allowVolumeExpansion: true in the class ${className} in the same change, before the claim`
        : 'create a new, larger claim under a new name and copy the data',
    },
  ];
}

/** The class by its field or its old annotation. */
export function classNameOf(claim: Fields): string | undefined {
  const annotation = fieldsAt(claim, 'metadata.annotations')[
    'volume.beta.kubernetes.io/storage-class'
  ];
  const name = annotation ?? at(claim, 'spec.storageClassName');
  return typeof name === 'string' ? name : undefined;
}

function limitRefusals(
  cluster: Cluster,
  { name, namespace }: AppliedManifest,
  now: bigint,
  old: bigint,
): Forbidden[] {
  if (now === old) return [];
  return inNamespace(cluster, RANGES, namespace)
    .flatMap((range) => listAt(range.live, 'spec.limits'))
    .filter(({ type }) => type === 'PersistentVolumeClaim')
    .flatMap((limit): Forbidden[] => {
      const forbidden = (words: string): Forbidden => ({
        field: '',
        code: 403,
        message: `persistentvolumeclaims ${JSON.stringify(name)} is forbidden: ${words}`,
        remedy: 'change the LimitRange first',
      });
      const max = at(limit, 'max.storage');
      const min = at(limit, 'min.storage');
      return [
        ...(typeof max === 'string' && now > nano(max)
          ? [
              forbidden(
                `maximum storage usage per PersistentVolumeClaim is ${written(nano(max))}, but request is ${written(now)}`,
              ),
            ]
          : []),
        ...(typeof min === 'string' && now < nano(min)
          ? [
              forbidden(
                `minimum storage usage per PersistentVolumeClaim is ${written(nano(min))}, but request is ${written(now)}`,
              ),
            ]
          : []),
      ];
    });
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
): Forbidden[] {
  const quotas = inNamespace(cluster, QUOTAS, namespace);
  if (quotas.length === 0) return [];
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
  return exceeded(quotas, `persistentvolumeclaims ${JSON.stringify(name)}`, usages);
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
): Forbidden[] {
  const quotas = namespace === undefined ? [] : inNamespace(cluster, QUOTAS, namespace);
  if (quotas.length === 0) return [];
  const group = kindKey.slice(0, kindKey.indexOf('/'));
  const resource = group === '' ? pluralOf(kind) : `${pluralOf(kind)}.${group}`;
  const used = cluster.having(countOf(kindKey), namespace ?? '').members;
  const one = [BigInt(used.size) * NANO, before ? 0n : NANO] as const;
  const usages: Usages = {
    [`count/${resource}`]: one,
    ...(Object.hasOwn(SHORT_NAMES, kindKey) ? { [SHORT_NAMES[kindKey]]: one } : {}),
    ...(kindKey === '/Service' ? servicesUsed(cluster, namespace, before, after) : {}),
  };
  return exceeded(quotas, `${resource} ${JSON.stringify(name)}`, usages);
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

function exceeded(quotas: readonly Stored[], what: string, usages: Usages): Forbidden[] {
  return quotas.flatMap((quota): Forbidden[] => {
    const over = Object.entries(fieldsAt(quota.live, 'spec.hard')).filter(([resource, limit]) => {
      if (!Object.hasOwn(usages, resource) || typeof limit !== 'string') return false;
      const [used, more] = usages[resource];
      return more > 0n && used + more > nano(limit);
    });
    if (over.length === 0) return [];
    const list = (value: (resource: string, limit: string) => bigint) =>
      over
        .map(([resource, limit]) => `${resource}=${written(value(resource, limit as string))}`)
        .join(',');
    const words = `exceeded quota: ${quota.sent.name}, requested: ${list((one) => usages[one][1])}, used: ${list((one) => usages[one][0])}, limited: ${list((_, limit) => nano(limit))}`;
    return [
      {
        field: '',
        code: 403,
        message: `${what} is forbidden: ${words}`,
        remedy: 'raise the quota first',
      },
    ];
  });
}

function inNamespace(cluster: Cluster, index: Index, namespace: string | undefined): Stored[] {
  return [...cluster.having(index, namespace ?? '').members.values()];
}

function storageOf(claim: Fields): bigint {
  const size = at(claim, 'spec.resources.requests.storage');
  return typeof size === 'string' ? nano(size) : 0n;
}

function nano(text: string): bigint {
  return parseQuantity(text)?.nano ?? 0n;
}

function written(value: bigint): string {
  return canonicalQuantity({ nano: value, format: 'binary' });
}
