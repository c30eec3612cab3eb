/** Findings on claims, claim templates, persistent volumes and classes, each alone. */
import { checkClaimObject, checkTemplateSpec, checkVolumeOfTemplate } from './claim';
import { checkPersistentVolumeObject } from './persistent-volume';
import { checkStorageClassObject } from './storage-class';
import { Check, Finding } from '../../findings';
import { Fields } from '../../kube';
import { conform, fieldsOf, listOf } from '../../object';
import { STORAGE_RULES } from '../rules';

const CHECKS = new Map<string, Check<Fields>>([
  ['/PersistentVolumeClaim', checkClaimObject],
  ['/PersistentVolume', checkPersistentVolumeObject],
  ['storage.k8s.io/StorageClass', checkStorageClassObject],
  ['apps/StatefulSet', checkTemplates],
]);
const NONE: readonly Finding[] = [];

export function saysOfStorage(kindKey: string): boolean {
  return CHECKS.has(kindKey);
}

/** Findings on what an object of a kind says of storage; none on kinds that say nothing of it. */
export function checkStorageObject(kindKey: string, manifest: Fields): readonly Finding[] {
  return CHECKS.get(kindKey)?.(manifest) ?? NONE;
}

function checkTemplates({ spec }: Fields): Finding[] {
  return listOf(fieldsOf(spec).volumeClaimTemplates).flatMap((template, index) => {
    const path = `spec.volumeClaimTemplates[${index}]`;
    const { part, findings } = conform(template, 'PersistentVolumeClaim', path, STORAGE_RULES);
    return [
      ...findings,
      ...checkVolumeOfTemplate(part.metadata, index, path),
      ...checkTemplateSpec(fieldsOf(part.spec), `${path}.spec`),
    ];
  });
}
