/** The metadata of an object whose name is a subdomain, as most names are. */
import { Finding, Rule, show, violation, ServerAnswer } from '../findings';
import { labelProblems, subdomainProblems } from '../kube';
import { AnnotationRules, checkAnnotationMap, checkLabelMap } from './labels';
import { fieldsOf, isGiven, textOf } from './read';

interface MetadataRules extends AnnotationRules {
  readonly name: Rule;
  readonly namespace: Rule;
}

/**
 * Findings on metadata. An object without a name has one that the server makes, by `generateName`.
 */
export function checkMetadata(metadata: unknown, rules: MetadataRules): Finding[] {
  const { name, generateName, namespace, labels, annotations } = fieldsOf(metadata);
  const isNameless = textOf(name) === '' && textOf(generateName) !== '';
  return [
    ...(isNameless ? [] : checkSubdomain(name, 'metadata.name', rules.name)),
    ...(!isGiven(namespace) || namespace === ''
      ? []
      : checkNamespaceName(namespace, 'metadata.namespace', rules.namespace)),
    ...checkLabelMap(labels, 'metadata.labels', rules.label),
    ...checkAnnotationMap(annotations, 'metadata.annotations', rules),
  ];
}

export function checkSubdomain(name: unknown, path: string, rule: Rule): Finding[] {
  if (typeof name !== 'string' || name === '') {
    return [
      violation(
        rule,
        path,
        isGiven(name) ? `${show(name)} is not a valid name` : 'there is no name',
        'use a name of lower-case letters, digits and dashes',
      ),
    ];
  }
  return subdomainProblems(name).map((problem) =>
    violation(
      rule,
      path,
      `${show(name)}: ${problem}`,
      'use a name of at most 253 lower-case letters, digits, dashes and dots',
    ),
  );
}

/** What to do about a name that is no label. */
export const USE_A_LABEL = 'use at most 63 lower-case letters, digits and dashes';

export function checkLabelName(
  name: unknown,
  path: string,
  rule: Rule,
  server?: ServerAnswer,
): Finding[] {
  if (name === undefined || name === null) {
    return [violation(rule, path, 'there is no name', USE_A_LABEL, server)];
  }
  return labelProblems(textOf(name)).map((problem) =>
    violation(rule, path, `${show(name)}: ${problem}`, USE_A_LABEL, server),
  );
}

export function checkNamespaceName(namespace: unknown, path: string, rule: Rule): Finding[] {
  return labelProblems(textOf(namespace)).map((problem) =>
    violation(
      rule,
      path,
      `${show(namespace)}: ${problem}`,
      'use the name of a namespace: at most 63 lower-case letters, digits and dashes',
    ),
  );
}
