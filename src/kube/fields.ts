/** Data that has fields: what JSON calls an object. */

/** Fields of any data. */
export type Fields = { readonly [field: string]: unknown };

/** Whether the value has fields: it is neither a list nor a word. */
export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The fields of a value; none of what has no fields. */
export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {};
}
