/** Short content hashes for names that must change when their content does. */
import { createHash } from 'node:crypto';

/** The first `length` characters of the hexadecimal SHA-256 of the parts, which are told apart whatever they contain. */
export function shortHash(parts: readonly string[], length: number = 8): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, length);
}
