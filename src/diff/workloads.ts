/**
 * Workloads as the cluster has them: how many pods they make, of which template, and which claims
 * these name.
 */
import { Cluster, Index } from './cluster';
import { specOf, Stored } from './stored';
import { append, Fields, fieldsOf, isPodKind, WorkloadKind } from '../kube';
import { at, fieldsAt, listAt } from '../model';
import { AppliedManifest } from '../validation';

/** How many nodes a DaemonSet is thought to run on: more than one, which is all that matters. */
export const NODES = 3;

type OfKind = Pick<AppliedManifest, 'workload'>;

/** The template of its pods: metadata and spec. */
export function templateOf({ workload }: OfKind, live: Fields): Fields {
  if (workload && isPodKind(workload)) return { metadata: live.metadata, spec: live.spec };
  return templatePathOf({ workload }).reduce((fields, field) => fieldsOf(fields[field]), live);
}

/** The fields that lead to its template: where most kinds have it, of a kind that is not known. */
export function templatePathOf({ workload }: OfKind): readonly string[] {
  return workload?.templatePath ?? ['spec', 'template'];
}

/** How many pods it makes. */
export function podsOf({ workload }: OfKind, live: Fields): number {
  const spec = fieldsOf(live.spec);
  switch (workload?.countedBy) {
    case 'itself':
      return 1;
    case 'nodes':
      return NODES;
    case 'parallelism': {
      if (spec.suspend === true) return 0;
      const parallelism = count(spec.parallelism, 1);
      return typeof spec.completions === 'number'
        ? Math.min(parallelism, spec.completions)
        : parallelism;
    }
    default:
      return isStopped(workload, live) ? 0 : count(spec.replicas, 1);
  }
}

function isStopped({ stopAnnotation }: Partial<WorkloadKind> = {}, live: Fields): boolean {
  return (
    stopAnnotation !== undefined &&
    Object.hasOwn(fieldsAt(live, 'metadata.annotations'), stopAnnotation)
  );
}

/** A Deployment that has been paused since it was made has no pods yet. */
export function hasStarted({ kindKey }: Pick<AppliedManifest, 'kindKey'>, live: Fields): boolean {
  return !(kindKey === 'apps/Deployment' && at(live, 'spec.paused') === true);
}

export function claimKey(namespace: string | undefined, name: string): string {
  return `${namespace ?? ''}/${name}`;
}

/** The claims that the pods of a template name. */
export function claimsOf(template: Fields): readonly string[] {
  const { volumes } = fieldsOf(template.spec);
  if (!Array.isArray(volumes)) return NO_NAMES;
  const names: string[] = [];
  for (const volume of volumes as readonly unknown[]) {
    const { claimName } = fieldsOf(fieldsOf(volume).persistentVolumeClaim);
    if (typeof claimName === 'string') names.push(claimName);
  }
  return names;
}

const NO_NAMES: readonly string[] = [];

/** The ordinals of a StatefulSet's pods, first and behind the last. */
export function ordinalsOf(set: Fields): readonly [first: number, end: number] {
  const start = count(at(set, 'spec.ordinals.start'), 0);
  return [start, start + count(at(set, 'spec.replicas'), 1)];
}

export interface OwnClaim {
  readonly namespace: string | undefined;
  readonly name: string;
  /** Its spec, and what else the template says. */
  readonly template: Fields;
  readonly of: string;
  /** The pod that it is for, and that takes it along if it is ephemeral. */
  readonly pod: string;
  readonly isEphemeral: boolean;
  readonly ordinal: number;
}

const NO_CLAIMS: readonly OwnClaim[] = [];

/** The claims that a workload makes for pods whose names are known. */
export function ownClaims({ sent }: Pick<Stored, 'sent'>, live: Fields): readonly OwnClaim[] {
  const { kindKey, namespace, name } = sent;
  if (kindKey === '/Pod') return ephemeralClaims(templateOf(sent, live), namespace, name, 0);
  if (kindKey !== 'apps/StatefulSet') return NO_CLAIMS;
  const known = CLAIMS_OF_SETS.get(sent);
  if (known?.live === live) return known.claims;
  const claims = claimsOfSet(sent, live);
  CLAIMS_OF_SETS.set(sent, { live, claims });
  return claims;
}

/** The claims that each set makes, kept for the next reader of the same object. */
const CLAIMS_OF_SETS = new WeakMap<
  AppliedManifest,
  { readonly live: Fields; readonly claims: readonly OwnClaim[] }
>();

function claimsOfSet(sent: AppliedManifest, live: Fields): OwnClaim[] {
  const { namespace, name } = sent;
  const [first, end] = ordinalsOf(live);
  const templates = listAt(live, 'spec.volumeClaimTemplates');
  const found: OwnClaim[] = [];
  // More pods than these no list can show.
  for (let ordinal = first; ordinal < Math.min(end, first + MOST_PODS); ordinal += 1) {
    const pod = `${name}-${ordinal}`;
    for (const template of templates) {
      const own = at(template, 'metadata.name');
      if (typeof own === 'string') {
        found.push({
          namespace,
          name: `${own}-${pod}`,
          template,
          of: sent.label,
          pod,
          isEphemeral: false,
          ordinal,
        });
      }
    }
    append(found, ephemeralClaims(templateOf(sent, live), namespace, pod, ordinal));
  }
  return found;
}

const MOST_PODS = 1000;

function ephemeralClaims(
  template: Fields,
  namespace: string | undefined,
  pod: string,
  ordinal: number,
): OwnClaim[] {
  return listAt(template, 'spec.volumes').flatMap((volume) => {
    const claim = fieldsAt(volume, 'ephemeral.volumeClaimTemplate');
    if (typeof volume.name !== 'string' || claim.spec === undefined) return [];
    return [
      {
        namespace,
        name: `${pod}-${volume.name}`,
        template: claim,
        of: `Pod/${namespace ?? ''}/${pod}`,
        pod,
        isEphemeral: true,
        ordinal,
      },
    ];
  });
}

/** The autoscaler of a workload, and between how many pods it keeps it. */
export function autoscalerOf(
  cluster: Cluster,
  { sent }: Stored,
): { readonly min: number; readonly max: number } | undefined {
  const [one] = cluster
    .having(AUTOSCALERS, JSON.stringify([sent.namespace ?? '', sent.kind, sent.name]))
    .members.values();
  if (!one) return undefined;
  const { minReplicas, maxReplicas } = specOf(one);
  return { min: count(minReplicas, 1), max: count(maxReplicas, Infinity) };
}

const AUTOSCALERS: Index = {
  kindKey: 'autoscaling/HorizontalPodAutoscaler',
  keysOf: ({ sent, live }) => {
    const { kind, name } = fieldsAt(live, 'spec.scaleTargetRef');
    return [JSON.stringify([sent.namespace ?? '', kind, name])];
  },
};

function count(value: unknown, otherwise: number): number {
  return typeof value === 'number' && value >= 0 ? value : otherwise;
}
