/** Labels and annotations of a pod, and the maps of labels that choose something. */
import { Finding, Rule, violation, show } from '../findings';
import { labelValueProblems, qualifiedKeyProblems } from '../kube';
import { entriesOf } from './read';
import { POD_RULES as RULES } from './rules';

const VALUE_REMEDY = 'give at most 63 letters, digits, dashes, dots and underscores';

/** Findings on the labels of a pod. */
export function checkPodLabels(labels: unknown, path: string): Finding[] {
  return checkLabelMap(labels, path, RULES.label, 'give a key such as example.com/team');
}

/** Findings on the annotations of a pod: their values are any texts, and their keys may have capital letters. */
export function checkPodAnnotations(annotations: unknown, path: string): Finding[] {
  return entriesOf(annotations).flatMap(([key]) =>
    keyFindings(key, qualifiedKeyProblems(key.toLowerCase()), `${path}.${key}`, RULES.label, 'give a key such as example.com/team'));
}

/** Findings on a map of labels, by the rule of the place where it stands. */
export function checkLabelMap(labels: unknown, path: string, rule: Rule, keyRemedy: string): Finding[] {
  return entriesOf(labels).flatMap(([key, value]) => [
    ...keyFindings(key, qualifiedKeyProblems(key), `${path}.${key}`, rule, keyRemedy),
    ...checkLabelValue(value, `${path}.${key}`, rule),
  ]);
}

/** Findings on a value of a label. */
export function checkLabelValue(value: unknown, path: string, rule: Rule): Finding[] {
  return labelValueProblems(asText(value)).map((problem) => violation(rule, path, `the value ${show(value)}: ${problem}`, VALUE_REMEDY));
}

/** Findings on the key of a label. */
export function checkLabelKey(key: unknown, path: string, rule: Rule, remedy: string): Finding[] {
  if (key === undefined || key === null || key === '') return [violation(rule, path, 'there is no key', remedy)];
  return keyFindings(key, qualifiedKeyProblems(asText(key)), path, rule, remedy);
}

function keyFindings(key: unknown, problems: readonly string[], path: string, rule: Rule, remedy: string): Finding[] {
  return problems.map((problem) => violation(rule, path, `the key ${show(key)}: ${problem}`, remedy));
}

/** YAML without quotes makes numbers of texts that are fine otherwise. What is no scalar is no label in any case. */
function asText(value: unknown): string {
  return typeof value === 'string' ? value : show(value);
}
