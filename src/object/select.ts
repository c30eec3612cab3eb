/** Labels and selectors compared as the API server compares them. */
import { Fields, fieldsOf, isGiven, listOf, textOf, valuesOf } from './read';
import { own } from '../kube';

/**
 * Whether a LabelSelector is for these labels. One that is not given is for nothing, an empty one
 * for everything; what is not an operator chooses nothing.
 */
export function selects(selector: unknown, labels: Fields): boolean {
  if (!isGiven(selector)) return false;
  const { matchLabels, matchExpressions } = fieldsOf(selector);
  return (
    Object.entries(fieldsOf(matchLabels)).every(([key, value]) => labelOf(labels, key) === value) &&
    listOf(matchExpressions).every((expression) => holds(expression, labels))
  );
}

function holds({ key, operator, values }: Fields, labels: Fields): boolean {
  const value = labelOf(labels, textOf(key));
  switch (operator) {
    case 'In':
      return value !== undefined && valuesOf(values).includes(value);
    case 'NotIn':
      return value === undefined || !valuesOf(values).includes(value);
    case 'Exists':
      return value !== undefined;
    case 'DoesNotExist':
      return value === undefined;
    default:
      return false;
  }
}

function labelOf(labels: Fields, key: string): unknown {
  return own(labels, key);
}
