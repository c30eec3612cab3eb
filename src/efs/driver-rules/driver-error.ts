/** Errors as the driver answers them: a gRPC code and its own words. */

/** What the driver answers when it refuses. */
export interface Refusal {
  readonly error: {
    /** The name of the gRPC code, such as `InvalidArgument`. */
    readonly code: string;
    /** The driver's message, word for word. */
    readonly message: string;
  };
}

/** An answer with the code `InvalidArgument`: what input gets that can never work. */
export function invalidArgument(message: string): Refusal {
  return { error: { code: 'InvalidArgument', message } };
}
