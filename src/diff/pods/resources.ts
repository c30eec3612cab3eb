/** Resources that pods request of their nodes, against the limits and quotas of a namespace. */
import { Fields, fieldsOf, parseQuantity } from '../../kube';
import { fieldsAt, listAt } from '../../model';
import { byNamespace, Cluster } from '../cluster';

const RANGES = byNamespace('/LimitRange');
const QUOTAS = byNamespace('/ResourceQuota');

function limitsIn(cluster: Cluster, namespace: string | undefined): Fields[] {
  return [...cluster.having(RANGES, namespace ?? '').members.values()]
    .flatMap(({ live }) => listAt(live, 'spec.limits'))
    .filter(({ type }) => type === 'Container');
}

/** What quotas without scopes allow of CPU and memory, by what is counted: `requests.cpu`. */
function allowedIn(
  cluster: Cluster,
  namespace: string | undefined,
): (readonly [key: string, hard: bigint])[] {
  return [...cluster.having(QUOTAS, namespace ?? '').members.values()].flatMap(({ live }) => {
    const spec = fieldsOf(live.spec);
    if (spec.scopes !== undefined || spec.scopeSelector !== undefined) return [];
    return Object.entries(fieldsOf(spec.hard)).flatMap(([key, hard]) => {
      const counted = key === 'cpu' || key === 'memory' ? `requests.${key}` : key;
      const amount = nano(hard);
      return COUNTED.includes(counted) && amount !== undefined ? [[counted, amount] as const] : [];
    });
  });
}

const COUNTED: readonly string[] = [
  'requests.cpu',
  'requests.memory',
  'limits.cpu',
  'limits.memory',
];

/** Why no pod of a template is made, in a few words; undefined if nothing keeps it out. */
export function resourceProblem(
  cluster: Cluster,
  namespace: string | undefined,
  template: Fields,
): string | undefined {
  const limits = limitsIn(cluster, namespace);
  for (const container of containersOf(template)) {
    for (const { max, min } of limits) {
      const over = Object.entries(fieldsOf(max)).find(
        ([name, most]) =>
          isMore(asked(container, 'limits', name), most) ||
          isMore(asked(container, 'requests', name), most),
      );
      if (over) {
        return `the container ${JSON.stringify(container.name)} requests more ${over[0]} than the LimitRange allows`;
      }
      const under = Object.entries(fieldsOf(min)).find(([name, least]) =>
        isMore(least, asked(container, 'requests', name)),
      );
      if (under) {
        return `the container ${JSON.stringify(container.name)} requests less ${under[0]} than the LimitRange allows`;
      }
    }
  }
  const missing = allowedIn(cluster, namespace).find(
    ([key]) => amountOf(template, key, limits) === undefined,
  );
  return missing
    ? `the quota of the namespace requires every container to set ${missing[0]}`
    : undefined;
}

/** The pods that run in a namespace, and what they use of its quotas. */
export class RunningPods {
  public count = 0;
  private readonly limits: readonly Fields[];
  private readonly allowed: ReturnType<typeof allowedIn>;
  private readonly used = new Map<string, bigint>();

  constructor(cluster: Cluster, namespace: string | undefined) {
    this.limits = limitsIn(cluster, namespace);
    this.allowed = allowedIn(cluster, namespace);
  }

  public add(template: Fields, pods: number): void {
    this.count += pods;
    const all = Number.isSafeInteger(pods) ? BigInt(pods) : 0n;
    for (const key of new Set(this.allowed.map(([one]) => one))) {
      const each = amountOf(template, key, this.limits) ?? 0n;
      this.used.set(key, (this.used.get(key) ?? 0n) + each * all);
    }
  }

  /** How many pods more of a template the quotas take. */
  public roomFor(template: Fields): number {
    return this.allowed.reduce((room, [key, hard]) => {
      const each = amountOf(template, key, this.limits) ?? 0n;
      const left = hard - (this.used.get(key) ?? 0n);
      return each === 0n ? room : Math.min(room, left > 0n ? Number(left / each) : 0);
    }, Infinity);
  }
}

function containersOf(template: Fields): readonly Fields[] {
  return listAt(template, 'spec.containers');
}

/** What a container asks for: what it is limited to, if it asks for nothing. */
function asked(container: Fields, list: string, name: string): unknown {
  const own = fieldsAt(container, `resources.${list}`)[name];
  return own ?? (list === 'requests' ? fieldsAt(container, 'resources.limits')[name] : undefined);
}

/**
 * All that a pod counts for; undefined where a container says nothing and the namespace has no
 * default.
 */
function amountOf(template: Fields, key: string, limits: readonly Fields[]): bigint | undefined {
  const [list, name] = key.split('.');
  let sum = 0n;
  for (const container of containersOf(template)) {
    const field = list === 'requests' ? 'defaultRequest' : 'default';
    const fallback = limits
      .map((limit) => fieldsOf(limit[field])[name])
      .find((one) => one !== undefined);
    const amount = nano(asked(container, list, name) ?? fallback);
    if (amount === undefined) return undefined;
    sum += amount;
  }
  return sum;
}

function isMore(a: unknown, b: unknown): boolean {
  const [one, other] = [nano(a), nano(b)];
  return one !== undefined && other !== undefined && one > other;
}

function nano(value: unknown): bigint | undefined {
  return typeof value === 'string' ? parseQuantity(value)?.nano : undefined;
}
