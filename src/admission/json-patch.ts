/** JSON patches as expressions: what a MutatingAdmissionPolicy does to an object. */
import { Cel, literal } from './cel';

/** Data that a patch adds: expressions in lists and fields. */
type PatchData = Cel | readonly PatchData[] | { readonly [field: string]: PatchData };

/**
 * The operation that adds a value. A list that is a value itself has no objects in it: the engines
 * up to Kubernetes 1.36 panic over one. Add the empty list, and the objects one by one.
 */
export function add(path: Cel, value: PatchData): Cel {
  return `JSONPatch{op: "add", path: ${path}, value: ${dataOf(value, 'Object')}}`;
}

/** The path to fields and places of lists, in the form of a JSON pointer. */
export function pointer(...fields: readonly string[]): Cel {
  return literal(
    fields.map((field) => `/${field.replaceAll('~', '~0').replaceAll('/', '~1')}`).join(''),
  );
}

/**
 * Fields are written as objects with types of their own: a map would have values of one type only.
 */
function dataOf(value: PatchData, type: string): Cel {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) {
    return `[${value.map((one: PatchData) => dataOf(one, type)).join(', ')}]`;
  }
  const fields = Object.entries(value).map(
    ([field, one]) => `${field}: ${dataOf(one as PatchData, `${type}.${field}`)}`,
  );
  return `${type}{${fields.join(', ')}}`;
}
