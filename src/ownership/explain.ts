/**
 * Explanations of what becomes of the volumes of any workloads: the sentences that constructs use
 * for themselves.
 */
import { World } from '../judge';
import { Fields } from '../kube';
import { listOf } from '../object';
import { Workload } from '../topology';
import { isOwnContainer } from './containers';
import { decidedVolumes, groupOf } from './judges/volumes';
import { argumentsOf } from './script';
import { Decision } from './spec';

/** What becomes of one volume. */
export interface ExplainedVolume extends Pick<Decision, 'row' | 'way' | 'sentence' | 'remedy'> {
  readonly name: string;
  /** The group that it is to belong to. */
  readonly gid: number;
}

/** What becomes of the volumes of a workload. */
interface ExplainedWorkload {
  readonly workload: Workload;
  /** In the order of the pod. */
  readonly volumes: readonly ExplainedVolume[];
}

/**
 * Every workload whose pods have a group for their volumes: an fsGroup, or an init container that a
 * construct made.
 */
export function explainOwnership(world: World): readonly ExplainedWorkload[] {
  return world.topology.workloads.flatMap((workload): ExplainedWorkload[] => {
    const volumes = explainedVolumes(workload, world);
    return volumes.length === 0 ? [] : [{ workload, volumes }];
  });
}

function explainedVolumes(workload: Workload, world: World): readonly ExplainedVolume[] {
  const fsGroup = groupOf(workload);
  const byInit = groupsByInit(workload.podSpec);
  return decidedVolumes(workload, world, (name) => byInit.get(name) ?? fsGroup).flatMap(
    ({ volume: { name }, gid, decision }): ExplainedVolume[] => {
      if (gid === undefined) return [];
      const { row, way, sentence, remedy } = decision;
      return [{ name, gid, row, way, sentence, ...(remedy === undefined ? {} : { remedy }) }];
    },
  );
}

/**
 * The groups that init containers which a plan made set for volumes, by the names of the volumes.
 */
function groupsByInit({ initContainers }: Fields): ReadonlyMap<string, number> {
  return new Map(
    listOf(initContainers)
      .filter(isOwnContainer)
      .flatMap(({ volumeMounts, args }) => {
        const nameAt = new Map(
          listOf(volumeMounts).map(({ mountPath, name }) => [mountPath, String(name)]),
        );
        return argumentsOf(args).flatMap(({ path, gid }) =>
          nameAt.has(path) ? [[nameAt.get(path)!, gid] as const] : [],
        );
      }),
  );
}
