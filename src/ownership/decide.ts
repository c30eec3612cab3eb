/**
 * The decision who gives a volume to a group, and why: made of the rows of a table of which the
 * first that fits counts.
 */
import { Decision, OwnershipContext, VolumeFacts } from './spec';
import { TABLE } from './table';

/** The decision for one volume of a pod. Pure; never throws. */
export function decide(volume: VolumeFacts, context: OwnershipContext): Decision {
  for (const row of TABLE) {
    const outcome = row.decide(volume, context);
    if (outcome) return { row: row.id, warnings: [], hasChangePolicy: false, ...outcome };
  }
  // The last row of the table fits everything.
  throw new Error(`no row fits ${volume.name}`);
}
