/** Short content hashes for names that must change when their content does. */
import { sortKeys } from './sort-keys';

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
  return jsonOf(value) as string;
}

/** As `JSON.stringify` writes it, but for the order; nothing of what it leaves out. */
function jsonOf(value: unknown): string | undefined {
  if (typeof value === 'bigint') return `"${value}"`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const { toJSON } = value as { readonly toJSON?: unknown };
  if (typeof toJSON === 'function') return jsonOf(toJSON.call(value));
  let text = '';
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at++) {
      text += `${at === 0 ? '' : ','}${jsonOf(value[at]) ?? 'null'}`;
    }
    return `[${text}]`;
  }
  for (const key of inOrder(Object.keys(value))) {
    const json = jsonOf((value as { readonly [field: string]: unknown })[key]);
    if (json !== undefined) text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${json}`;
  }
  return `{${text}}`;
}

/** By their characters, behind those that objects have first: numbers by their size. */
function inOrder(keys: string[]): string[] {
  sortKeys(keys);
  if (!keys.some(isIndex)) return keys;
  return [
    ...keys.filter(isIndex).sort((a, b) => Number(a) - Number(b)),
    ...keys.filter((key) => !isIndex(key)),
  ];
}

function isIndex(key: string): boolean {
  return /^(?:0|[1-9][0-9]{0,9})$/.test(key) && Number(key) < 2 ** 32 - 1;
}
