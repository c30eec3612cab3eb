/** Remedies for data that would be lost. */
import { boundVolumes } from './binding/phases';
import type { Comparison } from './comparison';
import { policyOf } from './data/storage';
import { CLAIM, CONTENTS, SNAPSHOTS, VOLUME } from './kind-keys';
import type { Outcome } from './outcome';
import { claimKey } from './workloads';

/** A remedy for an object of this kind that is not refused. */
export function remedyFor(
  outcome: Outcome | undefined,
  kindKey: string,
  is: Comparison,
): string | undefined {
  const isLost = outcome?.data === 'lost' || outcome?.dataAfterwards === 'lost';
  if (isLost && outcome.lostWith !== undefined) {
    const { label, id } = outcome.lostWith;
    const withKey = is.before.get(id)?.sent.kindKey;
    if (withKey !== undefined && CONTENTS.includes(withKey)) {
      return `keep ${label} in the files; or set deletionPolicy: Retain on it ${BEFORE_MERGE}`;
    }
    const isVolume = withKey === VOLUME;
    return `keep ${isVolume ? 'the claim of ' : ''}${label} in the files; or ${retainOn(isVolume ? 'it' : 'its volume')}`;
  }
  if (isLost && (kindKey === VOLUME || kindKey === CLAIM)) {
    return remedyForLoss(outcome.id, kindKey === VOLUME, is);
  }
  if (outcome?.data !== 'left behind') return undefined;
  if (outcome.leftFolder === 'without access point') {
    return 'to use the data again, create an access point for the folder, and name it in a volume';
  }
  if (outcome.leftFolder !== undefined) {
    return 'to use the data again, name the folder in another volume';
  }
  if (kindKey === VOLUME && outcome.verdict === 'deleted') {
    return 'keep the volume in the files; or note where its data is, to refer to it in another volume';
  }
  if (SNAPSHOTS.includes(kindKey)) {
    return 'to use the snapshot again, name its handle in another content, and that in a snapshot';
  }
  return outcome.verdict === 'deleted' || outcome.phase === 'Released'
    ? 'to use the data again, clear claimRef of the volume, and bind a claim to it with volumeName'
    : undefined;
}

/** What keeps the data of a claim or of a volume: what left the files, or another policy. */
function remedyForLoss(id: string, isVolume: boolean, is: Comparison): string {
  const had = is.before.get(id);
  const volume = isVolume
    ? had
    : had && is.restBefore.claims.get(claimKey(had.sent.namespace, had.sent.name))?.volume;
  const claim = isVolume ? boundVolumes(is.restBefore).get(id)?.stored : had;
  const kept = claim ?? had;
  const words = !isVolume ? 'the claim' : claim ? claim.sent.label : 'the volume';
  const keep = kept && is.answers.has(kept.sent.id) ? '' : `keep ${words} in the files; or `;
  const now = volume && is.answers.has(volume.sent.id) ? is.after.get(volume.sent.id) : undefined;
  if (now && policyOf(now) !== policyOf(volume!)) {
    const field = 'persistentVolumeReclaimPolicy';
    return `${keep}leave ${isVolume ? `its ${field}` : `${field} of its volume`} as it is`;
  }
  return keep + retainOn(isVolume ? 'it' : 'its volume', now ? BEFORE : undefined);
}

/** What NEW applies is as NEW says, whatever it was in the cluster. */
const BEFORE = 'in a change before this one';

const BEFORE_MERGE = 'in the cluster before this is merged';

function retainOn(volume: string, when = BEFORE_MERGE): string {
  return `set persistentVolumeReclaimPolicy: Retain on ${volume} ${when}`;
}
