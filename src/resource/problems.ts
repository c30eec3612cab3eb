/** The words in which the API server refuses a value. */
import { quote } from '../kube';
import { showValue, toGoJson } from './values';

/** Something that the schema refuses. */
export interface SchemaError {
  /** The API server's whole line. */
  readonly message: string;
  /** The field that it is about: `spec.worker.replicas`. */
  readonly path: string;
}

/** An error on its way up: of two with the same text, the API server reports one. */
export interface Problem extends SchemaError {
  /** The text without the value. */
  readonly text: string;
}

/** `Invalid value`: the value, as it is shown, is not what the text asks for. */
export function invalid(path: string, shown: string, text: string): Problem {
  return {
    path: fieldOf(path),
    text,
    message: `${namedField(path)}: Invalid value: ${shown}: ${text}`,
  };
}

/** `Invalid value` that names no field, only the text does. */
export function general(path: string, text: string): Problem {
  return { path: fieldOf(path), text, message: `<nil>: Invalid value: "": ${text}` };
}

/**
 * The value is of another type, or not of the format. The type found is shown in place of the
 * value.
 */
export function wrongType(path: string, expected: string, found: string): Problem {
  return invalid(
    path,
    quote(found),
    `${path} in body must be of type ${expected}: ${quote(found)}`,
  );
}

/** The field is missing. */
export function required(path: string): Problem {
  return {
    path: fieldOf(path),
    text: `${path} in body is required`,
    message: `${namedField(path)}: Required value`,
  };
}

/** The value is none of those that are allowed. */
export function unsupported(path: string, value: unknown, allowed: readonly unknown[]): Problem {
  const values = allowed
    .map((one) => quote(typeof one === 'string' ? one : toGoJson(one)))
    .join(', ');
  const text = `${path} in body should be one of ${values}`;
  return {
    path: fieldOf(path),
    text,
    message: `${namedField(path)}: Unsupported value: ${showValue(value)}: supported values: ${values}`,
  };
}

/** The text is too long. Kubernetes speaks of bytes, but counts characters. */
export function tooLong(path: string, most: number): Problem {
  const text = `${path} in body should be at most ${most} chars long`;
  return {
    path: fieldOf(path),
    text,
    message: `${namedField(path)}: Too long: may not be more than ${most} ${most === 1 ? 'byte' : 'bytes'}`,
  };
}

/** A list or a map has too many entries. */
export function tooMany(
  path: string,
  found: number,
  most: number,
  unit: 'items' | 'properties',
): Problem {
  const text = `${path} in body should have at most ${most} ${unit}`;
  const words = `must have at most ${most} ${most === 1 ? 'item' : 'items'}`;
  return {
    path: fieldOf(path),
    text,
    message: `${namedField(path)}: Too many: ${found}: ${words}`,
  };
}

/** An item of a list that must have no equals. */
export function duplicate(path: string, value: unknown): SchemaError {
  return {
    path: fieldOf(path),
    message: `${namedField(path)}: Duplicate value: ${showValue(value)}`,
  };
}

/**
 * Fields of a map that is the object itself are written with a leading dot inside the text, and
 * without it in front.
 */
function fieldOf(path: string): string {
  return path.startsWith('.') ? path.slice(1) : path;
}

function namedField(path: string): string {
  return fieldOf(path) === '' ? '<nil>' : fieldOf(path);
}
