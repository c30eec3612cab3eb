/**
 * How values look after Go's types for them were read from JSON and written again: what is empty vanishes, unless its type keeps it.
 *
 * go-types.json holds the types of k8s.io/api 0.36.3 that a pod template or a claim is made of, by reflection: for each field its
 * Go type, and a question mark where it is left out when it is empty (`omitempty`). Embedded types are spelled out.
 */
import { goQuantity } from '../kube';
import { entry, isObject, kindOf, setField } from './values';

/**
 * The value as Kubernetes writes it, if it is of the named type: `Volume`, `Affinity`, `PodSpec`, or in Go's notation
 * `[]Volume`, `map[string]string`. Fields that the type does not know stay as they are, and so do values of another type.
 */
export function asGoWrites(type: string, value: unknown): unknown {
  if (type.startsWith('*')) return kindOf(value) === 'null' ? null : asGoWrites(type.slice(1), value);
  if (type.startsWith('[]')) return writeList(type.slice(2), value);
  if (type.startsWith(MAP)) return writeMap(type.slice(MAP.length), value);
  const fields = entry(types(), type);
  if (fields) return writeStruct(fields, value);
  if (kindOf(value) === 'null') return Object.hasOwn(ZERO, type) ? ZERO[type] : null;
  return type === 'Quantity' ? writeQuantity(value) : value;
}

type Fields = { readonly [field: string]: string };

const MAP = 'map[string]';
/** What a value of these types is when it was never set. Of a time that was not, Go writes null. */
const ZERO: { readonly [type: string]: unknown } = { string: '', int: 0, float: 0, bool: false, Quantity: '0', IntOrString: 0 };

function writeStruct(fields: Fields, value: unknown): unknown {
  const given = kindOf(value) === 'null' ? {} : value;
  if (!isObject(given)) return given;
  const written: Record<string, unknown> = {};
  for (const name of Object.keys(given)) {
    const type = entry(fields, name);
    if (type === undefined) setField(written, name, given[name]);
    else if (!type.endsWith('?')) written[name] = asGoWrites(type, given[name]);
    else if (!isEmpty(type.slice(0, -1), given[name])) written[name] = asGoWrites(type.slice(0, -1), given[name]);
  }
  for (const [name, type] of Object.entries(fields)) {
    if (Object.hasOwn(given, name)) continue;
    if (!type.endsWith('?')) written[name] = asGoWrites(type, undefined);
    // Go knows no empty struct: what is in there is written, however little it is.
    else if (isStruct(type.slice(0, -1))) written[name] = asGoWrites(type.slice(0, -1), undefined);
  }
  return written;
}

function isStruct(type: string): boolean {
  return Object.hasOwn(types(), type) || type === 'Quantity' || type === 'IntOrString' || type === 'Time';
}

/** Empty in the sense of `omitempty`: a pointer to something is never empty, whatever it points to. */
function isEmpty(type: string, value: unknown): boolean {
  if (isStruct(type)) return false;
  if (kindOf(value) === 'null') return true;
  if (type.startsWith('*')) return false;
  if (Array.isArray(value)) return value.length === 0;
  if (isObject(value)) return Object.keys(value).length === 0;
  return value === '' || value === 0 || value === 0n || value === false;
}

function writeList(type: string, value: unknown): unknown {
  if (kindOf(value) === 'null') return null;
  return Array.isArray(value) ? value.map((item) => asGoWrites(type, item)) : value;
}

function writeMap(type: string, value: unknown): unknown {
  if (kindOf(value) === 'null') return null;
  if (!isObject(value)) return value;
  const written: Record<string, unknown> = {};
  for (const key of Object.keys(value)) setField(written, key, asGoWrites(type, value[key]));
  return written;
}

/** What is no quantity would not have come this far. */
function writeQuantity(value: unknown): unknown {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint' ? goQuantity(value) ?? value : value;
}

let table: { readonly [type: string]: Fields } | undefined;

function types(): { readonly [type: string]: Fields } {
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  const load = (): typeof import('./go-types.json') => require('./go-types.json');
  return table ??= load() as unknown as { readonly [type: string]: Fields };
}
