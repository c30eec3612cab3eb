/** Selectors: labels and expressions by which nodes and pods are chosen. */
import { Finding, show, violation } from '../findings';
import { checkLabelKey, checkLabelMap, checkLabelValue } from './labels';
import { Fields, fieldsOf, isGiven, listOf, valuesOf } from './read';
import { POD_RULES as RULES } from './rules';

const KEY_REMEDY = 'give a key such as kubernetes.io/arch';

/** What is asked of expressions beyond their form. */
export interface ExpressionOptions {
  /** Whether the values of an expression may be no values of labels: then it chooses nothing, but nobody objects. */
  readonly isPreference?: boolean;
}

/** Findings on a map of labels that choose. */
export function checkSelectorLabels(labels: unknown, path: string): Finding[] {
  return checkLabelMap(labels, path, RULES.scheduling, KEY_REMEDY);
}

/** Findings on a key of a label that something is chosen by. */
export function checkSelectorKey(key: unknown, path: string): Finding[] {
  return checkLabelKey(key, path, RULES.scheduling, KEY_REMEDY);
}

/** Findings on a selector of objects. */
export function checkLabelSelector(selector: unknown, path: string): Finding[] {
  const { matchLabels, matchExpressions } = fieldsOf(selector);
  return [
    ...checkSelectorLabels(matchLabels, `${path}.matchLabels`),
    ...checkExpressions(matchExpressions, `${path}.matchExpressions`),
    ...listOf(matchExpressions).flatMap(({ operator }, index) => operator !== 'Gt' && operator !== 'Lt' ? []
      : [wrong(`${path}.matchExpressions[${index}].operator`, `pods are not chosen by ${operator}`, 'give In, NotIn, Exists or DoesNotExist')]),
  ];
}

/** Findings on expressions over labels. Words that are no operator are the business of the choices. */
export function checkExpressions(list: unknown, path: string, { isPreference = false }: ExpressionOptions = {}): Finding[] {
  return listOf(list).flatMap(({ key, operator, values }, index) => {
    const at = `${path}[${index}]`;
    const given = valuesOf(values);
    const count = wantedCount(operator, given.length);
    return [
      ...checkSelectorKey(key, `${at}.key`),
      ...checkOperator(operator, at),
      ...count === undefined ? [] : [wrong(`${at}.values`, `the operator ${String(operator)} takes ${count}, but there are ${given.length}`, `give ${count}`)],
      ...isPreference ? [] : given.flatMap((value, place) => checkLabelValue(value, `${at}.values[${place}]`, RULES.scheduling)),
    ];
  });
}

/** Findings on an operator that is missing. */
export function checkOperator(operator: unknown, path: string): Finding[] {
  return isGiven(operator) ? [] : [wrong(`${path}.operator`, 'there is no operator', 'give one, such as In')];
}

/** Findings on keys of labels whose values are those of the pod itself, beside the selector. */
export function checkLabelKeys({ labelSelector, matchLabelKeys, mismatchLabelKeys }: Fields, path: string): Finding[] {
  const { matchLabels, matchExpressions } = fieldsOf(labelSelector);
  const mismatches = valuesOf(mismatchLabelKeys);
  const chosen = [...Object.keys(fieldsOf(matchLabels)), ...listOf(matchExpressions).map(({ key }) => key)];
  const findings = ([['matchLabelKeys', matchLabelKeys], ['mismatchLabelKeys', mismatchLabelKeys]] as const).flatMap(([name, list]) => {
    const keys = valuesOf(list);
    if (keys.length > 0 && !isGiven(labelSelector)) return [wrong(`${path}.${name}`, `${name} is given without a labelSelector`, 'give labelSelector as well')];
    return keys.flatMap((key, index) => checkSelectorKey(key, `${path}.${name}[${index}]`));
  });
  return [...findings, ...valuesOf(matchLabelKeys).flatMap((key, index) => {
    const at = `${path}.matchLabelKeys[${index}]`;
    if (mismatches.includes(key)) return [wrong(at, `${show(key)} is one of the mismatchLabelKeys as well`, 'leave it out of one of them')];
    // The server adds an expression of its own for each key, and takes a key that stands twice beside it for a mistake.
    return chosen.filter((one) => one === key).length > 1 ? [wrong(at, `${show(key)} is chosen by the labelSelector as well`, 'leave it out of one of them')] : [];
  })];
}

function wantedCount(operator: unknown, count: number): string | undefined {
  if ((operator === 'In' || operator === 'NotIn') && count === 0) return 'at least one value';
  if ((operator === 'Exists' || operator === 'DoesNotExist') && count > 0) return 'no values';
  return (operator === 'Gt' || operator === 'Lt') && count !== 1 ? 'exactly one value' : undefined;
}

function wrong(path: string, message: string, remedy: string): Finding {
  return violation(RULES.scheduling, path, message, remedy);
}
