/** Remedies for data that would be lost. */
import type { Outcome } from './outcome';
import type { Answer } from './server/answers';

/** A remedy for an object that is not refused; `answer` is that of what is in NEW. */
export function remedyFor(
  answer: Answer | undefined,
  outcome: Outcome | undefined,
): string | undefined {
  const isLost = outcome?.data === 'lost' || outcome?.dataAfterwards === 'lost';
  if (isLost && outcome.lostWith !== undefined) {
    const isVolume = outcome.lostWith.startsWith('PersistentVolume/');
    return `keep ${isVolume ? 'the claim of ' : ''}${outcome.lostWith} in the files; or ${retainOn(isVolume ? 'it' : 'its volume')}`;
  }
  if (isLost && isOfClaim(outcome)) {
    const isInFiles = answer !== undefined && outcome.label.startsWith('PersistentVolumeClaim/');
    const retain = retainOn('its volume');
    return isInFiles ? retain : `keep the claim in the files; or ${retain}`;
  }
  if (outcome?.data !== 'left behind') return undefined;
  if (outcome.leftFolder === 'without access point') {
    return 'to use the data again, create an access point for the folder, and name it in a volume';
  }
  if (outcome.leftFolder !== undefined) {
    return 'to use the data again, name the folder in another volume';
  }
  if (outcome.label.startsWith('PersistentVolume/') && outcome.verdict === 'deleted') {
    return 'keep the volume in the files; or note where its data is, to refer to it in another volume';
  }
  if (/^Volume(?:Group)?Snapshot\b/.test(outcome.label)) {
    return 'to use the snapshot again, name its handle in another content, and that in a snapshot';
  }
  return outcome.verdict === 'deleted' || outcome.phase === 'Released'
    ? 'to use the data again, clear claimRef of the volume, and bind a claim to it with volumeName'
    : undefined;
}

function isOfClaim({ label }: Outcome): boolean {
  return label.startsWith('PersistentVolume');
}

function retainOn(volume: string): string {
  return `set persistentVolumeReclaimPolicy: Retain on ${volume} in the cluster before this is merged`;
}
