/** Kubernetes objects as plain data: what `build` returns and what ends up in the YAML. */
import { isFields } from './fields';

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

/** A reference that people read: `Kind/namespace/name`, or `Kind/name` where there is no namespace. */
export function describe(object: { kind: string; metadata: { name: string; namespace?: string } }): string {
  const { name, namespace } = object.metadata;
  return namespace ? `${object.kind}/${namespace}/${name}` : `${object.kind}/${name}`;
}

/**
 * A copy without the fields that are null or undefined, at any depth: the API server takes them for ones that are not there, and strict
 * readers of YAML do not. What is of a class of its own stays as it is.
 */
export function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isFields(value) || ![Object.prototype, null].includes(Object.getPrototypeOf(value))) return value;
  const fields = Object.entries(value).filter(([, field]) => field !== undefined && field !== null);
  return Object.fromEntries(fields.map(([name, field]) => [name, withoutNulls(field)]));
}

/** A copy without the fields that are undefined, at any depth: absent and undefined are the same in YAML. */
export function withoutUndefined<T>(value: T): T {
  if (Array.isArray(value)) return value.map(withoutUndefined) as T;
  if (value === null || typeof value !== 'object') return value;
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    const field = (value as Record<string, unknown>)[key];
    if (field !== undefined) copy[key] = typeof field === 'object' ? withoutUndefined(field) : field;
  }
  return copy as T;
}
