/** Data that has fields: what JSON calls an object. */

export type Fields = { readonly [field: string]: unknown };

/**
 * How deep lists and mappings may lie in each other. Kubernetes' own objects are some 30 deep at
 * most.
 */
export const MAX_DEPTH = 500;

/** Whether lists and mappings lie deeper in each other than that, or without end. */
export function isTooDeep(value: unknown, depth: number = 0): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (depth > MAX_DEPTH) return true;
  if (Array.isArray(value)) return value.some((item) => isTooDeep(item, depth + 1));
  return Object.keys(value).some((key) => isTooDeep((value as Fields)[key], depth + 1));
}

/** Whether the value has fields: it is neither a list nor a word. */
export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Writes a field, whatever it is called: plain assignment would take `__proto__` for the prototype.
 */
export function setField(object: Record<string, unknown>, field: string, value: unknown): void {
  if (field === '__proto__') {
    Object.defineProperty(object, field, {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  } else {
    object[field] = value;
  }
}

/** The fields of a value; none of what has no fields. */
export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {};
}

/**
 * The value with another one at a path of fields: a copy of all that is above it, with the fields
 * that were not there; the value itself where nothing changes.
 */
export function changedAt<T>(
  value: T,
  path: readonly string[],
  change: (one: unknown) => unknown,
  depth: number = 0,
): T {
  if (depth === path.length) return change(value) as T;
  if (!isFields(value) && value !== undefined && value !== null) return value;
  const fields = fieldsOf(value);
  const before = own(fields, path[depth]);
  const after = changedAt(before, path, change, depth + 1);
  return after === before ? value : ({ ...fields, [path[depth]]: after } as T);
}

/**
 * What an object has of its own by that name: `constructor` and `__proto__` are names like others.
 */
export function own<T>(
  fields: { readonly [name: string]: T } | undefined,
  name: string,
): T | undefined {
  return fields && Object.hasOwn(fields, name) ? fields[name] : undefined;
}

/** The entries of a list; no entries for any other value. */
export function valuesOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function listOf(value: unknown): readonly Fields[] {
  const values = valuesOf(value);
  return values.every(isFields) ? values : values.map(fieldsOf);
}

/** A text; an empty one for any other value. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
