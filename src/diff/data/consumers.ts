/**
 * Consumers of claims: which claims pods have used, and which they may have used. A class may wait
 * for the first pod to bind a claim.
 */
import { fieldsBelow } from './fields-below';
import { fieldsOf } from '../../kube';
import { at, fieldsAt } from '../../model';
import { Cluster } from '../cluster';
import { outlineOf, Stored } from '../stored';
import { claimKey, claimsOf, hasStarted, ownClaims, podsOf, templateOf } from '../workloads';

/** The claims of a cluster that have been used, by their keys. */
export interface Consumers {
  readonly certain: ReadonlySet<string>;
  /** Those of which the files do not show whether a pod ever used them, each with what decides. */
  readonly possible: ReadonlyMap<string, string>;
}

const OUTSIDE = 'whether a pod outside the files has used the claim';
const A_POD = 'whether a pod has ever used the claim';
const A_JOB = 'whether a job has ever used the claim';

/** What decides whether a claim has been used that nothing in the files is certain to have used. */
export function doubtOf({ possible }: Consumers, key: string): string {
  return possible.get(key) ?? OUTSIDE;
}

/** The consumers among all objects; custom resources count that name a claim. */
export function consumersOf(cluster: Cluster): Consumers {
  const certain = new Set<string>();
  const possible = new Map<string, string>();
  const add = (stored: Stored, names: readonly string[], runs: boolean, doubt: string) => {
    for (const name of names) {
      const key = claimKey(stored.sent.namespace, name);
      if (runs) certain.add(key);
      else if (!possible.has(key)) possible.set(key, doubt);
    }
  };
  for (const workload of cluster.workloads) {
    const { sent } = workload;
    const live = outlineOf(workload);
    const runs = podsOf(sent, live) > 0 && hasStarted(sent, live);
    const doubt = sent.workload?.isBatch === true ? A_JOB : A_POD;
    add(workload, claimsOf(templateOf(sent, live)), runs, doubt);
    // A claim among the files may have the name of one that a set would make.
    if (sent.kindKey === 'apps/StatefulSet') {
      add(
        workload,
        ownClaims(workload, live).map(({ name }) => name),
        runs,
        A_POD,
      );
    }
  }
  for (const cron of cluster.ofKind('batch/CronJob')) {
    add(
      cron,
      claimsOf(templateOf(cron.sent, outlineOf(cron))),
      at(outlineOf(cron), 'spec.suspend') !== true,
      A_JOB,
    );
  }
  for (const stored of cluster.all()) {
    if (stored.sent.type === undefined) {
      add(stored, namedClaims(stored.live.spec), !isStopped(stored), A_POD);
    }
  }
  return { certain, possible };
}

/**
 * Fields of custom resources that say that no pod runs: a Rollout, a virtual machine, a notebook.
 */
function isStopped({ live }: Stored): boolean {
  const { replicas, suspend, paused, running, runStrategy } = fieldsOf(live.spec);
  return (
    replicas === 0 ||
    suspend === true ||
    paused === true ||
    running === false ||
    runStrategy === 'Halted' ||
    fieldsAt(live, 'metadata.annotations')['kubeflow-resource-stopped'] !== undefined
  );
}

/** Fields by which custom resources name a claim, beside the volumes of pods. */
const NAMING = [
  'claimName',
  'existingClaim',
  'persistentVolumeClaimName',
  'pvc',
  'pvcName',
  'volumeClaimName',
];

export function namedClaims(spec: unknown): string[] {
  const found: string[] = [];
  for (const [field, value] of fieldsBelow(spec)) {
    const name =
      field === 'persistentVolumeClaim'
        ? fieldsOf(value).name
        : NAMING.includes(field)
          ? value
          : undefined;
    if (typeof name === 'string' && name !== '') found.push(name);
  }
  return found;
}
