/**
 * Refusals of the API server: the field, the server's words, and what these are made of, so that
 * nobody has to read the words to know the cause.
 */
import { Severity } from '../findings';
import { isFields } from '../kube';

/** Why a field is refused. */
export type RefusalCause =
  | 'required'
  | 'invalid'
  | 'unsupported'
  | 'forbidden'
  | 'tooLong'
  | 'tooMany'
  | 'duplicate'
  | 'type'
  | 'unknownField'
  | 'unserved';

/** A field that is refused, why, and what to do instead. */
export interface Refusal {
  /** What the server calls the field. */
  readonly field: string;
  /** The server's words. */
  readonly message: string;
  readonly remedy?: string;
  /** 422, unless it is said. */
  readonly code?: number;
  readonly cause?: RefusalCause;
  /** The value that is refused, if the server shows it. */
  readonly value?: unknown;
  /** The server's words without cause and value. */
  readonly why?: string;
  /** The field as the manifest has it, where the server calls it otherwise. */
  readonly path?: string;
  /** An error, unless some ways of applying take it. */
  readonly severity?: Severity;
}

/** A field that must be there. */
export function required(field: string, remedy: string, why?: string): Refusal {
  const message = why === undefined ? 'Required value' : `Required value: ${why}`;
  return { field, message, remedy, cause: 'required', why };
}

/** A field that must be there, whatever it says. */
export function missing(field: string, why?: string): Refusal {
  return required(field, 'write it', why);
}

/** A value that the field cannot have. */
export function invalid(field: string, value: unknown, why: string, remedy: string): Refusal {
  const message = `Invalid value: ${valueText(value)}: ${why}`;
  return { field, message, remedy, cause: 'invalid', value, why };
}

/** A value that is none of the few that the field takes. */
export function unsupported(
  field: string,
  value: unknown,
  values: readonly unknown[],
  remedy?: string,
): Refusal {
  const supported = values.map((one) => JSON.stringify(one)).join(', ');
  return {
    field,
    message: `Unsupported value: ${valueText(value)}: supported values: ${supported}`,
    remedy: remedy ?? `use one of ${supported}`,
    cause: 'unsupported',
    value,
    why: `supported values: ${supported}`,
  };
}

/** A field that must not be there, or not like this. */
export function forbidden(field: string, why: string, remedy: string): Refusal {
  return { field, message: `Forbidden: ${why}`, remedy, cause: 'forbidden', why };
}

/** A value that another one is already. */
export function duplicate(field: string, value: unknown, remedy: string): Refusal {
  const message = `Duplicate value: ${valueText(value)}`;
  return { field, message, remedy, cause: 'duplicate', value };
}

/** A text of too many bytes. */
export function tooLong(field: string, most: number, remedy: string): Refusal {
  const why = `may not be more than ${most} bytes`;
  return { field, message: `Too long: ${why}`, remedy, cause: 'tooLong', why };
}

/** A list of too many items. */
export function tooMany(field: string, count: number, most: number, remedy: string): Refusal {
  const why = `must have at most ${most} items`;
  return {
    field,
    message: `Too many: ${count}: ${why}`,
    remedy,
    cause: 'tooMany',
    value: count,
    why,
  };
}

/** A value in a message of the server; what is a structure is left out. */
export function valueText(value: unknown): string {
  if (value === undefined) return 'null';
  return isFields(value)
    ? '{…}'
    : JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? Number(one) : one));
}
