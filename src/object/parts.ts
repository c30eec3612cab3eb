/**
 * The fields of pods, claims, persistent volumes and classes and of all their parts, with their
 * types: read off the types of Go.
 */
import { BYTES, elementOf, fieldType, goTypes, underlying } from '../model';

/** Fields that only the server writes: what manifests have there means nothing, and is taken. */
const OF_SERVER: { readonly [part: string]: readonly string[] } = {
  ObjectMeta: ['managedFields'],
  PersistentVolume: ['status'],
  PersistentVolumeClaim: ['status'],
};
/** What is called something else here. */
const TYPES: { readonly [type: string]: string } = {
  string: 'text',
  bool: 'flag',
  Quantity: 'quantity',
  IntOrString: 'port',
  Time: 'text',
  MicroTime: 'text',
  EphemeralContainer: 'any',
};

const known = new Map<string, ReadonlyMap<string, string>>();

/**
 * The fields of a part such as `PodSpec`, with their types: `text`, `flag`, `int32`, `int64`,
 * `quantity`, `port` (a number or a name), `any`, or another part; `[]` behind it makes a list,
 * `{}` a map.
 */
export function fieldsOfPart(part: string): ReadonlyMap<string, string> {
  let fields = known.get(part);
  if (!fields) {
    const struct = underlying(goTypes(), part);
    const declared = Object.entries(typeof struct === 'string' ? {} : struct);
    fields = new Map(
      declared.map(([field, type]) => [
        field,
        OF_SERVER[part]?.includes(field) === true ? 'any' : typeOf(fieldType(type).type),
      ]),
    );
    known.set(part, fields);
  }
  return fields;
}

function typeOf(type: string): string {
  if (Object.hasOwn(TYPES, type)) return TYPES[type];
  const element = elementOf(type);
  if (element?.kind === 'pointer') return typeOf(element.type);
  // Bytes are written as text.
  if (type === BYTES) return 'text';
  if (element) return `${typeOf(element.type)}${element.kind === 'list' ? '[]' : '{}'}`;
  const made = underlying(goTypes(), type);
  return typeof made === 'string' && made !== type ? typeOf(made) : type;
}
