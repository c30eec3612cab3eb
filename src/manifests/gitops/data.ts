/**
 * Objects that hold data: claims, StatefulSets whose claims go with them, and databases that
 * operators run.
 */
import { isDatabaseKind } from '../../facts';
import { JudgedObject, World } from '../../judge';
import { addTo, NO_PROVISIONER } from '../../kube';
import { fieldsOf, listOf, textOf } from '../../object';
import { ClassOfClaim, Labels, Topology } from '../../topology';

/** Whether the object is a database that an operator runs. */
export function isDatabase({ kindKey }: JudgedObject): boolean {
  return isDatabaseKind(kindKey);
}

/** Whether the claims of a StatefulSet go when it is deleted. */
export function losesClaims({ kindKey, manifest }: JudgedObject): boolean {
  const { persistentVolumeClaimRetentionPolicy: policy, volumeClaimTemplates } = fieldsOf(
    manifest.spec,
  );
  return (
    kindKey === 'apps/StatefulSet' &&
    fieldsOf(policy).whenDeleted === 'Delete' &&
    listOf(volumeClaimTemplates).length > 0
  );
}

/** What holds data, by namespace. */
export function dataByNamespace(world: World): ReadonlyMap<string, readonly JudgedObject[]> {
  const found = new Map<string, JudgedObject[]>();
  for (const object of world.objects) {
    if (
      object.kindKey !== '/PersistentVolumeClaim' &&
      !isDatabase(object) &&
      !losesClaims(object)
    ) {
      continue;
    }
    addTo(found, object.namespace ?? '', object);
  }
  return found;
}

/** Whether the volume of a claim is deleted with it; undefined if nothing shows it. */
export function isDeletedWithClaim(claim: JudgedObject, { topology }: World): boolean | undefined {
  const volume = topology.volumeOf(claim.namespace, claim.name);
  // Of a volume that somebody made by hand, the policy is Retain unless it says otherwise.
  if (volume) return fieldsOf(volume.manifest.spec).persistentVolumeReclaimPolicy === 'Delete';
  const spec = fieldsOf(claim.manifest.spec);
  if (typeof spec.volumeName === 'string' && spec.volumeName !== '') return undefined;
  const { storageClass } = classOf(claim, topology);
  if (!storageClass || storageClass.provisioner === NO_PROVISIONER) {
    return undefined;
  }
  return (storageClass.manifest.reclaimPolicy ?? 'Delete') === 'Delete';
}

/** The class of a claim, or of those of a template, as it is written. */
export function classOf(
  { manifest, annotations }: Pick<JudgedObject, 'manifest' | 'annotations'>,
  topology: Topology,
): ClassOfClaim {
  return topology.classFor({ spec: fieldsOf(manifest.spec), annotations: annotations as Labels });
}

/** Whether the claim is bound only when a pod has it; undefined if its class is not known. */
export function waitsForConsumer(claim: JudgedObject, { topology }: World): boolean | undefined {
  const spec = fieldsOf(claim.manifest.spec);
  if (textOf(spec.volumeName) !== '' || topology.volumeOf(claim.namespace, claim.name)) {
    return false;
  }
  const known = classOf(claim, topology);
  if (known.name === '') return false;
  return known.storageClass && known.storageClass.volumeBindingMode === 'WaitForFirstConsumer';
}
