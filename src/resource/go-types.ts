/**
 * The types of Go that Kubernetes' objects are made of, as go-types.json holds them: k8s.io/api
 * 0.36.3, by reflection (`npm run go-types`).
 *
 * A struct is known by its fields: for each its Go type, and a question mark where it is left out
 * when it is empty (`omitempty`); embedded types are spelled out. What else has a name is known by
 * what it is made of. Names are those of the package `v1`, unless they say another. `Quantity`,
 * `IntOrString` and `Time` read themselves, and `any` takes everything.
 */
import { entry } from './values';

/** The fields of a struct. */
export type GoFields = { readonly [field: string]: string };
/** Types by their names: structs, and others by what they are made of. */
export type GoTypes = { readonly [name: string]: GoFields | string };

let table: GoTypes | undefined;

/** The types that pod templates, claims, persistent volumes and classes are made of. */
export function goTypes(): GoTypes {
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  const load = (): typeof import('./go-types.json') => require('./go-types.json');
  return (table ??= load() as unknown as GoTypes);
}

/**
 * What a type is made of: a struct by its fields, or a text such as `int32`, `[]Volume`,
 * `map[string]string`. Unknown types are themselves.
 */
export function underlying(types: GoTypes, type: string): GoFields | string {
  const known = entry(types, type);
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
  return Object.hasOwn(types, type) && !type.includes('.') ? `v1.${type}` : type;
}
