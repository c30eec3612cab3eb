/** Errors as the driver answers them: a gRPC code and its own words. */

/** What the driver answers when it refuses. */
export interface Refusal {
  readonly error: { readonly code: string; readonly message: string };
}

/** The whole answer, of which the product has the words alone. */
export function answerOf<T extends object>(result: T | { readonly error: string }): T | Refusal {
  return 'error' in result && typeof result.error === 'string'
    ? invalidArgument(result.error)
    : (result as T);
}

/** An answer with the code `InvalidArgument`: what input gets that can never work. */
export function invalidArgument(message: string): Refusal {
  return { error: { code: 'InvalidArgument', message } };
}
