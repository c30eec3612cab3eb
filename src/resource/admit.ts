/**
 * The admission of a custom resource before it is stored: pruned, defaulted and judged by its
 * schema.
 */
import { applyDefaults, applyDefaultsAgain } from './defaults';
import { Finding } from '../findings';
import { Mutation } from './kind';
import { prune, PrunedField } from './prune';
import { Schema } from './schema';
import { validate } from './validate';
import { isObject } from './values';

/** What becomes of an object. */
export interface Admission {
  /**
   * The object as it would be stored: without unknown fields and needless nulls, with defaults.
   * Plain data, and a copy.
   */
  readonly object: Record<string, unknown>;
  /** What the mutating webhook said who refused it; then the schema was not asked. */
  readonly refusal?: string;
  /** Why it is refused, sorted as the API server's lines sort; empty when it is not. */
  readonly errors: readonly Finding[];
  /** What was dropped because the schema does not know it, in the order of the object. */
  readonly pruned: readonly PrunedField[];
}

/** A mutating webhook: it comes between the defaults and the schema, and is defaulted itself. */
type Webhook = (object: Record<string, unknown>) => Mutation;

/** What of an object that is accepted would be stored: pruned and defaulted, not judged. */
export function stored(object: unknown, schema: Schema): unknown {
  return applyDefaults(prune(object, schema).object, schema);
}

/** Fields of an object that the schema does not know, in its order. */
export function prunedFields(object: unknown, schema: Schema): readonly PrunedField[] {
  return prune(object, schema).pruned;
}

/** The object with the schema's defaults, and with what the schema does not know. */
export function withDefaults(object: unknown, schema: Schema): unknown {
  return applyDefaults(object, schema);
}

/**
 * Prunes, defaults and judges an object, as the API server does with a custom resource of this
 * schema. Its metadata is kept as it is.
 */
export function admit(object: unknown, schema: Schema, mutate?: Webhook): Admission {
  const pruning = prune(object, schema);
  const admitted = applyDefaults(pruning.object, schema);
  const { object: mutated, error } = mutation(isObject(admitted) ? admitted : {}, schema, mutate);
  const judged = isObject(admitted) ? mutated : admitted;
  return {
    object: mutated,
    ...(error === undefined ? {} : { refusal: error }),
    errors: error === undefined ? validate(judged, schema) : [],
    pruned: pruning.pruned,
  };
}

/** What the webhook made, with the defaults of what it put in. */
function mutation(
  object: Record<string, unknown>,
  schema: Schema,
  mutate: Webhook | undefined,
): Mutation {
  if (!mutate) return { object };
  const mutated = mutate(object);
  if (mutated.error !== undefined) return mutated;
  return { object: applyDefaultsAgain(mutated.object, schema) as Record<string, unknown> };
}
