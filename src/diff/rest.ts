/** The cluster at rest: claims bound, autoscalers heeded, Jobs gone whose time has passed. */
import { classNameOf } from './admission/quota';
import { recordBindings } from './binding/bindings';
import { Cluster } from './cluster';
import { CLAIM } from './kind-keys';
import { Fields, fieldsOf } from '../kube';
import { at } from '../model';
import { defaultClassOf } from './binding/default-class';
import { ClaimState, settleClaims } from './binding/volumes';
import { Consumers, consumersOf } from './data/consumers';
import { DiffOptions } from './spec';
import { Stored } from './stored';
import { autoscalerOf, claimKey } from './workloads';

/**
 * A finished Job is gone by the next change of the files if it is kept for less than this, in
 * seconds.
 */
const SHORT_TTL = 3600;

/** What a cluster at rest is like, beside its objects. */
export interface Rest {
  readonly claims: ReadonlyMap<string, ClaimState>;
  /** To how many pods an autoscaler has set a workload, by identity. */
  readonly scaled: ReadonlyMap<string, number>;
}

/** Lets all controllers come to rest. Stored objects get what these write. */
export function comeToRest(
  cluster: Cluster,
  claims: ReadonlyMap<string, ClaimState>,
  bound: DiffOptions['bound'],
  consumers: Consumers = consumersOf(cluster),
): Rest {
  fillClasses(cluster, claims);
  const first = settleClaims(cluster, claims, bound, consumers);
  const scaled = autoscale(cluster);
  // The pods that an autoscaler adds have claims as well, and those that it takes away had some.
  const settled = scaled.size > 0 ? settleClaims(cluster, first, bound, consumers) : first;
  recordBindings(cluster, settled, claims);
  return { claims: settled, scaled };
}

/** A default class that comes later is filled into claims that wait without one. */
function fillClasses(cluster: Cluster, claims: ReadonlyMap<string, ClaimState>): void {
  const className = defaultClassOf(cluster);
  if (className === undefined) return;
  for (const claim of cluster.ofKind(CLAIM)) {
    const { namespace, name } = claim.sent;
    if (classNameOf(claim.live) !== undefined || claims.get(claimKey(namespace, name))?.isBound) {
      continue;
    }
    cluster.rewrite(claim, (live) => ({
      ...live,
      spec: { ...fieldsOf(live.spec), storageClassName: className },
    }));
    claim.isOverwritten = true;
  }
}

/** To how many pods autoscalers have set live workloads, by identity. */
export function desiredPods(cluster: Cluster): Map<string, number> {
  const desired = new Map<string, number>();
  if ([...cluster.ofKind('autoscaling/HorizontalPodAutoscaler')].length === 0) return desired;
  for (const workload of cluster.workloads) {
    const replicas = at(workload.live, 'spec.replicas');
    if (autoscalerOf(cluster, workload) && typeof replicas === 'number' && replicas > 0) {
      desired.set(workload.sent.id, replicas);
    }
  }
  return desired;
}

function autoscale(cluster: Cluster): Map<string, number> {
  const scaled = new Map<string, number>();
  if ([...cluster.ofKind('autoscaling/HorizontalPodAutoscaler')].length === 0) return scaled;
  for (const workload of cluster.workloads) {
    const bounds = autoscalerOf(cluster, workload);
    const replicas = at(workload.live, 'spec.replicas');
    if (!bounds || typeof replicas !== 'number' || replicas === 0) continue;
    const wanted = Math.min(Math.max(replicas, bounds.min), bounds.max);
    scaled.set(workload.sent.id, wanted);
    if (wanted === replicas) continue;
    cluster.rewrite(workload, (live) => ({
      ...live,
      spec: { ...fieldsOf(live.spec), replicas: wanted },
    }));
    workload.isOverwritten = true;
  }
  return scaled;
}

/** Whether a Job is gone soon after it has finished. */
export function isShortLived(job: Pick<Stored, 'sent'> & { readonly live: Fields }): boolean {
  if (job.sent.kindKey !== 'batch/Job') return false;
  const { ttlSecondsAfterFinished: ttl, suspend } = fieldsOf(job.live.spec);
  return typeof ttl === 'number' && ttl <= SHORT_TTL && suspend !== true;
}
