/** Values of fields with each keyword of a schema, as a real API server took or refused them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { admit, lineOf, Schema } from '../../src/resource';
import { linesOfErrors } from '../support/refusals';

interface Answers {
  readonly schema: Schema;
  readonly values: readonly (readonly [
    value: unknown,
    refusals: readonly (readonly [field: string, words: string])[],
  ])[];
}

const ANSWERS = readFileSync(join(__dirname, '../conformance/refusals/schemas.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Answers);

const errorsOf = (it: unknown, schema: Schema) =>
  admit(
    { apiVersion: 'example.com/v1', kind: 'Thing', metadata: { name: 'one' }, spec: { it } },
    {
      type: 'object',
      properties: { spec: { type: 'object', properties: { it: schema } } },
    },
  ).errors.map(lineOf);

test.each(ANSWERS.map((one) => [JSON.stringify(one.schema), one] as const))(
  'of %s',
  (_schema, { schema, values }) => {
    expect(values.map(([value]) => [value, errorsOf(value, schema).sort()])).toEqual(
      values.map(([value, refusals]) => [value, linesOfErrors(refusals)]),
    );
  },
);
