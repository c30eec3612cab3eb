/** Kubernetes objects as plain data: what `build` returns and what ends up in the YAML. */
import { Fields, fieldsOf, isFields, setField } from './fields';

/** The part of `metadata` that this library writes; further fields pass through. */
export interface ObjectMeta {
  readonly name: string;
  readonly namespace?: string;
  readonly labels?: { readonly [key: string]: string };
  readonly annotations?: { readonly [key: string]: string };
  readonly [field: string]: unknown;
}

export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: ObjectMeta;
  readonly [field: string]: unknown;
}

/** Whether an object was read from a server, which has taken it. */
export function isStored({ metadata }: Fields): boolean {
  const { uid, resourceVersion } = fieldsOf(metadata);
  return typeof uid === 'string' && typeof resourceVersion === 'string';
}

/**
 * A reference that people read: `Kind/namespace/name`, or `Kind/name` where there is no namespace.
 */
export function kindAndName(object: { kind: string; namespace?: string; name: string }): string {
  const { kind, namespace, name } = object;
  return namespace ? `${kind}/${namespace}/${name}` : `${kind}/${name}`;
}

/**
 * A copy without the fields that are null or undefined, at any depth: the API server takes them for
 * ones that are not there, and strict readers of YAML do not. What is of a class of its own stays
 * as it is.
 */
export function withoutNulls(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(withoutNulls);
  const prototype: unknown = Object.getPrototypeOf(value);
  if (!isFields(value) || (prototype !== Object.prototype && prototype !== null)) return value;
  const kept: Record<string, unknown> = {};
  for (const name of Object.keys(value)) {
    const field = value[name];
    if (field !== undefined && field !== null) setField(kept, name, withoutNulls(field));
  }
  return kept;
}

/**
 * The same without the fields that are undefined, at any depth: absent and undefined are the same
 * in YAML. What has no such fields is not copied.
 */
export function withoutUndefined<T>(value: T): T {
  return defined(value) as T;
}

function defined(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    let items: unknown[] | undefined;
    for (let at = 0; at < value.length; at++) {
      const item = defined(value[at]);
      if (items === undefined && item !== value[at]) items = value.slice(0, at);
      items?.push(item);
    }
    return items ?? value;
  }
  const fields = value as Fields;
  const keys = Object.keys(fields);
  // Of a class of its own, the fields are taken, and it is left.
  let copy: Record<string, unknown> | undefined = isOfClass(fields) ? {} : undefined;
  for (let at = 0; at < keys.length; at++) {
    const field = fields[keys[at]];
    const kept = defined(field);
    if (copy === undefined && (kept !== field || kept === undefined)) {
      copy = {};
      for (let before = 0; before < at; before++) {
        setField(copy, keys[before], fields[keys[before]]);
      }
    }
    if (copy !== undefined && kept !== undefined) setField(copy, keys[at], kept);
  }
  return copy ?? fields;
}

function isOfClass(value: object): boolean {
  return Object.getPrototypeOf(value) !== Object.prototype;
}
