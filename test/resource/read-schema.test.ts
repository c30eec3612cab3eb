/** Schemas as anybody wrote them. */
import { readSchema } from '../../src/resource';

const NO_TEXT: readonly unknown[] = [5, [], {}, true];
const NO_FLAG: readonly unknown[] = ['true', 1, []];
const NO_NUMBER: readonly unknown[] = ['1', true, []];
const NO_LIST: readonly unknown[] = ['a', 5, {}];
const NO_MAP: readonly unknown[] = ['a', 5, []];
const WRONG: { readonly [keyword: string]: readonly unknown[] } = {
  type: [5, {}, [5], true],
  format: NO_TEXT,
  pattern: NO_TEXT,
  nullable: NO_FLAG,
  enum: NO_LIST,
  required: [...NO_LIST, [5]],
  minimum: NO_NUMBER,
  maximum: NO_NUMBER,
  exclusiveMinimum: NO_FLAG,
  exclusiveMaximum: NO_FLAG,
  multipleOf: NO_NUMBER,
  minLength: NO_NUMBER,
  maxLength: NO_NUMBER,
  minItems: NO_NUMBER,
  maxItems: NO_NUMBER,
  uniqueItems: NO_FLAG,
  minProperties: NO_NUMBER,
  maxProperties: NO_NUMBER,
  items: NO_MAP,
  not: NO_MAP,
  anyOf: NO_LIST,
  allOf: NO_LIST,
  oneOf: NO_LIST,
  properties: NO_MAP,
  additionalProperties: NO_MAP,
  'x-kubernetes-int-or-string': NO_FLAG,
  'x-kubernetes-preserve-unknown-fields': NO_FLAG,
  'x-kubernetes-embedded-resource': NO_FLAG,
  'x-kubernetes-list-type': NO_TEXT,
  'x-kubernetes-list-map-keys': [...NO_LIST, [5]],
  'x-kubernetes-validations': [...NO_LIST, [5], [{}], [{ rule: 5 }]],
};

const wrongIn = (given: unknown) => {
  const wrong: string[] = [];
  const schema = readSchema(given, (path) => wrong.push(path));
  return { schema, wrong };
};

test.each(
  Object.entries(WRONG).flatMap(([keyword, values]) =>
    values.map((value) => [keyword, JSON.stringify(value), value] as const),
  ),
)('%s cannot be %s', (keyword, _text, value) => {
  expect(wrongIn({ description: 'a', [keyword]: value })).toEqual({
    schema: { description: 'a' },
    wrong: [keyword],
  });
});

test.each(Object.keys(WRONG))('%s that is null is left out', (keyword) => {
  expect(wrongIn({ [keyword]: null })).toEqual({ schema: {}, wrong: [] });
});

test('what is right stays as it is', () => {
  const given = {
    type: 'object',
    description: 'a',
    default: null,
    required: ['a'],
    properties: {
      a: { type: 'string', enum: ['x'], minLength: 1, nullable: true },
      b: { type: 'array', items: { 'x-kubernetes-int-or-string': true }, maxItems: 2 },
      c: { type: 'object', additionalProperties: { type: 'integer', minimum: 1 } },
      d: { type: 'object', additionalProperties: true },
      e: { type: 'string', format: 'date', pattern: '^2', maxLength: 10 },
      f: { type: 'array', 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['a'] },
      g: { type: 'number', maximum: 2n, exclusiveMaximum: true, multipleOf: 0.5 },
      h: { allOf: [{ minItems: 1 }], oneOf: [{ uniqueItems: true }] },
    },
    anyOf: [{ required: ['a'] }, { not: { required: ['b'] } }],
    'x-kubernetes-validations': [{ rule: 'true' }],
  };
  expect(wrongIn(given)).toEqual({ schema: given, wrong: [] });
});

test.each([
  ['of a property', { properties: { a: { pattern: 5 } } }, 'properties.a.pattern'],
  ['of items', { items: { items: 'a' } }, 'items.items'],
  ['of a branch', { anyOf: [{}, { format: 5 }] }, 'anyOf[1].format'],
  ['that is a property', { properties: { a: 5 } }, 'properties.a'],
])('a keyword %s is told with its path', (_case, given, path) => {
  expect(wrongIn(given).wrong).toEqual([path]);
});

test.each([[5], ['a'], [[]], [null], [undefined]])('%p is no schema', (given) => {
  expect(wrongIn(given)).toEqual({ schema: {}, wrong: [''] });
});

test('an object that is closed has no more fields anyway', () => {
  expect(readSchema({ properties: {}, additionalProperties: false })).toEqual({ properties: {} });
});

test.each([
  ['null beside a type', ['string', 'null'], { type: 'string', nullable: true }],
  ['two types', ['string', 'integer'], {}],
  ['two types and null', ['string', 'integer', 'null'], { nullable: true }],
  ['one type', ['string'], { type: 'string' }],
])('a list with %s is what a definition has', (_case, type, schema) => {
  expect(readSchema({ type })).toEqual(schema);
});

test('a schema without end ends', () => {
  let deep: object = {};
  for (let depth = 0; depth < 5000; depth += 1) deep = { items: deep };
  expect(wrongIn(deep).wrong).toHaveLength(1);
});
