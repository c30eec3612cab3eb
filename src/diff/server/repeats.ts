/** Manifests that are applied again as they were. */
import { ServerSettings } from './settings';
import { Fields, onceFor } from '../../kube';
import { annotationProblems, AppliedManifest } from '../../validation';
import { hasDuplicates } from '../apply/duplicates';
import { PlainlyStored, Stored } from '../stored';

/**
 * Whether the same manifest is applied again, and nobody has written over what it says: nothing can
 * come of it.
 */
export function isRepeated(
  stored: Stored,
  sent: AppliedManifest,
  { custom, customBefore }: ServerSettings,
): boolean {
  if (stored.last !== sent || stored.isOverwritten === true) return false;
  if (sent.type === undefined && customBefore && !custom.isSameFor(sent, customBefore)) {
    return false;
  }
  // What was stored as plain has no traits.
  if (stored instanceof PlainlyStored) return true;
  const traits = traitsOf(sent);
  return !traits.isOfWay && !traits.hasNulls;
}

/** What is worth to be looked at once a manifest. */
interface Traits {
  /**
   * Whether ways of applying may not agree on it: items with the same key, or more than kubectl's
   * annotation can hold.
   */
  readonly isOfWay: boolean;
  readonly hasNulls: boolean;
}

/** What is worth to be known of a manifest, which is looked at once. */
export function traitsOf(sent: AppliedManifest): Traits {
  if (sent.isPlain) return isLong(sent, sent.given) ? OF_WAY : OF_NONE;
  return readTraits(sent);
}

const readTraits = onceFor((sent: AppliedManifest): Traits => {
  const { manifest } = sent;
  return { isOfWay: isOfWay(sent, manifest), hasNulls: hasNulls(manifest) };
});

const OF_NONE: Traits = { isOfWay: false, hasNulls: false };
const OF_WAY: Traits = { isOfWay: true, hasNulls: false };

function isOfWay(sent: AppliedManifest, manifest: Fields): boolean {
  return (sent.type !== undefined && hasDuplicates(sent.type, manifest)) || isLong(sent, manifest);
}

function isLong(sent: AppliedManifest, manifest: Fields): boolean {
  return annotationProblems(manifest, sent, true).length > 0;
}

function hasNulls(value: unknown): boolean {
  if (typeof value !== 'object') return false;
  if (value === null) return true;
  return Array.isArray(value) ? value.some(hasNulls) : Object.values(value).some(hasNulls);
}
