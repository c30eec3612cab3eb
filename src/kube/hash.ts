/** Short content hashes for names that must change when their content does. */
import { Fields, setField } from './fields';
import { sortKeys } from './sort-keys';

/**
 * The first `length` characters of the hexadecimal SHA-256 of the parts, which are told apart
 * whatever they contain.
 */
export function shortHash(parts: readonly string[], length: number = 8): string {
  // It takes a while to load, and few manifests need it.
  const { createHash } = require('node:crypto') as typeof import('node:crypto');
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, length);
}

/** JSON that is the same for the same content, whatever the order of the fields. */
export function stableJson(value: unknown): string {
  return JSON.stringify(inOrder(value));
}

/** A copy with its fields in order, behind those that objects have first: numbers by their size. */
function inOrder(value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return value;
  const { toJSON } = value as { readonly toJSON?: unknown };
  if (typeof toJSON === 'function') return inOrder(toJSON.call(value));
  if (Array.isArray(value)) return value.map(inOrder);
  const keys = Object.keys(value);
  sortKeys(keys);
  const copy: Record<string, unknown> = {};
  for (const key of keys) setField(copy, key, inOrder((value as Fields)[key]));
  return copy;
}
