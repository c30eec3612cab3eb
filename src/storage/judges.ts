/**
 * The rules on storage objects, whoever made them: each kind is judged by what it is like alone.
 */
import { Judge } from '../judge';
import { conform, fieldsOf, listOf } from '../object';
import { checkClaimObject, checkClaimSpec, checkVolumeOfTemplate } from './objects/claim';
import { checkPersistentVolumeObject } from './objects/persistent-volume';
import { checkStorageClassObject } from './objects/storage-class';
import { STORAGE_RULES } from './rules';

/** Claims, claim templates, persistent volumes and classes, each alone. */
export const STORAGE_JUDGES: readonly Judge[] = [
  { kinds: ['/PersistentVolumeClaim'], check: ({ manifest }) => checkClaimObject(manifest) },
  { kinds: ['/PersistentVolume'], check: ({ manifest }) => checkPersistentVolumeObject(manifest) },
  {
    kinds: ['storage.k8s.io/StorageClass'],
    check: ({ manifest }) => checkStorageClassObject(manifest),
  },
  { kinds: ['apps/StatefulSet'], check: ({ manifest }) => checkTemplates(manifest.spec) },
];

function checkTemplates(spec: unknown): ReturnType<typeof checkClaimSpec> {
  return listOf(fieldsOf(spec).volumeClaimTemplates).flatMap((template, index) => {
    const path = `spec.volumeClaimTemplates[${index}]`;
    const { part, findings } = conform(template, 'PersistentVolumeClaim', path, STORAGE_RULES);
    return [
      ...findings,
      ...checkVolumeOfTemplate(part.metadata, index, path),
      ...checkClaimSpec(fieldsOf(part.spec), `${path}.spec`),
    ];
  });
}
