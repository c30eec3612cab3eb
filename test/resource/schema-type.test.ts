import { walk } from '../../src/model';
import { Schema, typeOfSchema } from '../../src/resource';

const SCHEMA: Schema = {
  type: 'object',
  properties: {
    size: { type: 'integer' },
    port: { 'x-kubernetes-int-or-string': true },
    labels: { type: 'object', additionalProperties: { type: 'string' } },
    items: { type: 'array', items: { type: 'object', properties: { on: { type: 'boolean' } } } },
    any: { type: 'array' },
  },
};

/** What a walk by the schema finds: the forms of values by their paths. */
function formsIn(value: unknown, schema: Schema = SCHEMA): readonly string[] {
  const found: string[] = [];
  walk(value, typeOfSchema(schema), {
    scalar: (_value, { form }, { path }) => found.push(`${path}: ${form}`),
    misfit: (_value, { form }, { path }) => found.push(`${path}: no ${form}`),
  });
  return found;
}

test('a value is walked by the parts of a schema', () => {
  const value = { size: 1, port: 'web', labels: { a: 'b' }, items: [{ on: true }], any: [1] };
  expect(formsIn(value)).toEqual([
    'size: float64',
    'port: any',
    'labels.a: string',
    'items[0].on: bool',
    'any[0]: any',
  ]);
});

test('a part that is no list, no map and no object is a misfit', () => {
  expect(formsIn({ labels: 1, items: {}, any: 'a' })).toEqual([
    'labels: no map',
    'items: no list',
    'any: no list',
  ]);
});

test('a map is one as well where properties are written without any', () => {
  const given: Schema = {
    type: 'object',
    properties: {},
    additionalProperties: { type: 'object', properties: { size: { type: 'integer' } } },
  };
  expect(formsIn({ a: { size: 'x' } }, given)).toEqual(['a.size: float64']);
});

test('a part of a schema is one type, however often it is asked for', () => {
  const { fields } = typeOfSchema(SCHEMA);
  expect(fields.get('labels')!.type).toBe(typeOfSchema(SCHEMA.properties!.labels));
});
