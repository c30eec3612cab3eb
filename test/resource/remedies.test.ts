/** Remedies for values that a schema refuses: one for each way of being wrong, and each limit. */
import { inWords, nameOf, remedyFor, Schema } from '../../src/resource';
import { partAt } from '../../src/resource/remedies';

const OTHERWISE = 'use a value that the schema of the custom resource accepts';
const remedy = (value: unknown, schema: Schema) =>
  remedyFor({ path: 'a' }, { a: value }, { properties: { a: schema } });

test.each<[unknown, Schema, string]>([
  [undefined, { type: 'string' }, 'set a value'],
  [null, { type: 'string' }, 'set a value, or remove it'],
  [5, { type: 'string' }, 'write it in quotes: "5"'],
  ['5', { type: 'string', maxLength: 0 }, 'shorten it to 0 characters'],
  ['5', { type: 'boolean' }, 'use true or false'],
  ['true', { type: 'boolean' }, 'write it without quotes: true'],
  ['false', { type: 'boolean' }, 'write it without quotes: false'],
  [true, { type: 'boolean' }, OTHERWISE],
  ['x', { type: 'array' }, 'use a list'],
  [[], { type: 'array' }, OTHERWISE],
  ['x', { type: 'object' }, 'use a mapping'],
  [[], { type: 'object' }, 'use a mapping'],
  [{}, { type: 'object' }, OTHERWISE],
  ['x', { type: 'integer' }, 'use a whole number'],
  ['-12', { type: 'integer' }, 'write it without quotes: -12'],
  ['1.5', { type: 'integer' }, 'use a whole number'],
  ['1234567890', { type: 'integer' }, 'use a whole number'],
  [1.5, { type: 'integer' }, 'use a whole number'],
  [2, { type: 'integer' }, OTHERWISE],
  [2n, { type: 'integer' }, OTHERWISE],
  ['x', { type: 'number' }, 'use a number'],
  ['-1.5', { type: 'number' }, 'write it without quotes: -1.5'],
  ['1.', { type: 'number' }, 'use a number'],
  [1.5, { type: 'number' }, OTHERWISE],
  [true, { type: 'number' }, 'use a number'],
  [5, { type: 'string', 'x-kubernetes-int-or-string': true }, OTHERWISE],
  ['Alwys', { enum: ['Always', 'Never'] }, 'perhaps you meant "Always"'],
  ['x', { enum: [] }, OTHERWISE],
  ['a', { enum: ['a'] }, OTHERWISE],
  [1, { minimum: 2 }, 'use 2 or more'],
  [2, { minimum: 2 }, OTHERWISE],
  [2, { minimum: 2, exclusiveMinimum: true }, 'use more than 2'],
  [3, { minimum: 2, exclusiveMinimum: true }, OTHERWISE],
  [3, { maximum: 2 }, 'use 2 or less'],
  [2, { maximum: 2 }, OTHERWISE],
  [2, { maximum: 2, exclusiveMaximum: true }, 'use less than 2'],
  [1, { maximum: 2, exclusiveMaximum: true }, OTHERWISE],
  [3n, { maximum: 2 }, 'use 2 or less'],
  [3, { multipleOf: 2 }, 'use a multiple of 2'],
  ['abc', { maxLength: 2 }, 'shorten it to 2 characters'],
  ['😀😀', { maxLength: 2 }, OTHERWISE],
  ['a', { minLength: 2 }, 'use 2 characters or more'],
  ['', { minLength: 1 }, 'set a value, or remove it'],
  ['ab', { minLength: 2 }, OTHERWISE],
  ['a', { pattern: '^b$' }, 'use a string that matches ^b$'],
  ['a', { format: 'date' }, 'use a string of the format "date"'],
  ['a', {}, OTHERWISE],
  [[1, 2], { maxItems: 1 }, 'leave at most 1 items'],
  [[1], { maxItems: 1 }, OTHERWISE],
  [[1], { minItems: 2 }, 'use 2 items or more'],
  [[1, 2], { minItems: 2 }, OTHERWISE],
  [{ b: 1, c: 2 }, { maxProperties: 1 }, 'leave at most 1 fields'],
  [{ b: 1 }, { minProperties: 2 }, 'use 2 fields or more'],
])('%p by %j: %s', (value, schema, expected) => {
  expect(remedy(value, schema)).toBe(expected);
});

test.each<[string, string[], string]>([
  ['Alwys', ['Always', 'Never'], 'Always'],
  ['x', ['Always', 'Never'], 'Always, Never'],
])('of few values %j of %j, there is said: %s', (value, values, said) => {
  expect(remedy(value, { enum: values })).toContain(said);
});

describe('what stands at a path', () => {
  const text: Schema = { type: 'string' };
  const schema: Schema = {
    properties: {
      list: { items: { properties: { name: text } } },
      'a.b': { properties: { c: text } },
    },
    required: ['gone'],
    additionalProperties: { type: 'integer' },
  };
  const object = { list: [{ name: 'x' }, {}], 'a.b': { c: 'y' }, other: 5, 'd.e.f': 6 };

  test.each<[string, unknown, Schema | undefined]>([
    ['', object, schema],
    ['list[0].name', 'x', text],
    ['list[0]', { name: 'x' }, { properties: { name: text } }],
    ['list[9]', undefined, { properties: { name: text } }],
    ['a.b.c', 'y', text],
    ['other', 5, { type: 'integer' }],
    ['d.e.f', 6, { type: 'integer' }],
    ['gone', undefined, { type: 'integer' }],
  ])('%j', (path, value, own) => {
    expect(partAt(path, object, schema)).toEqual({ value, schema: own });
  });

  test.each(['none', 'list[0].none', 'list.name', 'other[0]', 'list[x]'])('%s: nothing', (path) => {
    expect(partAt(path, object, schema)).toBeUndefined();
  });

  test('a field that no schema knows may be anything, and what is in it is not looked for', () => {
    expect(partAt('a', { a: 1 }, {})).toEqual({ value: 1, schema: {} });
    expect(partAt('a.b', { a: { b: 1 } }, {})).toBeUndefined();
    expect(partAt('a', { a: 1 }, undefined)).toBeUndefined();
  });

  test('a key of many dots is not looked for', () => {
    const key = (dots: number) => `a${'.b'.repeat(dots)}`;
    expect(partAt(key(19), { [key(19)]: 1 }, {})).toEqual({ value: 1, schema: {} });
    expect(partAt(key(20), { [key(20)]: 1 }, {})).toBeUndefined();
  });
});

test.each([
  ['spec.ports[0].nodePort', 'nodePort'],
  ['spec.ports[0]', 'ports'],
  ['ports[12]', 'ports'],
  ['metadata.labels[a.b/c]', 'a.b/c'],
  ['spec', 'spec'],
  ['', 'the object'],
])('the field %j is called %s', (field, name) => expect(nameOf(field)).toBe(name));

test('a refusal in the words of the server has its code where there is one', () => {
  expect(inWords('spec.a', 'Invalid value: x', 'y')).toMatchObject({
    rule: 'api/invalid',
    path: 'spec.a',
    remedy: 'y',
    server: { field: 'spec.a', message: 'Invalid value: x' },
  });
  expect(inWords('spec.a', 'x', 'y').server).not.toHaveProperty('code');
  expect(inWords('metadata.name', 'x', 'y', 409)).toMatchObject({
    rule: 'api/name',
    server: { code: 409 },
  });
  expect(inWords('<nil>', 'x', 'y').path).toBe('');
});
