/** Answers of what reads a value and nothing else: what it makes of it, or why that is nothing. */

/** Why a value cannot be read, in the words of whoever would read it. */
export interface Failure {
  readonly error: string;
}

/** A value, or why there is none. */
export type Result<T> = { readonly value: T } | Failure;
