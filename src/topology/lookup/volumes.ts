/** The persistent volume of a claim. */
import { ByName } from './by-name';
import { dataOf } from '../data';
import { Claim, PersistentVolume } from '../model';

/**
 * The phases of volumes that name a claim which is gone: a new claim of that name has another
 * volume.
 */
export const LEFT_PHASES = ['Released', 'Failed'];

/** Whether a volume was left by its claim, as far as its manifest says. */
export function isLeft({ manifest }: PersistentVolume): boolean {
  return LEFT_PHASES.includes(dataOf(manifest.status).phase as string);
}

/** Persistent volumes by their names, and by the claims that they are reserved for. */
export class Volumes {
  private readonly byName = new Map<string, PersistentVolume>();
  private readonly byClaim = new ByName<PersistentVolume>();

  constructor(volumes: readonly PersistentVolume[]) {
    for (const volume of volumes) {
      if (!this.byName.has(volume.name)) this.byName.set(volume.name, volume);
      const { claimRef } = volume;
      if (claimRef && !isLeft(volume)) this.byClaim.add(claimRef.namespace, claimRef.name, volume);
    }
  }

  /**
   * The first volume that is reserved for the claim: both names have to be equal, so one without a
   * namespace is for no claim that has one.
   */
  public reservedFor(
    namespace: string | undefined,
    claimName: string,
  ): PersistentVolume | undefined {
    return this.byClaim.get(namespace, claimName);
  }

  /** The volume that the claim names, unless it is reserved for another one. */
  public namedBy({ spec, name, namespace }: Claim): PersistentVolume | undefined {
    const volume = this.byName.get(spec.volumeName as string);
    const reserved = volume?.claimRef;
    // A claim whose namespace is not known yet may be the one that is meant.
    const isForAnother =
      reserved &&
      (reserved.name !== name || (namespace !== undefined && reserved.namespace !== namespace));
    return isForAnother ? undefined : volume;
  }
}
