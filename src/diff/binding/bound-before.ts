/** Claims that say that they are bound: the binder gives them no volume but the one they name. */
import type { FreeVolumes } from './free-volumes';
import type { ClaimState } from './volumes';
import { Fields, textOf } from '../../kube';
import { at, fieldsAt } from '../../model';
import { Cluster } from '../cluster';
import { VOLUME } from '../kind-keys';
import { outlineOf } from '../stored';

/** What the binder writes into a claim that it has bound; any value counts. */
export const BOUND = 'pv.kubernetes.io/bind-completed';

/** What decides of a claim of OLD, whose manifest may have been read from the cluster. */
export const WAS_BOUND = `whether the claim was there before its manifest was written: a new one with ${BOUND} is Lost, and has no volume`;

export function saysBound({ live }: Pick<ClaimState, 'live'>): boolean {
  return fieldsAt(live, 'metadata.annotations')[BOUND] !== undefined;
}

/** Whether it surely says so of a volume that it never had, or no longer has. */
export function isSurelyUnbound(
  { stored }: ClaimState,
  had: ClaimState | undefined,
  cluster: Cluster,
): boolean {
  return had
    ? had.isLost === true || !saysBound(had)
    : stored !== undefined && cluster.isNew(stored.sent.id);
}

/**
 * The claim with the volume that it names if nobody has that, be it too small; else it is Lost,
 * even if the volume is kept for a claim of its name. Undefined if the volume may be elsewhere.
 */
export function rebound(
  state: ClaimState,
  cluster: Cluster,
  free: FreeVolumes,
): ClaimState | undefined {
  const named = textOf(at(state.live, 'spec.volumeName'));
  const volume = named === '' ? undefined : cluster.find(VOLUME, undefined, named);
  if (volume && !free.isTaken(volume) && !isReserved(outlineOf(volume))) {
    free.take(volume);
    return { ...state, isBound: true, isLost: false, volume };
  }
  const isElsewhere = named !== '' && !volume && !cluster.covers(VOLUME);
  return isElsewhere ? undefined : { ...state, isLost: true };
}

function isReserved(volume: Fields): boolean {
  return fieldsAt(volume, 'spec.claimRef').name !== undefined;
}
