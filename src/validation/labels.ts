/** Faults of labels and of the keys of annotations, each at its key; the server names their map. */
import { isServerAssigned } from './server-assigned';
import { Finding } from '../findings';
import { fieldPath, fieldsOf, labelValueProblems, qualifiedKeyProblems } from '../kube';
import { invalid } from '../resource';

const REMEDIES = { key: 'use a valid key', value: 'use a valid value' };

/**
 * What is wrong with labels, or with a selector that is a map of labels, at its path; `field` is
 * what the server calls it.
 */
export function labelFaults(
  labels: unknown,
  path: string,
  remedies: typeof REMEDIES = REMEDIES,
  field: string = path,
): Finding[] {
  const found: Finding[] = [];
  for (const [key, value] of Object.entries(fieldsOf(labels))) {
    if (isServerAssigned(key)) continue;
    const at = fieldPath(path, key);
    for (const why of qualifiedKeyProblems(key)) {
      found.push({ ...invalid(field, key, why, remedies.key), path: at });
    }
    if (typeof value !== 'string' || isServerAssigned(value)) continue;
    for (const why of labelValueProblems(value)) {
      found.push({ ...invalid(field, value, why, remedies.value), path: at });
    }
  }
  return found;
}

/** What is wrong with the keys of annotations; the server does not mind capitals. */
export function annotationKeyFaults(
  annotations: unknown,
  path: string,
  remedy: string = REMEDIES.key,
  field: string = path,
): Finding[] {
  return Object.keys(fieldsOf(annotations)).flatMap((key) =>
    qualifiedKeyProblems(key.toLowerCase()).map((why) => ({
      ...invalid(field, key, why, remedy),
      path: fieldPath(path, key),
    })),
  );
}
