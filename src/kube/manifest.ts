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

/** One Kubernetes object. */
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
export function describe(object: {
  kind: string;
  metadata: { name: string; namespace?: string };
}): string {
  const { name, namespace } = object.metadata;
  return namespace ? `${object.kind}/${namespace}/${name}` : `${object.kind}/${name}`;
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
 * A copy without the fields that are undefined, at any depth: absent and undefined are the same in
 * YAML.
 */
export function withoutUndefined<T>(value: T): T {
  if (Array.isArray(value)) return value.map(withoutUndefined) as T;
  if (value === null || typeof value !== 'object') return value;
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    const field = (value as Record<string, unknown>)[key];
    if (field !== undefined) {
      setField(copy, key, typeof field === 'object' ? withoutUndefined(field) : field);
    }
  }
  return copy as T;
}
