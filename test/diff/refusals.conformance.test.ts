/** Objects that a real API server refused: the same fields, in the same words. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { diffObjects } from '../../src/diff';

interface Refused {
  readonly object: { readonly kind: string };
  /** Each field with the words for it. */
  readonly errors: readonly (readonly [string, string])[];
}

const CASES = readFileSync(join(__dirname, '../conformance/refusals/refused.jsonl'), 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as Refused);

const sorted = (errors: readonly (readonly string[])[]) =>
  errors.map((error) => error.join(': ')).sort();

test.each(CASES.map((one) => [one.object.kind, sorted(one.errors)[0].slice(0, 120), one] as const))(
  '%s: %s',
  (_kind, _words, { object, errors }) => {
    const [answer] = diffObjects([], [object], { isFresh: true }).objects;
    const told = (answer.errors ?? []).map(({ field, message }) => [field, message]);
    expect(sorted(told)).toEqual(sorted(errors));
  },
);
