/**
 * Workloads that share a claim, found once for all that ask. Where they are many, each is placed
 * beside a few of them: a volume for one node has all of them there.
 */
import { PodTerm } from './affinity';
import { isAppliedBefore } from './order';
import { Consumer, perClaim, Workload } from '../topology';

/** How many others an affinity prefers to be beside. */
export const MOST_TERMS = 16;

/** Pods with this label only look into a volume: nobody waits for them. */
export const VIEWER_LABEL = { key: 'app.kubernetes.io/part-of', value: 'pvc-viewer' };

/** Whether a workload's pods only look into volumes. */
export function isViewer({ podLabels }: Workload): boolean {
  return podLabels[VIEWER_LABEL.key] === VIEWER_LABEL.value;
}

interface Sharing {
  /** By the keys of the workloads. */
  readonly byKey: ReadonlyMap<string, Consumer>;
  readonly all: Sharers;
  /** Without those who only look into it. */
  readonly workers: Sharers;
}

/** Some of those who have a claim. */
export interface Sharers {
  readonly consumers: readonly Consumer[];
  /** Those among them who run all the time. */
  readonly lasting: ReadonlySet<Workload>;
  /**
   * So many that one of them is beside enough others: first those who can be waited for, and of
   * these those who are applied first. Empty if there are no more than these.
   */
  readonly first: readonly Consumer[];
}

export const sharingOf = perClaim((topology, namespace, claimName): Sharing => {
  const consumers = topology.consumersOf(namespace, claimName);
  return {
    byKey: new Map(consumers.map((consumer) => [consumer.workload.key, consumer])),
    all: sharersOf(consumers),
    workers: sharersOf(consumers.filter(({ workload }) => !isViewer(workload))),
  };
});

/** Whether its pods are there as long as nobody takes them away. */
export function isLasting(workload: Workload): boolean {
  return !workload.isBatch && !isViewer(workload);
}

/** Whether somebody may wait for its pods: not where there are none now, or one on every node. */
export function isAwaitable(workload: Workload): boolean {
  return isLasting(workload) && (workload.replicas ?? 0) >= 1;
}

function sharersOf(consumers: readonly Consumer[]): Sharers {
  const lasting = new Set(
    consumers.flatMap(({ workload }) => (isLasting(workload) ? [workload] : [])),
  );
  if (consumers.length <= MOST_TERMS + 1) return { consumers, lasting, first: [] };
  const [awaitable, others] = [true, false].map((isWanted) =>
    consumers.filter(({ workload }) => isAwaitable(workload) === isWanted),
  );
  return { consumers, lasting, first: [...inTurn(awaitable), ...others].slice(0, MOST_TERMS + 1) };
}

/** In the order in which they are applied. */
export function inTurn(consumers: readonly Consumer[]): Consumer[] {
  return [...consumers].sort(({ workload: { manifest } }, { workload: { manifest: other } }) =>
    isAppliedBefore(manifest, other) ? -1 : isAppliedBefore(other, manifest) ? 1 : 0,
  );
}

/** The terms that are written: what is required, and so many of those who are preferred. */
export function writtenTerms<T extends PodTerm>(terms: readonly T[]): readonly T[] {
  let preferred = 0;
  return terms.filter(({ isRequired }) => isRequired || (preferred += 1) <= MOST_TERMS);
}
