/** What can be chosen about local-csi-driver itself, as plain input. */
import { flag, listOf, number, Shape, string, struct } from '../../shape';

/** What can be chosen about the driver. */
export interface LocalDriverSpec {
  /** Whether volumes have no node affinity, since something steers pods to them. */
  readonly hyperconverged?: boolean;
  /** Whether the manager answers the webhook on claims. */
  readonly ephemeralOnlyWebhook?: boolean;
  /** Whether the manager answers the webhook on pods. */
  readonly hyperconvergedWebhook?: boolean;
  readonly pvCleanup?: boolean;
  readonly lvGarbageCollection?: boolean;
  readonly lvmOrphanCleanup?: boolean;
  /** In seconds. */
  readonly lvmOrphanCleanupInterval?: number;
  /** Whether volume groups that nobody uses are removed when the driver's pod ends. */
  readonly volumeGroupCleanup?: boolean;
  readonly diskPathPrefixes?: readonly string[];
  readonly diskModels?: readonly string[];
  readonly diskTypes?: readonly string[];
}

/**
 * The types of it all. Durations are numbers that need not be whole: that is for the check to tell.
 */
export const LOCAL_DRIVER_SHAPE: Shape<LocalDriverSpec> = struct<LocalDriverSpec>({
  hyperconverged: flag,
  ephemeralOnlyWebhook: flag,
  hyperconvergedWebhook: flag,
  pvCleanup: flag,
  lvGarbageCollection: flag,
  lvmOrphanCleanup: flag,
  lvmOrphanCleanupInterval: number,
  volumeGroupCleanup: flag,
  diskPathPrefixes: listOf(string),
  diskModels: listOf(string),
  diskTypes: listOf(string),
});

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
