/**
 * Objects that are tied to others by volumes: claims, their volumes and classes, and the workloads
 * that mount them.
 */
import { JudgedObject, World } from './world';

/**
 * These objects, and those that are tied to them, in the order of the world. Linear in the uses of
 * their claims.
 */
export function tiedTo(
  world: World,
  isOne: (object: JudgedObject) => boolean,
): readonly JudgedObject[] {
  const { topology } = world;
  const tied = new Set(world.objects.filter(isOne));
  if (tied.size === world.objects.length) return world.objects;
  const add = (kindKey: string, namespace: string | undefined, name: string | undefined) => {
    if (name !== undefined && name !== '') {
      for (const object of world.find(kindKey, namespace, name)) tied.add(object);
    }
  };
  for (const [namespace, name] of claimsOf(world, tied)) {
    add('/PersistentVolumeClaim', namespace, name);
    add('/PersistentVolume', undefined, topology.volumeOf(namespace, name)?.name);
    add(
      'storage.k8s.io/StorageClass',
      undefined,
      topology.classOf(namespace, name)?.storageClass?.name,
    );
    for (const { workload } of topology.consumersOf(namespace, name)) {
      const object = world.objectOf(workload);
      if (object) tied.add(object);
    }
  }
  return world.objects.filter((object) => tied.has(object));
}

/** The claims that objects are, name or make volumes for, each once. */
function claimsOf(
  { topology }: World,
  objects: ReadonlySet<JudgedObject>,
): Iterable<readonly [string | undefined, string]> {
  const claims = new Map<string, readonly [string | undefined, string]>();
  const add = (namespace: string | undefined, name: string | undefined) => {
    if (name !== undefined) claims.set(JSON.stringify([namespace, name]), [namespace, name]);
  };
  const names = { volumes: new Set<string>(), classes: new Set<string>() };
  for (const { kindKey, namespace, name, workload } of objects) {
    if (kindKey === '/PersistentVolumeClaim') add(namespace, name);
    else if (kindKey === '/PersistentVolume') names.volumes.add(name);
    else if (kindKey === 'storage.k8s.io/StorageClass') names.classes.add(name);
    else for (const { claimName } of workload?.claims ?? []) add(workload!.namespace, claimName);
  }
  for (const { name, claimRef } of names.volumes.size > 0 ? topology.persistentVolumes : []) {
    if (names.volumes.has(name) && claimRef) add(claimRef.namespace, claimRef.name);
  }
  for (const { namespace, name, volumeName } of names.volumes.size + names.classes.size > 0
    ? topology.claims
    : []) {
    const className = names.classes.size > 0 ? topology.classOf(namespace, name)?.name : undefined;
    if (
      names.volumes.has(volumeName ?? '') ||
      (className !== undefined && names.classes.has(className))
    ) {
      add(namespace, name);
    }
  }
  return claims.values();
}
