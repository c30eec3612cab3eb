/**
 * The readiness of workloads: whether one does what it was made for, in the words of its status.
 */
import { get, list } from '../../support/reading';

/** What a live object lacks, by its kind; undefined if nothing. */
const LACKS: { readonly [apiVersionAndKind: string]: (live: unknown) => string | undefined } = {
  'apps/v1/DaemonSet': (live) => {
    const desired = Number(get(live, 'status', 'desiredNumberScheduled') ?? 0);
    if (desired === 0) return 'no node is selected';
    return (
      behind(live) ??
      lessThan(live, 'numberReady', desired) ??
      lessThan(live, 'updatedNumberScheduled', desired)
    );
  },
  'apps/v1/Deployment': (live) =>
    behind(live) ?? replicasLack(live, 'updatedReplicas') ?? conditionLack(live, 'Available'),
  'apps/v1/StatefulSet': (live) => behind(live) ?? replicasLack(live, 'readyReplicas'),
  'batch/v1/Job': (live) => conditionLack(live, 'Complete'),
  'v1/PersistentVolumeClaim': (live) => {
    const phase = get(live, 'status', 'phase');
    return phase === 'Bound' ? undefined : `is ${String(phase)}`;
  },
  'v1/Pod': (live) =>
    get(live, 'status', 'phase') === 'Succeeded' ? undefined : conditionLack(live, 'Ready'),
};

/** Whether objects of this kind come to be ready, other than by being there. */
export function becomesReady({ apiVersion, kind }: { apiVersion: string; kind: string }): boolean {
  return `${apiVersion}/${kind}` in LACKS;
}

/** What the live object lacks to be ready, with its status; undefined if it is. */
export function lacks(live: { apiVersion: string; kind: string }): string | undefined {
  const missing = LACKS[`${live.apiVersion}/${live.kind}`](live);
  return missing && `${missing}; status: ${JSON.stringify(get(live, 'status'))}`;
}

function behind(live: unknown): string | undefined {
  const generation = Number(get(live, 'metadata', 'generation'));
  return Number(get(live, 'status', 'observedGeneration') ?? 0) < generation
    ? 'its controller has not seen it yet'
    : undefined;
}

function replicasLack(live: unknown, field: string): string | undefined {
  return lessThan(live, field, Number(get(live, 'spec', 'replicas')));
}

function lessThan(live: unknown, field: string, wanted: number): string | undefined {
  const number = Number(get(live, 'status', field) ?? 0);
  return number < wanted ? `${field} is ${number} of ${wanted}` : undefined;
}

function conditionLack(live: unknown, type: string): string | undefined {
  const holds = list(get(live, 'status', 'conditions')).some(
    (condition) => get(condition, 'type') === type && get(condition, 'status') === 'True',
  );
  return holds ? undefined : `is not ${type}`;
}
