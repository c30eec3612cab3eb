/** Deployments that replace their pods one beside the other, though their volume is for one node or one pod. */
import { Finding, show, violation } from '../findings';
import { describe } from '../kube';
import { Fields, fieldsOf, isGiven } from '../object';
import { Topology, Workload } from '../topology';
import { STORAGE_RULES as RULES } from './rules';

const HOSTNAME = 'kubernetes.io/hostname';
const ONE_NODE = 'ReadWriteOnce';
const ONE_POD = 'ReadWriteOncePod';
/** What helps. */
export const ROLLOUT_REMEDY = 'give strategy: { type: Recreate }, or rollingUpdate: { maxSurge: 0, maxUnavailable: 1 }';

/**
 * Findings on Deployments whose rollout waits for a pod that waits for the volume of the one that it replaces: a pod is added
 * before any may go, and may be on another node. `together` are the keys of workloads that are brought to one node otherwise.
 */
export function checkRollouts(topology: Topology, together: ReadonlySet<string> = new Set()): Finding[] {
  return topology.workloads.filter(({ kind }) => kind === 'Deployment').flatMap((workload) => {
    if (!addsBeforeItRemoves(workload)) return [];
    const isTogether = together.has(workload.key) || isOnOneNode(workload.podSpec);
    const claimName = workload.claims.map((use) => use.claimName)
      .find((name) => name !== undefined && isFor(topology.accessModesOf(workload.namespace, name), isTogether));
    if (claimName === undefined) return [];
    return [{ ...rolloutFinding(workload, claimName, topology.accessModesOf(workload.namespace, claimName)!), construct: workload.key }];
  });
}

/** The finding on a rollout that may wait. */
export function rolloutFinding(workload: Workload, claimName: string, modes: readonly string[]): Finding {
  return violation(RULES.rolloutOnOneNode, 'spec.strategy', `${describe({ kind: workload.kind, metadata: workload })} adds a pod before it removes one, and its claim ${show(claimName)} is for one `
    + `${modes.includes(ONE_POD) ? 'pod' : 'node'} (${modes.join(', ')}), so a rollout may wait for ever`, ROLLOUT_REMEDY);
}

/** Whether only one node, or one pod, can have the claim, as far as it is known. */
function isFor(modes: readonly string[] = [], isTogether: boolean): boolean {
  return modes.includes(ONE_POD) || (!isTogether && modes.length === 1 && modes[0] === ONE_NODE);
}

/** Whether a rollout of so many pods starts one before any may go. As the Deployment controller counts: a surge is rounded up, what may be missing down. */
export function addsBeforeItRemoves({ manifest, replicas: own = 1 }: Workload, replicas = own): boolean {
  const { strategy } = fieldsOf(manifest.spec);
  const { type, rollingUpdate } = fieldsOf(strategy);
  if (replicas === 0 || (isGiven(type) && type !== '' && type !== 'RollingUpdate')) return false;
  const { maxSurge, maxUnavailable } = fieldsOf(rollingUpdate);
  return countOf(maxSurge, replicas, Math.ceil) > 0 && countOf(maxUnavailable, replicas, Math.floor) === 0;
}

/** A number of pods, or a share of them; a quarter unless it is said. What is neither is somebody else's to tell. */
function countOf(value: unknown, replicas: number, round: (count: number) => number): number {
  const given = value ?? '25%';
  if (typeof given === 'string' && /^\d{1,9}%$/.test(given)) return round(Number(given.slice(0, -1)) * replicas / 100);
  return Number(given) || 0;
}

/** Whether all pods are on one node: that of a name, or that of other pods. */
function isOnOneNode({ nodeName, nodeSelector, affinity }: Fields): boolean {
  const { requiredDuringSchedulingIgnoredDuringExecution: required } = fieldsOf(fieldsOf(affinity).podAffinity);
  const isBeside = Array.isArray(required) && required.some((term) => fieldsOf(term).topologyKey === HOSTNAME);
  return isBeside || Boolean(nodeName) || isGiven(fieldsOf(nodeSelector)[HOSTNAME]);
}
