/** Labels and annotations of any object, and the maps of labels that choose something. */
import { Finding, Rule, show, violation } from '../findings';
import {
  annotationBytes,
  labelValueProblems,
  MAX_ANNOTATION_BYTES,
  qualifiedKeyProblems,
} from '../kube';
import { entriesOf } from './read';

/** What to do about a key that cannot be one. */
const KEY_REMEDY = 'use a key such as example.com/team';
const VALUE_REMEDY = 'use at most 63 letters, digits, dashes, dots and underscores';

/** The rules of annotations, by the kind of object that has them. */
export interface AnnotationRules {
  /** That keys are qualified names. */
  readonly label: Rule;
  /** How large all annotations together may be. */
  readonly annotationSize: Rule;
}

/**
 * Findings on annotations: their values are any strings, and their keys may have capital letters.
 */
export function checkAnnotationMap(
  annotations: unknown,
  path: string,
  rules: AnnotationRules,
): Finding[] {
  const entries = entriesOf(annotations);
  const size = annotationBytes(
    Object.fromEntries(entries.map(([key, value]) => [key, asText(value)])),
  );
  return [
    ...entries.flatMap(([key]) =>
      keyFindings(
        key,
        qualifiedKeyProblems(key.toLowerCase()),
        `${path}.${key}`,
        rules.label,
        KEY_REMEDY,
      ),
    ),
    ...(size <= MAX_ANNOTATION_BYTES
      ? []
      : [
          violation(
            rules.annotationSize,
            path,
            `the keys and values of the annotations have ${size} bytes, but at most ${MAX_ANNOTATION_BYTES} are allowed`,
            'remove or shorten some',
          ),
        ]),
  ];
}

/** Findings on a map of labels, by the rule of the place where it stands. */
export function checkLabelMap(
  labels: unknown,
  path: string,
  rule: Rule,
  keyRemedy: string = KEY_REMEDY,
): Finding[] {
  // The server does not say which of them it is.
  return entriesOf(labels)
    .flatMap(([key, value]) => [
      ...keyFindings(key, qualifiedKeyProblems(key), `${path}.${key}`, rule, keyRemedy),
      ...checkLabelValue(value, `${path}.${key}`, rule),
    ])
    .map((finding) => ({ ...finding, server: { field: path } }));
}

export function checkLabelValue(value: unknown, path: string, rule: Rule): Finding[] {
  return labelValueProblems(asText(value)).map((problem) =>
    violation(rule, path, `the value ${show(value)}: ${problem}`, VALUE_REMEDY),
  );
}

export function checkLabelKey(key: unknown, path: string, rule: Rule, remedy: string): Finding[] {
  if (key === undefined || key === null || key === '') {
    return [violation(rule, path, 'there is no key', remedy)];
  }
  return keyFindings(key, qualifiedKeyProblems(asText(key)), path, rule, remedy);
}

function keyFindings(
  key: unknown,
  problems: readonly string[],
  path: string,
  rule: Rule,
  remedy: string,
): Finding[] {
  return problems.map((problem) =>
    violation(rule, path, `the key ${show(key)}: ${problem}`, remedy),
  );
}

/**
 * YAML without quotes makes numbers of texts that are fine otherwise. What is not a scalar is not a
 * label in any case.
 */
function asText(value: unknown): string {
  return typeof value === 'string' ? value : show(value);
}
