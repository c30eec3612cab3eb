/** The comparison of two values by what they say. */
import { isFields } from './fields';

/**
 * Whether two values are the same, whatever the order of their keys is. A field that is undefined
 * is none.
 */
export function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a)) {
    if (!Array.isArray(b) || a.length !== b.length) return false;
    for (let at = 0; at < a.length; at += 1) if (!isSame(a[at], b[at])) return false;
    return true;
  }
  if (!isFields(a) || !isFields(b)) return false;
  let more = 0;
  for (const key in a) {
    if (a[key] === undefined) continue;
    if (!Object.hasOwn(b, key) || !isSame(a[key], b[key])) return false;
    more += 1;
  }
  for (const key in b) if (b[key] !== undefined) more -= 1;
  return more === 0;
}
