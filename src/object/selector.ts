/** Selectors: labels and expressions by which objects are chosen. */
import { Finding, Rule, show, violation } from '../findings';
import { checkLabelKey, checkLabelMap, checkLabelValue } from './labels';
import { Fields, fieldsOf, isGiven, listOf, valuesOf } from './read';

const KEY_REMEDY = 'use a key such as kubernetes.io/arch';
const OF_LABELS = ['In', 'NotIn', 'Exists', 'DoesNotExist'];
const OPERATORS = [...OF_LABELS, 'Gt', 'Lt'];

/** What is asked of expressions beyond their form. */
export interface ExpressionOptions {
  /**
   * Whether the values of an expression may be no values of labels: then it chooses nothing, but
   * nobody objects.
   */
  readonly isPreference?: boolean;
}

/** Findings on a map of labels that choose. */
export function checkSelectorLabels(labels: unknown, path: string, rule: Rule): Finding[] {
  return checkLabelMap(labels, path, rule, KEY_REMEDY);
}

/** Findings on a key of a label that something is chosen by. */
export function checkSelectorKey(key: unknown, path: string, rule: Rule): Finding[] {
  return checkLabelKey(key, path, rule, KEY_REMEDY);
}

export function checkLabelSelector(selector: unknown, path: string, rule: Rule): Finding[] {
  const { matchLabels, matchExpressions } = fieldsOf(selector);
  return [
    ...checkSelectorLabels(matchLabels, `${path}.matchLabels`, rule),
    ...checkExpressions(matchExpressions, `${path}.matchExpressions`, rule),
    ...listOf(matchExpressions).flatMap(({ operator }, index) =>
      operator !== 'Gt' && operator !== 'Lt'
        ? []
        : [
            violation(
              rule,
              `${path}.matchExpressions[${index}].operator`,
              `${operator} is an operator for nodes`,
              `must be one of ${OF_LABELS.join(', ')}`,
            ),
          ],
    ),
  ];
}

/** Findings on expressions over labels. */
export function checkExpressions(
  list: unknown,
  path: string,
  rule: Rule,
  { isPreference = false }: ExpressionOptions = {},
): Finding[] {
  return listOf(list).flatMap(({ key, operator, values }, index) => {
    const at = `${path}[${index}]`;
    const given = valuesOf(values);
    const count = wantedCount(operator, given.length);
    return [
      ...checkSelectorKey(key, `${at}.key`, rule),
      ...checkOperator(operator, at, rule),
      ...(count === undefined
        ? []
        : [
            violation(
              rule,
              `${at}.values`,
              `the operator ${String(operator)} requires ${count}, but there are ${given.length}`,
              `use ${count}`,
            ),
          ]),
      ...(isPreference
        ? []
        : given.flatMap((value, place) => checkLabelValue(value, `${at}.values[${place}]`, rule))),
    ];
  });
}

/** Findings on an operator that is missing, or that there is not. */
export function checkOperator(
  operator: unknown,
  path: string,
  rule: Rule,
  operators: readonly string[] = OPERATORS,
): Finding[] {
  if (!isGiven(operator) || operator === '') {
    return [violation(rule, `${path}.operator`, 'there is no operator', 'add one, such as In')];
  }
  return operators.includes(operator as string)
    ? []
    : [
        violation(
          rule,
          `${path}.operator`,
          `${show(operator)} is not a valid operator`,
          `must be one of ${operators.join(', ')}`,
        ),
      ];
}

/** Findings on keys of labels whose values are those of the pod itself, beside the selector. */
export function checkLabelKeys(
  { labelSelector, matchLabelKeys, mismatchLabelKeys }: Fields,
  path: string,
  rule: Rule,
): Finding[] {
  const { matchLabels, matchExpressions } = fieldsOf(labelSelector);
  const mismatches = new Set(valuesOf(mismatchLabelKeys));
  const chosen = new Map<unknown, number>();
  for (const key of [
    ...Object.keys(fieldsOf(matchLabels)),
    ...listOf(matchExpressions).map((one) => one.key),
  ]) {
    chosen.set(key, (chosen.get(key) ?? 0) + 1);
  }
  const findings = (
    [
      ['matchLabelKeys', matchLabelKeys],
      ['mismatchLabelKeys', mismatchLabelKeys],
    ] as const
  ).flatMap(([name, list]) => {
    const keys = valuesOf(list);
    if (keys.length > 0 && !isGiven(labelSelector)) {
      return [
        violation(
          rule,
          `${path}.${name}`,
          `${name} is set without a labelSelector`,
          'set labelSelector as well',
        ),
      ];
    }
    return keys.flatMap((key, index) => checkSelectorKey(key, `${path}.${name}[${index}]`, rule));
  });
  return [
    ...findings,
    ...valuesOf(matchLabelKeys).flatMap((key, index) => {
      const at = `${path}.matchLabelKeys[${index}]`;
      if (mismatches.has(key)) {
        return [
          violation(
            rule,
            at,
            `${show(key)} is also one of the mismatchLabelKeys`,
            'remove it from one of them',
          ),
        ];
      }
      // The server adds an expression of its own for each key, and takes a key that stands twice
      // beside it for a mistake.
      return (chosen.get(key) ?? 0) > 1
        ? [
            violation(
              rule,
              at,
              `${show(key)} is also in the labelSelector`,
              'remove it from one of them',
            ),
          ]
        : [];
    }),
  ];
}

function wantedCount(operator: unknown, count: number): string | undefined {
  if ((operator === 'In' || operator === 'NotIn') && count === 0) return 'at least one value';
  if ((operator === 'Exists' || operator === 'DoesNotExist') && count > 0) return 'no values';
  return (operator === 'Gt' || operator === 'Lt') && count !== 1 ? 'exactly one value' : undefined;
}
