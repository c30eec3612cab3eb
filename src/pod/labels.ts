/** Labels and annotations of a pod. */
import { Finding } from '../findings';
import { checkAnnotationMap, checkLabelMap } from '../object';
import { POD_RULES as RULES } from './rules';

export function checkPodLabels(labels: unknown, path: string): Finding[] {
  return checkLabelMap(labels, path, RULES.label);
}

/**
 * Findings on the annotations of a pod: their values are any strings, and their keys may have
 * capital letters.
 */
export function checkPodAnnotations(annotations: unknown, path: string): Finding[] {
  return checkAnnotationMap(annotations, path, RULES);
}
