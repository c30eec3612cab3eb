/**
 * The meaning of an unquoted word of YAML to Kubernetes.
 *
 * kubectl, Argo CD and Flux read YAML 1.1 as Go's yaml.v2 does: `0644` is 420 and `yes` is true.
 * Facts: go.yaml.in/yaml v2.4.3 `resolve`, sigs.k8s.io/yaml v1.6.0.
 */
import { charactersOf } from './characters';

/**
 * A value that is not a list and no mapping. Integers that a double cannot hold exactly are
 * bigints.
 */
export type Scalar = string | number | bigint | boolean | null;

const WORDS = new Map<string, boolean | number | null>([
  ...['y', 'Y', 'yes', 'Yes', 'YES', 'true', 'True', 'TRUE', 'on', 'On', 'ON'].map(
    (word) => [word, true] as const,
  ),
  ...['n', 'N', 'no', 'No', 'NO', 'false', 'False', 'FALSE', 'off', 'Off', 'OFF'].map(
    (word) => [word, false] as const,
  ),
  ...['', '~', 'null', 'Null', 'NULL'].map((word) => [word, null] as const),
  ...['.nan', '.NaN', '.NAN'].map((word) => [word, NaN] as const),
  ...['.inf', '.Inf', '.INF', '+.inf', '+.Inf', '+.INF'].map((word) => [word, Infinity] as const),
  ...['-.inf', '-.Inf', '-.INF'].map((word) => [word, -Infinity] as const),
]);
const LONGEST_WORD = 5;
/** Characters with which anything begins that is not a text. */
const MEANINGFUL_START = charactersOf('yYnNtTfFoO~.+-0123456789');

const FLOAT = /^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$/;
const FLOAT_WITHOUT_INTEGER = /^\.[0-9]+([eE][-+]?[0-9]+)?$/;
const SMALL_DECIMAL = /^[1-9][0-9]{0,14}$/;
/** `0b` and a sign: a slip of the reference that numbers may depend on. */
const SIGN_AFTER_PREFIX = /^0b([-+])([01]+)$/;

const MAX_INT64 = 2n ** 63n - 1n;
const MAX_UINT64 = 2n ** 64n - 1n;

/**
 * The value of a plain scalar, with its surrounding spaces taken off. NaN and the infinities are
 * numbers that JSON lacks.
 */
export function resolvePlain(text: string): Scalar {
  const first = text.charCodeAt(0);
  if (MEANINGFUL_START[first] === 0) return text;
  if (text.length <= LONGEST_WORD) {
    const word = WORDS.get(text);
    if (word !== undefined) return word;
  }
  if (first === 0x2e) return FLOAT_WITHOUT_INTEGER.test(text) ? finite(text, text) : text;
  const isNumeric = (first >= 0x30 && first <= 0x39) || first === 0x2b || first === 0x2d;
  return isNumeric ? resolveNumber(text) : text;
}

function resolveNumber(text: string): Scalar {
  if (SMALL_DECIMAL.test(text)) return Number(text);
  const digits = text.replaceAll('_', '');
  const integer = parseInteger(digits);
  if (integer !== undefined) return integer;
  if (FLOAT.test(digits)) return finite(digits, text);
  const signed = SIGN_AFTER_PREFIX.exec(digits);
  if (!signed) return text;
  const value = BigInt(`0b${signed[2]}`);
  return narrowed(signed[1] === '-' ? -value : value) ?? text;
}

/** Go's `ParseInt(text, 0, 64)`, and `ParseUint` after it. */
function parseInteger(text: string): number | bigint | undefined {
  const negative = text.startsWith('-');
  const signed = negative || text.startsWith('+');
  const body = signed ? text.slice(1) : text;
  const literal = literalOf(body);
  if (literal === undefined) return undefined;
  const value = BigInt(literal);
  if (signed && value > (negative ? MAX_INT64 + 1n : MAX_INT64)) return undefined;
  return narrowed(negative ? -value : value);
}

/** An integer of Go's as JavaScript writes it. */
function literalOf(body: string): string | undefined {
  if (/^0[xX][0-9a-fA-F]+$/.test(body) || /^0[bB][01]+$/.test(body) || /^0[oO][0-7]+$/.test(body)) {
    return body;
  }
  if (/^0[0-7]+$/.test(body)) return `0o${body.slice(1)}`;
  return /^(0|[1-9][0-9]*)$/.test(body) ? body : undefined;
}

function narrowed(value: bigint): number | bigint | undefined {
  if (value > MAX_UINT64 || value < -MAX_INT64 - 1n) return undefined;
  return value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER
    ? Number(value)
    : value;
}

/** A number out of range stays a text. */
function finite(digits: string, text: string): Scalar {
  const value = Number(digits);
  if (!Number.isFinite(value)) return text;
  return value === 0 ? 0 : value;
}

/** Whether a plain scalar is an integer to Go, and not a fraction that happens to be whole. */
export function isInteger(text: string): boolean {
  const value = resolvePlain(text);
  if (typeof value === 'bigint') return true;
  if (typeof value !== 'number') return false;
  const digits = text.replaceAll('_', '');
  return parseInteger(digits) !== undefined || SIGN_AFTER_PREFIX.test(digits);
}

/** Whether a plain scalar is an integer that only fits 64 bits without a sign. */
export function isUnsigned(text: string): boolean {
  const value = resolvePlain(text);
  return typeof value === 'bigint' && value > MAX_INT64;
}

/**
 * The key that a plain scalar makes: always a text. Undefined for keys that Kubernetes refuses:
 * null, and integers above 64 bits with a sign.
 */
export function resolveKey(text: string): string | undefined {
  const key = resolvePlain(text);
  if (typeof key === 'string') return key;
  if (key === null || isUnsigned(text)) return undefined;
  return typeof key === 'number' && !isInteger(text) ? floatKey(key, text) : String(key);
}

/**
 * Go's `FormatFloat(key, 'g', -1, 32)`: keys that are fractions are written with the precision of
 * 32 bits.
 */
export function floatKey(key: number, text: string): string {
  if (Number.isNaN(key)) return '.nan';
  if (key === 0) return text.startsWith('-') && !isInteger(text) ? '-0' : '0';
  const single = Math.fround(key);
  if (!Number.isFinite(single)) return single > 0 ? '.inf' : '-.inf';
  let precision = 1;
  while (precision < 9 && Math.fround(Number(single.toPrecision(precision))) !== single) {
    precision += 1;
  }
  const [mantissa, exponent] = single.toExponential(precision - 1).split('e');
  if (Number(exponent) >= -4 && Number(exponent) < 6) {
    return String(Number(`${mantissa}e${exponent}`));
  }
  return `${mantissa}e${exponent[0]}${exponent.slice(1).padStart(2, '0')}`;
}
