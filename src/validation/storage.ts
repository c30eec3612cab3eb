/** Refusals of claims, volumes and classes, by the checks that the whole library has of them. */
import { AppliedManifest } from './applied';
import { byField } from './of-finding';
import { isServerAssigned } from './server-assigned';
import { isRefused, Finding, answerOf } from '../findings';
import { Fields } from '../kube';
import { at } from '../model';
import { checkStorageObject, STORAGE_RULES } from '../storage/core';

/** What other rules judge: types, and metadata. */
const ELSEWHERE = new Set([STORAGE_RULES.namespace, STORAGE_RULES.type].map(({ id }) => id));

/** What is wrong with a storage object beyond what was said of it: `said` are the fields. */
export function storageProblems(
  { kindKey }: AppliedManifest,
  live: Fields,
  said: readonly Finding[],
): Finding[] {
  const findings = checkStorageObject(kindKey, live).filter(
    (finding) =>
      isRefused(finding) &&
      !ELSEWHERE.has(finding.rule) &&
      !finding.path.startsWith('metadata.') &&
      !isChosen(live, finding.path),
  );
  if (findings.length === 0) return [];
  const fields = new Set(said.map(listOf));
  return findings.flatMap(byField).filter((one) => !fields.has(listOf(one)));
}

function isChosen(live: Fields, path: string): boolean {
  return path === 'spec.volumeName' && isServerAssigned(String(at(live, path)));
}

/** The server does not number the items of all lists. */
function listOf(finding: Finding): string {
  return answerOf(finding).field.replace(/\[\d+\]$/, '');
}
