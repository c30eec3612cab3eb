/** Selectors of nodes, as the affinities of pods and of persistent volumes have them. */
import { Finding, Rule, show, violation } from '../findings';
import { subdomainProblems } from '../kube';
import { Fields, fieldsOf, listOf, textOf, valuesOf } from './read';
import { checkExpressions, checkOperator, ExpressionOptions } from './selector';

/** Findings on a selector: terms of which any one suffices. */
export function checkNodeSelector(selector: unknown, path: string, rule: Rule): Finding[] {
  const terms = listOf(fieldsOf(selector).nodeSelectorTerms);
  return [
    ...(terms.length === 0
      ? [
          violation(
            rule,
            `${path}.nodeSelectorTerms`,
            'there is no term',
            'add at least one, or remove the affinity',
          ),
        ]
      : []),
    ...terms.flatMap((term, index) =>
      checkNodeTerm(term, `${path}.nodeSelectorTerms[${index}]`, rule),
    ),
  ];
}

/** Findings on a term: what has to hold of a node. */
export function checkNodeTerm(
  { matchExpressions, matchFields }: Fields,
  path: string,
  rule: Rule,
  options?: ExpressionOptions,
): Finding[] {
  return [
    ...checkExpressions(matchExpressions, `${path}.matchExpressions`, rule, options),
    ...listOf(matchFields).flatMap((one, index) =>
      fieldFindings(one, `${path}.matchFields[${index}]`, rule),
    ),
  ];
}

function fieldFindings({ key, operator, values }: Fields, path: string, rule: Rule): Finding[] {
  const given = valuesOf(values);
  return [
    ...(key === 'metadata.name'
      ? []
      : [
          violation(
            rule,
            `${path}.key`,
            `nodes cannot be selected by the field ${show(key)}`,
            'set metadata.name',
          ),
        ]),
    ...checkOperator(operator, path, rule, ['In', 'NotIn']),
    ...(given.length === 1
      ? []
      : [
          violation(
            rule,
            `${path}.values`,
            `a field is compared with a single value, not ${given.length}`,
            'keep one',
          ),
        ]),
    ...(key === 'metadata.name'
      ? given.flatMap((value, index) =>
          subdomainProblems(textOf(value)).map((problem) =>
            violation(
              rule,
              `${path}.values[${index}]`,
              `${show(value)}: ${problem}`,
              'use the name of a node',
            ),
          ),
        )
      : []),
  ];
}
