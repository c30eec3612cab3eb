/** Data that has fields: what JSON calls an object. */

/** Fields of any data. */
export type Fields = { readonly [field: string]: unknown };

/** Whether the value has fields: it is neither a list nor a word. */
export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Writes a field, whatever it is called: plain assignment would take `__proto__` for the prototype. */
export function setField(object: Record<string, unknown>, field: string, value: unknown): void {
  if (field === '__proto__') Object.defineProperty(object, field, { value, enumerable: true, configurable: true, writable: true });
  else object[field] = value;
}

/** The fields of a value; none of what has no fields. */
export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {};
}
