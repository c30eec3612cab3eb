/**
 * The claims of a world, by what binds them: the volumes that they name, and those that are
 * reserved for them.
 */
import { JudgedObject, World } from '../../judge';
import { addTo, groupedBy } from '../../kube';
import { textOf } from '../../object';
import { PersistentVolume } from '../../topology';
import { WrittenClaim, writtenClaims } from '../written-claims';

/** A claim, and the object that it is written in. */
export interface ClaimOfObject {
  readonly object: JudgedObject;
  readonly claim: WrittenClaim;
}

interface Reservation {
  readonly volume: PersistentVolume;
  readonly claimName: string;
}

/** All claims of a world, in the order of the objects. */
export function claimsOfWorld({ objects }: World): readonly ClaimOfObject[] {
  const claims: ClaimOfObject[] = [];
  for (const object of objects) {
    for (const claim of writtenClaims(object)) claims.push({ object, claim });
  }
  return claims;
}

/** The claims by the names of the volumes that they name. */
export function claimsByVolume(world: World): ReadonlyMap<string, readonly ClaimOfObject[]> {
  const byVolume = new Map<string, ClaimOfObject[]>();
  for (const one of world.once(claimsOfWorld)) {
    const named = textOf(one.claim.spec.volumeName);
    const others = byVolume.get(named);
    if (others) others.push(one);
    else if (named !== '') byVolume.set(named, [one]);
  }
  return byVolume;
}

/** The volumes by their names: several, if one appears twice. */
export function volumesByName({
  topology,
}: World): ReadonlyMap<string, readonly PersistentVolume[]> {
  return groupedBy(topology.persistentVolumes, (volume) => volume.name);
}

/**
 * The volumes that are reserved for claims of templates and of ephemeral volumes, by the object and
 * the name of the volume in its pods.
 */
function reservationsOfTemplates({ topology }: World): ReadonlyMap<string, readonly Reservation[]> {
  const reserved = new Map<string, Reservation[]>();
  for (const volume of topology.persistentVolumes) {
    const { claimRef } = volume;
    const origin = claimRef && topology.claim(claimRef.namespace, claimRef.name)?.origin;
    if (!claimRef || origin === undefined || origin === 'declared') continue;
    for (const { workload, use } of topology.consumersOf(claimRef.namespace, claimRef.name)) {
      if (use.origin !== origin) continue;
      const key = keyOf(workload.key, use.volume);
      addTo(reserved, key, { volume, claimName: claimRef.name });
    }
  }
  return reserved;
}

/** The volumes that are reserved for a claim that names none, or for those of a template. */
export function reservationsOf(
  { object, claim }: ClaimOfObject,
  world: World,
): readonly Reservation[] {
  if (claim.origin !== 'declared') {
    const reserved = world.once(reservationsOfTemplates);
    return reserved.size === 0 ? [] : (reserved.get(keyOf(object.key, claim.name)) ?? []);
  }
  const volume =
    textOf(claim.spec.volumeName) === ''
      ? world.topology.volumeOf(claim.namespace, claim.name)
      : undefined;
  return volume ? [{ volume, claimName: claim.name }] : [];
}

/** Whether the claim, or one that is made of the template, is called so. */
export function isCalled({ object, claim }: ClaimOfObject, name: string): boolean {
  if (claim.origin === 'declared') return claim.name === name;
  if (claim.origin === 'template') {
    return (
      name.startsWith(`${claim.name}-${object.name}-`) &&
      /^\d{1,10}$/.test(name.slice(claim.name.length + object.name.length + 2))
    );
  }
  return name.startsWith(`${object.name}-`) && name.endsWith(`-${claim.name}`);
}

/** Whether one object can make several claims of it. */
export function isForSeveral({ object: { workload, kindKey }, claim }: ClaimOfObject): boolean {
  return claim.origin !== 'declared' && kindKey !== '/Pod' && (workload?.replicas ?? 2) > 1;
}

function keyOf(object: string, volume: string): string {
  return JSON.stringify([object, volume]);
}
