/**
 * What the API server says of claims, volumes and classes, in the checks that the whole library has
 * of them.
 */
import { isChosen } from './chosen';
import { Sent } from './objects';
import { at, listAt } from './rules';
import { Finding, Severity } from '../findings';
import { Fields, fieldsOf } from '../kube';
import {
  checkClaimObject,
  checkClaimSpec,
  checkPersistentVolumeObject,
  checkStorageClassObject,
  STORAGE_RULES,
} from '../storage/core';
import { Refusal } from '../validation';

/** What is wrong, and the server takes it all the same or is asked elsewhere. */
const TAKEN = new Set(
  [
    STORAGE_RULES.claimUid,
    STORAGE_RULES.claimLimit,
    STORAGE_RULES.namespace,
    STORAGE_RULES.type,
  ].map(({ id }) => id),
);

/** What is wrong with a storage object beyond what was said of it: `said` are the fields. */
export function storageProblems(
  { kindKey }: Sent,
  live: Fields,
  said: readonly Refusal[],
): Refusal[] {
  const check = Object.hasOwn(CHECKS, kindKey) ? CHECKS[kindKey] : undefined;
  if (!check) return [];
  const fields = new Set(said.map(({ field }) => field.replace(/\[\d+\]$/, '')));
  return check(live)
    .filter(
      ({ severity, rule, path }) =>
        severity === Severity.ERROR &&
        !TAKEN.has(rule) &&
        !BESIDE.some((one) => path.startsWith(one)),
    )
    .filter(({ path }) => path !== 'spec.volumeName' || !isChosen(String(at(live, path))))
    .map(({ path, message, remedy }) => ({ field: serversName(path), message, remedy }))
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
    listAt(live, 'spec.volumeClaimTemplates').flatMap((template, index) =>
      checkClaimSpec(fieldsOf(template.spec), `spec.volumeClaimTemplates[${index}].spec`),
    ),
};

/** What the server calls a field. */
function serversName(path: string): string {
  return path.replace(/\.resources\.requests\.storage$/, '.resources[storage]');
}
