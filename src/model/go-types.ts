/**
 * The types of Go that Kubernetes' objects are made of, as `kubernetes.json` holds them: k8s.io/api
 * 0.36.3, by reflection.
 *
 * A struct is known by its fields: for each its Go type, and a question mark where it is left out
 * when it is empty (`omitempty`); embedded types are spelled out. What else has a name is known by
 * what it is made of. Names are those of the package `v1`, unless they say another, and with their
 * group where several types have one name: `flowcontrol/Subject`. `Quantity`, `IntOrString`, `Time`
 * and `MicroTime` read themselves, and `any` takes everything.
 */
import { GoFields, GoTypes, table } from './table';
import { own } from '../kube';

export type { GoFields, GoTypes } from './table';

/** Bytes, which JSON has as text in base64. */
export const BYTES = '[]byte';

/** What a value of these types is when it was never set. Of a time that was not, Go writes null. */
export const ZERO: { readonly [type: string]: unknown } = {
  string: '',
  int: 0,
  int32: 0,
  int64: 0,
  float64: 0,
  bool: false,
  Quantity: '0',
  IntOrString: 0,
};

export function goTypes(): GoTypes {
  return table().types;
}

/**
 * What a type is made of: a struct by its fields, or a text such as `int32`, `[]Volume`,
 * `map[string]string`. Unknown types are themselves.
 */
export function underlying(types: GoTypes, type: string): GoFields | string {
  const known = own(types, type);
  return typeof known === 'string' ? underlying(types, known) : (known ?? type);
}

/** The type of a field without its question mark, and whether it has one. */
export function fieldType(declared: string): {
  readonly type: string;
  readonly omitEmpty: boolean;
} {
  return declared.endsWith('?')
    ? { type: declared.slice(0, -1), omitEmpty: true }
    : { type: declared, omitEmpty: false };
}

/**
 * What a pointer points to, what a list lists, what a map maps to; undefined if the type is none of
 * these.
 */
export function elementOf(
  type: string,
): { readonly kind: 'pointer' | 'list' | 'map'; readonly type: string } | undefined {
  const prefix = PREFIX.exec(type)?.[0];
  if (prefix === undefined) return undefined;
  return {
    kind: prefix === '*' ? 'pointer' : prefix === '[]' ? 'list' : 'map',
    type: type.slice(prefix.length),
  };
}

const PREFIX = /^(\*|\[\]|map\[[^\]]*\])/;

/** The type as Go prints it: `v1.PodSpec`, `[]v1.Container`, `int32`. */
export function goName(types: GoTypes, type: string): string {
  const prefix = PREFIX.exec(type)?.[0];
  if (prefix?.startsWith('map')) {
    return `map[${goName(types, prefix.slice(4, -1))}]${goName(types, type.slice(prefix.length))}`;
  }
  if (prefix !== undefined) return prefix + goName(types, type.slice(prefix.length));
  return Object.hasOwn(types, type) && !type.includes('.')
    ? `v1.${type.slice(type.indexOf('/') + 1)}`
    : type;
}
