/**
 * Limits of a ConfigMap: keys that can be names of files, and less than a megabyte
 * (k8s.io/apimachinery and core validation).
 */
import { MAX_SUBDOMAIN_LENGTH } from './names';

/**
 * The most bytes that the values of a ConfigMap or Secret may have together, `data` and decoded
 * `binaryData` alike.
 */
export const MAX_CONFIG_MAP_BYTES = 1024 * 1024;

const KEY = '[-._a-zA-Z0-9]+';
const WHOLE_KEY = new RegExp(`^${KEY}$`);

/**
 * What is wrong with a key of a ConfigMap or Secret, in the API server's words; nothing if it can
 * be one.
 */
export function configMapKeyProblems(key: string): string[] {
  const found: string[] = [];
  if (Buffer.byteLength(key) > MAX_SUBDOMAIN_LENGTH) {
    found.push(`must be no more than ${MAX_SUBDOMAIN_LENGTH} characters`);
  }
  if (!WHOLE_KEY.test(key)) {
    found.push(
      "a valid config key must consist of alphanumeric characters, '-', '_' or '.' " +
        `(e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is '${KEY}')`,
    );
  }
  if (key === '.') found.push("must not be '.'");
  else if (key === '..') found.push("must not be '..'");
  else if (key.startsWith('..')) found.push("must not start with '..'");
  return found;
}

/**
 * How many bytes the values of a ConfigMap have together: texts in UTF-8, and what base64 stands
 * for. The keys do not count.
 */
export function configMapBytes({
  data,
  binaryData,
}: {
  readonly data?: unknown;
  readonly binaryData?: unknown;
}): number {
  return bytes(data, 'utf8') + bytes(binaryData, 'base64');
}

function bytes(values: unknown, encoding: 'utf8' | 'base64'): number {
  if (typeof values !== 'object' || values === null) return 0;
  return Object.values(values).reduce<number>(
    (sum, one) => sum + (typeof one === 'string' ? Buffer.byteLength(one, encoding) : 0),
    0,
  );
}
