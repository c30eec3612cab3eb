/** Options of local-csi-driver itself, as plain input. */
import { flag, listOf, number, Of, objectOf, string } from '../../shape';

/**
 * What can be chosen about the driver. Durations are numbers of seconds that need not be whole:
 * that is for the check to find.
 */
export const LOCAL_DRIVER_SHAPE = objectOf({
  // Volumes have no node affinity, since something steers pods to them.
  hyperconverged: flag,
  // The manager answers the webhook on claims, or on pods.
  ephemeralOnlyWebhook: flag,
  hyperconvergedWebhook: flag,
  pvCleanup: flag,
  lvGarbageCollection: flag,
  lvmOrphanCleanup: flag,
  lvmOrphanCleanupInterval: number,
  // Volume groups that nobody uses are removed when the driver's pod ends.
  volumeGroupCleanup: flag,
  diskPathPrefixes: listOf(string),
  diskModels: listOf(string),
  diskTypes: listOf(string),
});
export type LocalDriverSpec = Of<typeof LOCAL_DRIVER_SHAPE>;

/** Whether the manager answers any webhook. */
export function hasWebhook({
  ephemeralOnlyWebhook,
  hyperconvergedWebhook,
}: LocalDriverSpec): boolean {
  return ephemeralOnlyWebhook === true || hyperconvergedWebhook === true;
}

/** Whether there is anything for the manager to do: with nothing, it refuses to start. */
export function hasManager(spec: LocalDriverSpec): boolean {
  return spec.pvCleanup !== false || hasWebhook(spec);
}

/** Whether the driver runs alongside something that steers pods. */
export function isHyperconverged({
  hyperconverged,
  hyperconvergedWebhook,
}: LocalDriverSpec): boolean {
  return hyperconverged ?? hyperconvergedWebhook ?? false;
}
