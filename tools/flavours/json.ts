/** JSON with its keys in order, as npm and jsii write it. */

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

interface JsonObject {
  readonly [key: string]: Json;
}

/** The same value, with all keys in order. */
export function sorted<T extends Json>(value: T): T {
  if (Array.isArray(value)) return value.map((one: Json) => sorted(one)) as unknown as T;
  if (typeof value !== 'object' || value === null) return value;
  const object = value as JsonObject;
  const entries = Object.keys(object)
    .sort()
    .map((key) => [key, sorted(object[key])] as const);
  return Object.fromEntries(entries) as unknown as T;
}
