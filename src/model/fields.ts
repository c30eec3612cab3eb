/**
 * The types of the fields that manifests have: without those that only the server writes, and with
 * named types spelled out, so that a text is a `string` whatever Go calls it.
 */
import { BYTES, elementOf, fieldType, goTypes, underlying } from './go-types';
import { isTypeOfKind } from './kind-facts';
import { entry, GoFields, table } from './table';

/** Fields, each with its type. */
export type StructFields = { readonly [field: string]: string };

/** What a list or a map holds. */
export interface ElementType {
  readonly kind: 'list' | 'map';
  readonly type: string;
}

/** A type, taken apart once. */
export interface TypeParts {
  /** Without its pointer. */
  readonly plain: string;
  /** What it holds, if it is a list or a map. */
  readonly element: ElementType | undefined;
  /** Those of a struct; none of a pointer to one. */
  readonly fields: StructFields | undefined;
}

const PARTS = new Map<string, TypeParts>();

export function partsOf(type: string): TypeParts {
  const known = PARTS.get(type);
  if (known) return known;
  const plain = type.startsWith('*') ? type.slice(1) : type;
  const element = elementOf(plain);
  const struct = underlying(goTypes(), type);
  const parts: TypeParts = {
    plain,
    element:
      element === undefined || element.kind === 'pointer'
        ? undefined
        : { kind: element.kind, type: spelledOut(element.type) },
    fields: typeof struct === 'string' ? undefined : fieldsOfManifests(type, struct),
  };
  PARTS.set(type, parts);
  return parts;
}

/** What only the server writes of metadata, whatever a manifest says. */
const WRITTEN_BY_SERVER = [
  'creationTimestamp',
  'deletionGracePeriodSeconds',
  'deletionTimestamp',
  'generation',
  'managedFields',
  'resourceVersion',
  'selfLink',
  'uid',
];

function fieldsOfManifests(type: string, struct: GoFields): StructFields {
  const isLeftOut = (field: string) =>
    type === 'ObjectMeta'
      ? WRITTEN_BY_SERVER.includes(field)
      : field === 'status' && isTypeOfKind(type);
  return Object.fromEntries(
    Object.entries(struct)
      .filter(([field]) => !isLeftOut(field))
      .map(([field, declared]) => [field, spelledOut(fieldType(declared).type)]),
  );
}

/** A type without names but those of structs. Bytes are written as text. */
function spelledOut(type: string): string {
  if (type.startsWith('*')) return `*${spelledOut(type.slice(1))}`;
  if (type === BYTES) return 'string';
  const made = underlying(goTypes(), type);
  return typeof made !== 'string' || made === type ? type : spelledOut(made);
}

/** The fields of a struct, each with its type. */
export function structFields(type: string): StructFields | undefined {
  return partsOf(type).fields;
}

/** The type without its pointer. */
export function pointee(type: string): string {
  return partsOf(type).plain;
}

/** The type of the items of a list, or of the values of a map. */
export function elementType(type: string): ElementType | undefined {
  return partsOf(type).element;
}

/** The fields that a struct must have. */
export function requiredOf(type: string): readonly string[] {
  return entry(table().required, type) ?? [];
}

const ENUMS = new Map<string, ReadonlyMap<string, readonly unknown[]>>();

/**
 * The values that fields of a struct take, where they are few; of the items of a list by `field[]`.
 */
export function enumsOf(type: string): ReadonlyMap<string, readonly unknown[]> {
  let enums = ENUMS.get(type);
  if (!enums) ENUMS.set(type, (enums = readEnums(type)));
  return enums;
}

function readEnums(type: string): ReadonlyMap<string, readonly unknown[]> {
  const { enums } = table();
  const found = new Map<string, readonly unknown[]>();
  for (const [field, declared] of Object.entries(entry(goTypes(), type) ?? {})) {
    const [, list, name] = /^\*?(\[\])?([^?]*)/.exec(declared as string)!;
    const values = entry(enums, `${type}.${field}`) ?? entry(enums, name);
    if (values) found.set(list === undefined ? field : `${field}[]`, values);
  }
  return found;
}
