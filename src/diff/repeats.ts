/** Manifests that are applied again as they were. */
import { Stored } from './cluster';
import { hasDuplicates } from './duplicates';
import { ServerSettings } from './server-settings';
import { annotationProblems, AppliedManifest } from '../validation';

/**
 * Whether the same manifest is applied again, and nobody has written over what it says: nothing can
 * come of it.
 */
export function isRepeated(
  stored: Stored,
  sent: AppliedManifest,
  { custom, customBefore }: ServerSettings,
): boolean {
  if (stored.last !== sent.manifest || stored.isOverwritten === true) return false;
  if (sent.type === undefined && customBefore && !custom.isSameFor(sent, customBefore)) {
    return false;
  }
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

const TRAITS = new WeakMap<AppliedManifest, Traits>();

/** What is worth to be known of a manifest, which is looked at once. */
export function traitsOf(sent: AppliedManifest): Traits {
  const known = TRAITS.get(sent);
  if (known) return known;
  const hasOwnTwins = sent.type !== undefined && hasDuplicates(sent.type, sent.manifest);
  const isOfWay = hasOwnTwins || annotationProblems(sent.manifest, sent, true).length > 0;
  const traits = { isOfWay, hasNulls: hasNulls(sent.manifest) };
  TRAITS.set(sent, traits);
  return traits;
}

function hasNulls(value: unknown): boolean {
  if (typeof value !== 'object') return false;
  if (value === null) return true;
  return Array.isArray(value) ? value.some(hasNulls) : Object.values(value).some(hasNulls);
}
