/** The number of pods of a workload: as it says itself, or between the bounds of its autoscaler. */
import { JudgedObject, World } from '../judge';
import { groupOf } from '../kube';
import { fieldsOf, isGiven, numberOf, textOf } from '../object';
import { Workload } from '../topology';

/** How many pods there are at a time. */
export interface Scale {
  /** The fewest while it runs. */
  readonly least: number;
  /** The most; undefined where the nodes decide (DaemonSet). */
  readonly most?: number;
  /** What changes the number, if it is not fixed. */
  readonly autoscaler?: JudgedObject;
}

const HPA = 'autoscaling/HorizontalPodAutoscaler';
const SCALED_OBJECT = 'keda.sh/ScaledObject';
/** What KEDA takes where nothing is said. */
const KEDA_MOST = 100;

/** The number of pods of a workload in this world. What is stopped or suspended has none. */
export function scaleOf(workload: Workload, world: World): Scale {
  const { replicas, kind } = workload;
  if (replicas === undefined && kind === 'DaemonSet') return { least: 1 };
  const own = isSuspended(workload) ? 0 : (replicas ?? 1);
  const all = world.once(autoscalers);
  const autoscaler =
    all.size === 0
      ? undefined
      : all.get(targetKey(workload.namespace, groupOf(workload.apiVersion), kind, workload.name));
  if (!autoscaler) return { least: own, most: own };
  // A HorizontalPodAutoscaler leaves what has no pods alone; KEDA does not.
  if (own === 0 && autoscaler.kindKey === HPA) return { least: 0, most: 0 };
  return { ...boundsOf(autoscaler), autoscaler };
}

function boundsOf({ kindKey, manifest }: JudgedObject): {
  readonly least: number;
  readonly most: number;
} {
  const { minReplicas, maxReplicas, minReplicaCount, maxReplicaCount } = fieldsOf(manifest.spec);
  const [least, most] =
    kindKey === HPA
      ? [count(minReplicas, 1), count(maxReplicas, 1)]
      : [count(minReplicaCount, 0), count(maxReplicaCount, KEDA_MOST)];
  return { least: Math.min(least, most), most };
}

function count(value: unknown, otherwise: number): number {
  const given = numberOf(value);
  return Number.isInteger(given) && given >= 0 ? given : otherwise;
}

function isSuspended({ kind, manifest }: Workload): boolean {
  return (kind === 'CronJob' || kind === 'Job') && fieldsOf(manifest.spec).suspend === true;
}

/** The autoscalers, by what they scale. */
function autoscalers(world: World): ReadonlyMap<string, JudgedObject> {
  const byTarget = new Map<string, JudgedObject>();
  for (const one of [...world.ofKind(HPA), ...world.ofKind(SCALED_OBJECT)]) {
    const { apiVersion, kind, name } = fieldsOf(fieldsOf(one.manifest.spec).scaleTargetRef);
    const group = isGiven(apiVersion) ? groupOf(textOf(apiVersion)) : 'apps';
    const key = targetKey(one.namespace, group, textOf(kind) || 'Deployment', textOf(name));
    if (!byTarget.has(key)) byTarget.set(key, one);
  }
  return byTarget;
}

function targetKey(
  namespace: string | undefined,
  group: string,
  kind: string,
  name: string,
): string {
  return JSON.stringify([namespace ?? '', group, kind, name]);
}
