/** Values of JSON and YAML, told apart and written as Go does it. */
import { quote } from '../kube';

/**
 * The types that a schema knows, and null. Go tells whole numbers from others by how they are
 * written.
 */
export type Kind = 'null' | 'boolean' | 'integer' | 'number' | 'string' | 'array' | 'object';

const INT64 = 2n ** 63n;

/**
 * What the value is. What JSON has no word for, such as `undefined` or a function, counts as null.
 */
export function kindOf(value: unknown): Kind {
  switch (typeof value) {
    case 'boolean':
      return 'boolean';
    case 'string':
      return 'string';
    case 'number':
      return Number.isInteger(value) && Math.abs(value) < 2 ** 63 ? 'integer' : 'number';
    case 'bigint':
      return value >= -INT64 && value < INT64 ? 'integer' : 'number';
    case 'object':
      return value === null ? 'null' : Array.isArray(value) ? 'array' : 'object';
    default:
      return 'null';
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return kindOf(value) === 'object';
}

/** A whole number, as `%v` writes an int64. */
export function showInteger(value: number | bigint): string {
  return BigInt(value).toString();
}

/**
 * A number, as `%v` writes a float64: the shortest digits, with an exponent from 1e+06 and below
 * 0.0001.
 */
export function showFloat(value: number): string {
  const [digits, exponent] = value.toExponential().split('e');
  if (exponent === undefined) return Number.isNaN(value) ? 'NaN' : value > 0 ? '+Inf' : '-Inf';
  const power = Number(exponent);
  if (power >= -4 && power < 21 && (power < 6 || value === 0)) return String(value);
  return `${digits}e${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`;
}

/**
 * A value, as a validation error of Kubernetes shows it: `true`, `3`, `"text"`, `{"name":"gpu"}`.
 */
export function showValue(value: unknown): string {
  switch (kindOf(value)) {
    case 'boolean':
      return String(value);
    case 'integer':
      return showInteger(value as number | bigint);
    case 'number':
      return showFloat(Number(value));
    case 'string':
      return quote(value as string);
    default:
      return toGoJson(value);
  }
}

const ESCAPED: { readonly [letter: string]: string } = {
  '<': '\\u003c',
  '>': '\\u003e',
  '&': '\\u0026',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
};

/**
 * JSON as `encoding/json` writes it: fields sorted, and safe inside HTML. Equal values have equal
 * texts.
 */
export function toGoJson(value: unknown): string {
  switch (kindOf(value)) {
    case 'null':
      return 'null';
    case 'integer':
      return showInteger(value as number | bigint);
    case 'number':
      return JSON.stringify(Number(value));
    case 'array':
      return `[${(value as unknown[]).map(toGoJson).join(',')}]`;
    case 'object': {
      const fields = value as Record<string, unknown>;
      return `{${Object.keys(fields)
        .sort(byBytes)
        .map((key) => `${toGoJson(key)}:${toGoJson(fields[key])}`)
        .join(',')}}`;
    }
    default:
      return JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (letter) => ESCAPED[letter]);
  }
}

/** The order of Go's `sort.Strings`: that of the bytes, and so of the code points. */
export function byBytes(a: string, b: string): number {
  let index = 0;
  while (index < a.length && a[index] === b[index]) index += 1;
  const [left, right] = [a.charCodeAt(index), b.charCodeAt(index)];
  // A letter beyond U+FFFF is two units, from a range that lies below that of some single ones.
  if (left >= 0xd800 && right >= 0xd800 && left > 0xdfff !== right > 0xdfff) {
    return left > 0xdfff ? -1 : 1;
  }
  return a < b ? -1 : a > b ? 1 : 0;
}
