/** What becomes of the volumes of a workload that somebody wrote by hand: the same sentences that constructs explain themselves with. */
import { World } from '../judge';
import { Workload } from '../topology';
import { judgedVolumes } from './judges/volumes';

/** One sentence for each volume of a workload whose pods have an fsGroup, in the order of the pod; none if they have none. */
export function explainOwnership(workload: Workload, world: World): readonly string[] {
  return judgedVolumes(workload, world).map(({ decision: { sentence } }) => sentence);
}
