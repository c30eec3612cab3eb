/**
 * Annotations: the names of known ones, and the limit of those of one object (k8s.io/apimachinery
 * `api/validation`).
 */
import { Fields, MAX_DEPTH, textOf } from './fields';

/** The most bytes that the annotations of an object may have together, keys and values. */
export const MAX_ANNOTATION_BYTES = 256 * 1024;

/** Where kubectl keeps the whole manifest. */
export const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';

/** The driver that has made a persistent volume. */
export const PROVISIONED_BY = 'pv.kubernetes.io/provisioned-by';

/** How many bytes annotations have; a value that is not a text has none. */
export function annotationBytes(annotations: Fields): number {
  return Object.entries(annotations).reduce(
    (size, [key, value]) => size + Buffer.byteLength(key) + Buffer.byteLength(textOf(value)),
    0,
  );
}

/** The most bytes that JSON makes of a character, and of anything that is not text. */
const MOST_OF_CHARACTER = 6;
const MOST_OF_SCALAR = 32;

/** Whether the JSON of a value has so few bytes for certain; a quick look, which writes nothing. */
export function isSurelyWithin(value: unknown, bytes: number): boolean {
  return rest(value, bytes, 0) >= 0;
}

/**
 * What is left of the bytes behind a value at its longest; less than nothing once they are used up.
 */
function rest(value: unknown, bytes: number, depth: number): number {
  if (bytes < 0) return bytes;
  if (depth > MAX_DEPTH) return -1;
  if (typeof value === 'string') return bytes - 2 - MOST_OF_CHARACTER * value.length;
  // Of what else JSON is not made of, nobody knows how long it is.
  if (typeof value === 'bigint' || typeof value === 'function') return -1;
  if (typeof value !== 'object' || value === null) return bytes - MOST_OF_SCALAR;
  if ('toJSON' in value) return -1;
  let left = bytes - 2;
  if (Array.isArray(value)) {
    for (const item of value) left = rest(item, left - 1, depth + 1);
    return left;
  }
  const fields = value as { readonly [key: string]: unknown };
  for (const key of Object.keys(fields)) {
    left = rest(fields[key], left - 4 - MOST_OF_CHARACTER * key.length, depth + 1);
  }
  return left;
}
