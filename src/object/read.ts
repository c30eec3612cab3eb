/**
 * Parts of a pod as they come: whatever their types are, asking for a part of them has an answer.
 */

import {
  Fields,
  fieldsOf,
  listOf,
  own,
  ParsedQuantity,
  parseQuantity,
  textOf,
  valuesOf,
} from '../kube';

export { Fields, fieldsOf, listOf, textOf, valuesOf };

/** Whether something is there: null and nothing are the same to the API server. */
export function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** The fields that are given, with their values. */
export function entriesOf(value: unknown): [name: string, value: unknown][] {
  return Object.entries(fieldsOf(value)).filter(([, one]) => isGiven(one));
}

/** The value without the fields that are not given. */
export function givenFields(value: unknown): Fields {
  return Object.fromEntries(entriesOf(value));
}

export function namesOf(value: unknown): string[] {
  return entriesOf(value).map(([name]) => name);
}

/** A field whose name is the user's: `constructor` is none of an object that has no such field. */
export function fieldOf(value: unknown, name: string): unknown {
  return own(fieldsOf(value), name);
}

export function textsOf(value: unknown): readonly string[] {
  const values = valuesOf(value);
  return values.every(isText) ? values : values.map(textOf);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/** A number; one that is none for what is none. */
export function numberOf(value: unknown): number {
  return typeof value === 'number' || typeof value === 'bigint' ? Number(value) : NaN;
}

/** What a quantity may be written as. */
export function isQuantityLike(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}

/** A quantity, which the API server takes with spaces around it; undefined for what is none. */
export function readQuantity(value: unknown): ParsedQuantity | undefined {
  if (!isQuantityLike(value)) return undefined;
  return parseQuantity(typeof value === 'string' ? value.trim() : value);
}
