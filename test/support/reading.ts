/** Reading manifests whose shape is not known yet. */

/** Told of a problem: the field and what is wrong with it. */
export type Report = (path: string, message: string) => void;

/** An object of JSON. */
export interface Fields {
  readonly [field: string]: unknown;
}

/** Whether the value has fields. */
export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value that the fields lead to, or undefined if one of them is not there. */
export function get(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce((inner, field) => (isFields(inner) ? inner[field] : undefined), value);
}

/** The value if it is a list, or an empty one. */
export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The path of a field or an item: `spec.ports[0]`, `metadata.labels["app.kubernetes.io/name"]`. */
export function child(path: string, key: string | number): string {
  if (typeof key === 'number') return `${path}[${key}]`;
  if (!/^\w+$/.test(key)) return `${path}[${JSON.stringify(key)}]`;
  return path === '' ? key : `${path}.${key}`;
}

/**
 * Visits everything below a value, with its path and the field that it is in; the items of a list
 * are in the list's field.
 */
export function walk(
  value: unknown,
  visit: (path: string, key: string, value: unknown) => void,
  path: string = '',
  key: string = '',
): void {
  visit(path, key, value);
  if (Array.isArray(value)) {
    value.forEach((item, index) => walk(item, visit, child(path, index), key));
  } else if (isFields(value)) {
    Object.entries(value).forEach(([field, inner]) =>
      walk(inner, visit, child(path, field), field),
    );
  }
}
