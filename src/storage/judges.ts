/**
 * The rules on storage objects, whoever made them: each kind is judged by what it is like alone.
 */
import { Finding } from '../findings';
import { Judge, unlessStored } from '../judge';
import { Fields, isStored } from '../kube';
import { conform, fieldsOf, listOf } from '../object';
import { checkClaimObject, checkClaimSpec, checkVolumeOfTemplate } from './objects/claim';
import { checkPersistentVolumeObject } from './objects/persistent-volume';
import { checkStorageClassObject } from './objects/storage-class';
import { STORAGE_RULES } from './rules';

/** Claims, claim templates, persistent volumes and classes, each alone. */
export const STORAGE_JUDGES: readonly Judge[] = [
  unlessLiving('/PersistentVolumeClaim', checkClaimObject),
  unlessLiving('/PersistentVolume', checkPersistentVolumeObject),
  judgeOf('storage.k8s.io/StorageClass', checkStorageClassObject),
  judgeOf('apps/StatefulSet', ({ spec }) => checkTemplates(spec)),
];

function judgeOf(kindKey: string, check: (manifest: Fields) => readonly Finding[]): Judge {
  return {
    kinds: [kindKey],
    check: (object) => unlessStored(object, check(object.manifest), STORAGE_RULES.unknownField),
  };
}

/** Controllers write into claims and volumes what nobody should write: how they are bound. */
function unlessLiving(kindKey: string, check: (manifest: Fields) => readonly Finding[]): Judge {
  return {
    kinds: [kindKey],
    check: ({ manifest }) => (isStored(manifest) ? [] : check(manifest)),
  };
}

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
