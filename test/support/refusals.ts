/** The objects that a real API server refused, with its answers. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** An object, and each field that is refused of it with the words for it. */
export interface RefusedObject {
  readonly object: { readonly kind: string };
  readonly errors: readonly (readonly [string, string])[];
}

export const REFUSED_OBJECTS: readonly RefusedObject[] = readFileSync(
  join(__dirname, '../conformance/refusals/refused.jsonl'),
  'utf8',
)
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as RefusedObject);

/** Errors as lines, in an order that does not tell who found which first. */
export const linesOfErrors = (errors: readonly (readonly string[])[]) =>
  errors.map((error) => error.join(': ')).sort();
