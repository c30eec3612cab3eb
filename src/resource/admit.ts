/** What the API server makes of a custom resource before it is stored: pruned, defaulted and judged by its schema. */
import { applyDefaults } from './defaults';
import { SchemaError } from './problems';
import { prune, PrunedField } from './prune';
import { Schema } from './schema';
import { validate } from './validate';
import { isObject } from './values';

/** What becomes of an object. */
export interface Admission {
  /** The object as it would be stored: without unknown fields and needless nulls, with defaults. Plain data, and a copy. */
  readonly object: Record<string, unknown>;
  /** Why it is refused, sorted by message; empty when it is not. */
  readonly errors: readonly SchemaError[];
  /** What was dropped because the schema does not know it, in the order of the object. */
  readonly pruned: readonly PrunedField[];
}

/** Prunes, defaults and judges an object, as the API server does with a custom resource of this schema. Its metadata is kept as it is. */
export function admit(object: unknown, schema: Schema): Admission {
  const pruning = prune(object, schema);
  const admitted = applyDefaults(pruning.object, schema);
  return { object: isObject(admitted) ? admitted : {}, errors: validate(admitted, schema), pruned: pruning.pruned };
}
