/** The drivers of volumes: which of them go with what goes. */
import { driverServing } from '../facts';
import { JudgedObject, World } from '../judge';
import { stableJson } from '../kube';
import { fieldsOf, textOf } from '../object';

/**
 * The drivers of which the CSIDriver object, or the pods that mount volumes, are among what goes.
 */
export function driversThatGo(goes: ReadonlySet<JudgedObject>, world: World): ReadonlySet<string> {
  const found = new Set<string>();
  const used = usedDrivers(world);
  for (const object of goes) {
    if (object.kindKey === 'storage.k8s.io/CSIDriver') found.add(object.name);
    if (!object.workload) continue;
    const spec = stableJson(object.workload.podSpec);
    for (const driver of used) {
      if (spec.includes(`/plugins/${driver}/`) || spec.includes(`/plugins/${driver}"`)) {
        found.add(driver);
      }
    }
  }
  return found;
}

/** The driver of a class or a volume; undefined if it has none. */
export function driverOf({ kindKey, manifest }: JudgedObject): string | undefined {
  if (kindKey === 'storage.k8s.io/StorageClass') {
    return driverServing(textOf(manifest.provisioner));
  }
  const driver = textOf(fieldsOf(fieldsOf(manifest.spec).csi).driver);
  return driver === '' ? undefined : driver;
}

function usedDrivers(world: World): ReadonlySet<string> {
  const users = ['storage.k8s.io/StorageClass', '/PersistentVolume'].flatMap((kind) =>
    world.ofKind(kind),
  );
  return new Set(users.flatMap((one) => driverOf(one) ?? []));
}
