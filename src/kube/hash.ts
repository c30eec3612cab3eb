/** Short content hashes for names that must change when their content does. */

/**
 * The first `length` characters of the hexadecimal SHA-256 of the parts, which are told apart
 * whatever they contain.
 */
export function shortHash(parts: readonly string[], length: number = 8): string {
  // It takes a while to load, and few manifests need it.
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  const { createHash } = require('node:crypto') as typeof import('node:crypto');
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, length);
}

/** JSON that is the same for the same content, whatever the order of the fields. */
export function stableJson(value: unknown): string {
  return JSON.stringify(value, (_key, one: unknown) => {
    if (typeof one === 'bigint') return String(one);
    if (typeof one !== 'object' || one === null || Array.isArray(one)) return one;
    return Object.fromEntries(
      Object.keys(one)
        .sort()
        .map((key) => [key, (one as { readonly [field: string]: unknown })[key]]),
    );
  });
}
