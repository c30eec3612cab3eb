/** Fields of any data: what is not of the type that it should be counts as absent. */
import { Data, Labels } from './model';
import { isFields, textOf } from '../kube';

const NO_FIELDS: Data = Object.freeze({});
const NO_ITEMS: readonly unknown[] = Object.freeze([]);

/** The value, if it has fields; else nothing that has any. */
export function dataOf(value: unknown): Data {
  return isFields(value) ? value : NO_FIELDS;
}

/** The value at the end of a path of fields. */
export function dataAt(value: unknown, path: readonly string[]): Data {
  let one = dataOf(value);
  for (const field of path) one = dataOf(one[field]);
  return one;
}

/** The text, unless it is empty. */
export function someText(value: unknown): string | undefined {
  return textOf(value) || undefined;
}

export function itemsOf(value: unknown): readonly Data[] {
  const items = Array.isArray(value) ? (value as unknown[]) : NO_ITEMS;
  return items.every(isFields) ? items : items.filter(isFields);
}

export function textsOf(value: unknown): readonly string[] {
  const items = Array.isArray(value) ? (value as unknown[]) : NO_ITEMS;
  return items.every(isText) ? items : items.filter(isText);
}

/** The fields that are texts, as labels have to be. */
export function textFieldsOf(value: unknown): Labels {
  return (
    wantedLabels(value ?? NO_FIELDS) ??
    Object.fromEntries(
      Object.entries(dataOf(value)).filter(
        (pair): pair is [string, string] => typeof pair[1] === 'string',
      ),
    )
  );
}

/**
 * Labels to look for; undefined unless all of them are texts, since leaving one out would find more
 * than was meant.
 */
export function wantedLabels(value: unknown): Labels | undefined {
  if (!isFields(value)) return undefined;
  for (const name in value) if (!isText(value[name])) return undefined;
  return value as Labels;
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/** A number of things; undefined if it is none. */
export function countOf(value: unknown): number | undefined {
  const count = typeof value === 'bigint' ? Number(value) : value;
  return typeof count === 'number' && Number.isInteger(count) && count >= 0 ? count : undefined;
}
