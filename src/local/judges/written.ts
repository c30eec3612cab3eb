/**
 * Claims on local disks as they are written: objects of their own, templates of StatefulSets, and
 * ephemeral volumes of pods.
 */
import { JudgedObject, World } from '../../judge';
import { writtenClaims } from '../../manifests/written-claims';
import { Fields } from '../../object';
import { ClassOfClaim, StorageClass, textFieldsOf } from '../../topology';
import { LOCAL_DRIVER } from '../names';

/** A claim, or what one is made of. */
export interface LocalClaim {
  readonly origin: 'declared' | 'template' | 'ephemeral';
  /** The field in which it is, with a dot behind it; empty for an object of its own. */
  readonly at: string;
  readonly title: string;
  readonly manifest: Fields;
  /** Its class, and who says so. */
  readonly storageClass: StorageClass;
  readonly classFrom: ClassOfClaim['from'];
}

/** The claims of an object that are on local disks, as far as their classes are known. */
export function localClaimsOf(object: JudgedObject, world: World): LocalClaim[] {
  return writtenClaims(object).flatMap(({ origin, path, title, metadata, spec }) => {
    const { storageClass, from } = world.topology.classFor({
      spec,
      annotations: textFieldsOf(metadata.annotations),
    });
    const at = path === '' ? '' : `${path}.`;
    return storageClass?.provisioner === LOCAL_DRIVER
      ? [{ origin, at, title, manifest: { metadata, spec }, storageClass, classFrom: from }]
      : [];
  });
}

/** Whether a class or a volume is the driver's: mostly there is none, and nothing to be asked. */
export function hasLocalDisks({ topology: { storageClasses, persistentVolumes } }: World): boolean {
  return (
    storageClasses.some(({ provisioner }) => provisioner === LOCAL_DRIVER) ||
    persistentVolumes.some(({ driver }) => driver === LOCAL_DRIVER)
  );
}
