/**
 * A small model of how Argo CD and Flux apply objects for the first time: in which order, and what
 * they wait for. It is held to the event logs of the engines themselves (test/conformance/gitops),
 * and knows nothing of what this library writes.
 */
import { get, list } from './reading';
import { Manifest, podTemplatePath } from '../../src/kube';

/** What an engine does with objects. */
export interface Course {
  /** What it applies together, in this order. */
  readonly groups: readonly (readonly string[])[];
  /** What it waits for in vain before it applies the rest. */
  readonly stuckAt?: string;
  /** What is not well when all is applied. */
  readonly unwell?: string;
}

/** A line of the log of an engine, as far as it counts here. */
export interface EngineEvent {
  readonly event: string;
  readonly resource?: string;
  readonly status?: string;
  readonly exit?: number;
  readonly waitingFor?: readonly string[];
}

const PHASES = ['PreSync', 'Sync', 'PostSync'];
/** gitops-engine, `pkg/sync/sync_tasks.go`: whatever is not here comes last. */
const ARGO_KINDS = [
  'Namespace',
  'NetworkPolicy',
  'ResourceQuota',
  'LimitRange',
  'PodSecurityPolicy',
  'PodDisruptionBudget',
  'ServiceAccount',
  'Secret',
  'ConfigMap',
  'StorageClass',
  'PersistentVolume',
  'PersistentVolumeClaim',
  'CustomResourceDefinition',
  'ClusterRole',
  'ClusterRoleBinding',
  'Role',
  'RoleBinding',
  'Service',
  'DaemonSet',
  'Pod',
  'ReplicationController',
  'ReplicaSet',
  'Deployment',
  'HorizontalPodAutoscaler',
  'StatefulSet',
  'Job',
  'CronJob',
  'IngressClass',
  'Ingress',
  'APIService',
];
/** fluxcd/pkg/ssa, `sort.go`. */
const FLUX_KINDS = [
  'CustomResourceDefinition',
  'Namespace',
  'ClusterRole',
  'ClusterClass',
  'RuntimeClass',
  'PriorityClass',
  'StorageClass',
  'VolumeSnapshotClass',
  'IngressClass',
  'GatewayClass',
  'ClusterRoleBinding',
  'ResourceQuota',
  'ServiceAccount',
  'Role',
  'RoleBinding',
  'ConfigMap',
  'Secret',
  'Service',
  'LimitRange',
  'Deployment',
  'StatefulSet',
  'CronJob',
  'PodDisruptionBudget',
];
const FLUX_LAST = ['MutatingWebhookConfiguration', 'ValidatingWebhookConfiguration'];

/** As the engines name an object in their logs. */
export function nameOf({ kind, metadata: { namespace, name } }: Manifest): string {
  return [kind, namespace, name].filter((part) => part !== undefined).join('/');
}

/** What Argo CD does with objects that are not there yet. */
export function argoCourse(manifests: readonly Manifest[]): Course {
  const steps = stepsOf(manifests);
  const groups: string[][] = [];
  const applied: Manifest[] = [];
  for (const [index, step] of steps.entries()) {
    for (const group of byRank(step.objects, ({ kind }) => rank(ARGO_KINDS, kind))) {
      groups.push(group.map(nameOf));
    }
    applied.push(...step.objects);
    // Hooks are waited for in any case; other objects where something comes after them.
    const awaited = step.objects.filter((one) => index < steps.length - 1 || isHook(one));
    const sick = awaited.find((one) => !isHealthy(one, applied, manifests));
    if (sick) return { groups, stuckAt: nameOf(sick) };
  }
  const sick = manifests.find((one) => !isHook(one) && !isHealthy(one, applied, manifests));
  return sick ? { groups, unwell: nameOf(sick) } : { groups };
}

/** What Flux does with objects that are not there yet, if it waits. */
export function fluxCourse(manifests: readonly Manifest[]): Course {
  const isDefinition = ({ kind }: Manifest) =>
    ['CustomResourceDefinition', 'Namespace', 'ClusterRole'].includes(kind);
  const isClass = ({ kind }: Manifest) => kind.endsWith('Class');
  const stageOf = (one: Manifest) => (isDefinition(one) ? 0 : isClass(one) ? 1 : 2);
  const stages = [0, 1, 2].map((stage) => manifests.filter((one) => stageOf(one) === stage));
  const rankOf = ({ kind }: Manifest) =>
    FLUX_LAST.includes(kind)
      ? FLUX_KINDS.length + 1 + FLUX_LAST.indexOf(kind)
      : rank(FLUX_KINDS, kind);
  const groups = stages.flatMap((stage) => byRank(stage, rankOf)).map((group) => group.map(nameOf));
  const sick = manifests.find((one) => !isHealthy(one, manifests, manifests));
  return sick ? { groups, unwell: nameOf(sick) } : { groups };
}

/**
 * Where a log is not what the model says; nothing, if it is. Each object counts when it is told of
 * first.
 */
export function disagreements(
  { groups, stuckAt, unwell }: Course,
  events: readonly EngineEvent[],
): string[] {
  const order = [
    ...new Set(
      events.flatMap(({ event, resource }) =>
        event === 'resource' && resource !== undefined ? [resource] : [],
      ),
    ),
  ];
  const group = new Map(
    groups.flatMap((names, index) => names.map((name) => [name, index] as const)),
  );
  const result = events[events.length - 1];
  const found: string[] = [];
  let last = 0;
  for (const name of order) {
    const index = group.get(name);
    if (index === undefined) found.push(`${name} is applied, which the model does not expect`);
    else if (index < last) found.push(`${name} is applied after ${groups[last].join(', ')}`);
    else last = index;
  }
  for (const name of group.keys()) if (!order.includes(name)) found.push(`${name} is not applied`);
  const wanted = stuckAt ?? unwell;
  const isWaiting = (result.waitingFor ?? []).some(
    (text) => wanted !== undefined && text.startsWith(`${wanted} `),
  );
  const isAsExpected =
    wanted === undefined
      ? result.exit === 0
      : result.exit === 3 && isWaiting && (stuckAt === undefined) === (result.status !== 'Running');
  if (!isAsExpected) {
    found.push(
      `it ends with ${result.exit} and ${result.status}, waiting for ${(result.waitingFor ?? []).join(', ') || 'nothing'}; the model has it ` +
        `${stuckAt ? `wait for ${stuckAt} in between` : unwell ? `wait for ${unwell} at the end` : 'end with 0'}`,
    );
  }
  return found;
}

interface Step {
  readonly phase: number;
  readonly wave: number;
  readonly objects: readonly Manifest[];
}

function stepsOf(manifests: readonly Manifest[]): Step[] {
  const turns = new Map(manifests.map((one) => [one, [phaseOf(one), waveOf(one)] as const]));
  // What others cannot be made without moves to the first of them.
  for (const one of manifests.filter(
    ({ kind }) => kind === 'Namespace' || kind === 'CustomResourceDefinition',
  )) {
    const needing = manifests.filter((other) =>
      one.kind === 'Namespace'
        ? other.metadata.namespace === one.metadata.name
        : other.kind === get(one, 'spec', 'names', 'kind') &&
          other.apiVersion.startsWith(`${String(get(one, 'spec', 'group'))}/`),
    );
    for (const other of needing) {
      if (compare(turns.get(other)!, turns.get(one)!) < 0) turns.set(one, turns.get(other)!);
    }
  }
  const steps = new Map<string, Step & { objects: Manifest[] }>();
  for (const one of manifests) {
    const [phase, wave] = turns.get(one)!;
    const key = `${phase} ${wave}`;
    if (!steps.has(key)) steps.set(key, { phase, wave, objects: [] });
    steps.get(key)!.objects.push(one);
  }
  return [...steps.values()].sort((a, b) => a.phase - b.phase || a.wave - b.wave);
}

function compare(a: readonly [number, number], b: readonly [number, number]): number {
  return a[0] - b[0] || a[1] - b[1];
}

function annotation({ metadata }: Manifest, name: string): string | undefined {
  return metadata.annotations?.[`argocd.argoproj.io/${name}`];
}

function isHook(one: Manifest): boolean {
  return annotation(one, 'hook') !== undefined;
}

function phaseOf(one: Manifest): number {
  return PHASES.indexOf(annotation(one, 'hook') ?? 'Sync');
}

function waveOf(one: Manifest): number {
  return Number(annotation(one, 'sync-wave') ?? 0);
}

function rank(kinds: readonly string[], kind: string): number {
  const index = kinds.indexOf(kind);
  return index < 0 ? kinds.length : index;
}

function byRank(objects: readonly Manifest[], rankOf: (one: Manifest) => number): Manifest[][] {
  const ranks = [...new Set(objects.map(rankOf))].sort((a, b) => a - b);
  return ranks.map((wanted) => objects.filter((one) => rankOf(one) === wanted));
}

/**
 * Whether an object gets well with what was applied so far. Classes of which nothing is written
 * bind at once.
 */
function isHealthy(one: Manifest, applied: readonly Manifest[], all: readonly Manifest[]): boolean {
  if (one.kind === 'PersistentVolumeClaim') return isBound(one, applied, all);
  const claims = claimsOf(one);
  if (!claims || hasNoPods(one)) return true;
  return claims.every((name) => {
    const isMeant = ({ kind, metadata }: Manifest) =>
      kind === 'PersistentVolumeClaim' &&
      metadata.name === name &&
      metadata.namespace === one.metadata.namespace;
    // What nobody declares, a template of a StatefulSet makes.
    if (!all.some(isMeant)) return true;
    const claim = applied.find(isMeant);
    return claim !== undefined && isBound(claim, applied, all);
  });
}

function isBound(claim: Manifest, applied: readonly Manifest[], all: readonly Manifest[]): boolean {
  const { name, namespace } = claim.metadata;
  const reserved = (volume: Manifest) =>
    get(volume, 'spec', 'claimRef', 'name') === name &&
    get(volume, 'spec', 'claimRef', 'namespace') === namespace;
  if (
    get(claim, 'spec', 'volumeName') !== undefined ||
    all.some((one) => one.kind === 'PersistentVolume' && reserved(one))
  ) {
    return true;
  }
  const named = all.find(
    ({ kind, metadata }) =>
      kind === 'StorageClass' && metadata.name === get(claim, 'spec', 'storageClassName'),
  );
  if (get(named, 'volumeBindingMode') !== 'WaitForFirstConsumer') return true;
  return applied.some(
    (one) =>
      one.metadata.namespace === namespace &&
      !hasNoPods(one) &&
      one.kind !== 'CronJob' &&
      claimsOf(one)?.includes(name) === true,
  );
}

function hasNoPods(one: Manifest): boolean {
  return get(one, 'spec', 'replicas') === 0 || get(one, 'spec', 'suspend') === true;
}

/** The claims that the pods of a workload name; nothing, if it has no pods. */
function claimsOf(one: Manifest): string[] | undefined {
  const template = podTemplatePath(one.apiVersion, one.kind);
  if (!template) return undefined;
  return list(get(one, ...template, 'spec', 'volumes'))
    .map((volume) => get(volume, 'persistentVolumeClaim', 'claimName'))
    .filter((name) => typeof name === 'string');
}
