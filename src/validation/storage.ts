/**
 * What the API server says of claims, volumes and classes, in the checks that the whole library has
 * of them.
 */
import { AppliedManifest } from './applied';
import { Refusal } from './refusal';
import { at, listAt } from '../model';
import { isServerAssigned } from './server-assigned';
import { Finding, isRefused } from '../findings';
import { Fields, fieldsOf } from '../kube';
import {
  checkClaimObject,
  checkClaimSpec,
  checkPersistentVolumeObject,
  checkStorageClassObject,
  checkVolumeOfTemplate,
  STORAGE_RULES,
} from '../storage/core';

/** What is judged elsewhere. */
const ELSEWHERE = new Set([STORAGE_RULES.namespace, STORAGE_RULES.type].map(({ id }) => id));

/** What is wrong with a storage object beyond what was said of it: `said` are the fields. */
export function storageProblems(
  { kindKey }: AppliedManifest,
  live: Fields,
  said: readonly Refusal[],
): Refusal[] {
  const check = Object.hasOwn(CHECKS, kindKey) ? CHECKS[kindKey] : undefined;
  if (!check) return [];
  const fields = new Set(said.map(({ field }) => field.replace(/\[\d+\]$/, '')));
  return check(live)
    .filter(
      (finding) =>
        isRefused(finding) &&
        !ELSEWHERE.has(finding.rule) &&
        !BESIDE.some((one) => finding.path.startsWith(one)),
    )
    .filter(({ path }) => path !== 'spec.volumeName' || !isServerAssigned(String(at(live, path))))
    .flatMap(({ path, message, remedy, server }) =>
      [server?.field ?? path, ...(server?.surplusFields ?? [])].map((field) => ({
        field,
        message,
        remedy,
      })),
    )
    .filter(({ field }) => !fields.has(field.replace(/\[\d+\]$/, '')));
}

/** What is judged elsewhere, and what the server does not judge. */
const BESIDE = [
  'metadata.',
  'spec.claimRef.',
  'spec.resources.limits.',
  'spec.mountOptions',
  'mountOptions',
];

const CHECKS: { readonly [kindKey: string]: (live: Fields) => readonly Finding[] } = {
  '/PersistentVolumeClaim': checkClaimObject,
  '/PersistentVolume': checkPersistentVolumeObject,
  'storage.k8s.io/StorageClass': checkStorageClassObject,
  'apps/StatefulSet': (live) =>
    listAt(live, 'spec.volumeClaimTemplates').flatMap((template, index) => {
      const path = `spec.volumeClaimTemplates[${index}]`;
      return [
        ...checkVolumeOfTemplate(template.metadata, index, path),
        ...checkClaimSpec(fieldsOf(template.spec), `${path}.spec`),
      ];
    }),
};
