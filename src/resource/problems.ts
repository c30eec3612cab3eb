/** The words in which the API server refuses a value. */
import { quote } from '../kube';
import { byBytes, showValue, toGoJson } from './values';

/** Why a schema refuses something. `bounds` is a value of the right type that is out of them. */
export type SchemaCause =
  | 'required'
  | 'type'
  | 'unsupported'
  | 'bounds'
  | 'tooLong'
  | 'tooMany'
  | 'duplicate'
  | 'invalid';

/** Something that the schema refuses. */
export interface SchemaError {
  /** The API server's whole line: its name of the field, and its words. */
  readonly message: string;
  /** The field that it is about: `spec.worker.replicas`. */
  readonly path: string;
  readonly cause: SchemaCause;
  /** What the API server calls the field; `<nil>` if it names none. */
  readonly field: string;
  /** The API server's words without the field. */
  readonly words: string;
  /** A value that is none of those allowed, and these. */
  readonly unsupported?: { readonly value: unknown; readonly allowed: readonly unknown[] };
}

/** An error on its way up: of two with the same text, the API server reports one. */
export interface Problem extends SchemaError {
  /** The text without the value. */
  readonly text: string;
}

/** `Invalid value`: the value, as it is shown, is not what the text asks for. */
export function invalid(
  path: string,
  shown: string,
  text: string,
  cause: SchemaCause = 'invalid',
): Problem {
  return { ...errorOf(path, cause, `Invalid value: ${shown}: ${text}`), text };
}

/** A value of the right type that is out of its bounds: `be at least 1 chars long`. */
export function outOfBounds(path: string, shown: string, bounds: string): Problem {
  return invalid(path, shown, `${path} in body should ${bounds}`, 'bounds');
}

/** `Invalid value` that names no field, only the text does. */
export function general(path: string, text: string): Problem {
  const words = `Invalid value: "": ${text}`;
  const place = { path: fieldOf(path), field: NO_FIELD, message: `${NO_FIELD}: ${words}` };
  return { ...place, cause: 'invalid', words, text };
}

/**
 * The value is of another type, or not of the format. The type found is shown in place of the
 * value.
 */
export function wrongType(path: string, expected: string, found: string): Problem {
  const text = `${path} in body must be of type ${expected}: ${quote(found)}`;
  return invalid(path, quote(found), text, 'type');
}

/** The field is missing. */
export function required(path: string, why?: string): Problem {
  const words = why === undefined ? 'Required value' : `Required value: ${why}`;
  return { ...errorOf(path, 'required', words), text: `${path} in body is required` };
}

/** The value is none of those that are allowed. */
export function unsupported(path: string, value: unknown, allowed: readonly unknown[]): Problem {
  const values = allowed
    .map((one) => quote(typeof one === 'string' ? one : toGoJson(one)))
    .join(', ');
  const words = `Unsupported value: ${showValue(value)}: supported values: ${values}`;
  const text = `${path} in body should be one of ${values}`;
  return { ...errorOf(path, 'unsupported', words), text, unsupported: { value, allowed } };
}

/** The text is too long. Kubernetes speaks of bytes, but counts characters. */
export function tooLong(path: string, most: number): Problem {
  const words = `Too long: may not be more than ${most} ${most === 1 ? 'byte' : 'bytes'}`;
  const text = `${path} in body should be at most ${most} chars long`;
  return { ...errorOf(path, 'tooLong', words), text };
}

/** A list or a map has too many entries. */
export function tooMany(
  path: string,
  found: number,
  most: number,
  unit: 'items' | 'properties',
): Problem {
  const words = `Too many: ${found}: must have at most ${most} ${most === 1 ? 'item' : 'items'}`;
  const text = `${path} in body should have at most ${most} ${unit}`;
  return { ...errorOf(path, 'tooMany', words), text };
}

/** An item of a list that must have no equals. */
export function duplicate(path: string, value: unknown): SchemaError {
  return errorOf(path, 'duplicate', `Duplicate value: ${showValue(value)}`);
}

/** The errors as the lines of the API server sort. */
export function sorted(
  errors: readonly (SchemaError & { readonly text?: string })[],
): SchemaError[] {
  return errors
    .map(({ text: _text, ...error }) => error)
    .sort((a, b) => byBytes(a.message, b.message));
}

/** What the API server writes for a field that it does not name. */
const NO_FIELD = '<nil>';

function errorOf(path: string, cause: SchemaCause, words: string): SchemaError {
  const named = fieldOf(path);
  const field = named === '' ? NO_FIELD : named;
  return { path: named, message: `${field}: ${words}`, cause, field, words };
}

/**
 * Fields of a map that is the object itself are written with a leading dot inside the text, and
 * without it in front.
 */
function fieldOf(path: string): string {
  return path.startsWith('.') ? path.slice(1) : path;
}
