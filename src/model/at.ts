/** Values at a path of fields: `spec.template.spec`. */
import { Fields, fieldsOf, isFields, own, ParsedQuantity, parseQuantity } from '../kube';

export function at(object: Fields, path: string): unknown {
  let value: unknown = object;
  for (const field of fieldsIn(path)) value = isFields(value) ? own(value, field) : undefined;
  return value;
}

const PATHS = new Map<string, readonly string[]>();

/** The fields of a path; those of the program's own are taken apart once. */
function fieldsIn(path: string): readonly string[] {
  const known = PATHS.get(path);
  if (known) return known;
  const fields = path.split('.');
  PATHS.set(path, fields);
  return fields;
}

/** The fields at a path; none if there are none. */
export function fieldsAt(object: Fields, path: string): Fields {
  return fieldsOf(at(object, path));
}

export function listAt(object: Fields, path: string): readonly Fields[] {
  const list = at(object, path);
  return Array.isArray(list) ? list.map((item) => fieldsOf(item)) : [];
}

/** A quantity at a path that is written as a text. */
export function quantityAt(object: Fields, path: string): ParsedQuantity | undefined {
  const value = at(object, path);
  return typeof value === 'string' ? parseQuantity(value) : undefined;
}
