import { admit, lineOf, Schema } from '../../src/resource';

const inSpec = (spec: Schema): Schema => ({ type: 'object', properties: { spec } });
const judged = (schema: Schema, spec: unknown) =>
  admit({ spec }, inSpec(schema)).errors.map(lineOf);
const admitted = (schema: Schema, spec: unknown) => admit({ spec }, inSpec(schema)).object.spec;
const pruned = (schema: Schema, spec: unknown) =>
  admit({ spec }, inSpec(schema)).pruned.map(({ path }) => path);

const INT: Schema = { type: 'integer', format: 'int32' };
const TEXT: Schema = { type: 'string' };
const INT_OR_STRING: Schema = {
  anyOf: [{ type: 'integer' }, { type: 'string' }],
  'x-kubernetes-int-or-string': true,
};
const NAMED: Schema = { type: 'object', properties: { name: TEXT, port: { type: 'integer' } } };

/** What apiextensions-apiserver 0.36.3 answers, given the same schema and value. */
const REFUSED: readonly [what: string, schema: Schema, value: unknown, lines: string[]][] = [
  [
    'a text for a number',
    INT,
    '3',
    ['spec: Invalid value: "string": spec in body must be of type integer: "string"'],
  ],
  [
    'a truth value for a number with a format, naming the format',
    INT,
    true,
    ['spec: Invalid value: "": spec in body must be of type int32: ""'],
  ],
  [
    'a list for a number',
    INT,
    [],
    ['spec: Invalid value: "array": spec in body must be of type integer: "array"'],
  ],
  [
    'a fraction for a whole number, twice',
    INT,
    2.5,
    [
      '<nil>: Invalid value: "": Checked value must be of type integer with format int32 in spec',
      'spec: Invalid value: "float64": spec in body must be of type int32: "float64"',
    ],
  ],
  [
    'a number beyond int32',
    INT,
    2147483648,
    ['<nil>: Invalid value: "": Checked value must be of type integer with format int32 in spec'],
  ],
  [
    'a big number beyond int64',
    { type: 'integer', format: 'int64' },
    2n ** 63n,
    [
      '<nil>: Invalid value: "": Checked value must be of type integer with format int64 in spec',
      'spec: Invalid value: "float64": spec in body must be of type int64: "float64"',
    ],
  ],
  [
    'a number beyond all integers',
    { type: 'integer', format: 'int64' },
    1e300,
    [
      '<nil>: Invalid value: "": Checked value must be of type integer with format int64 in spec',
      'spec: Invalid value: "float64": spec in body must be of type int64: "float64"',
    ],
  ],
  [
    'an object for a text',
    TEXT,
    {},
    ['spec: Invalid value: "object": spec in body must be of type string: "object"'],
  ],
  [
    'an object for a text with a format',
    { type: 'string', format: 'date' },
    {},
    ['spec: Invalid value: "": spec in body must be of type date: ""'],
  ],
  [
    'a null in a list',
    { type: 'array', items: TEXT },
    [null],
    ['spec[0]: Invalid value: "null": spec[0] in body must be of type string: "null"'],
  ],
  [
    'a text that is no date',
    { type: 'string', format: 'date-time' },
    'soon',
    ['spec: Invalid value: "soon": spec in body must be of type date-time: "soon"'],
  ],
  [
    'less than the minimum',
    { type: 'integer', minimum: 1 },
    0,
    ['spec: Invalid value: 0: spec in body should be greater than or equal to 1'],
  ],
  [
    'as little as an exclusive minimum',
    { type: 'integer', minimum: 1, exclusiveMinimum: true },
    1,
    ['spec: Invalid value: 1: spec in body should be greater than 1'],
  ],
  [
    'more than the maximum',
    { type: 'number', maximum: 2.5 },
    1e6,
    ['spec: Invalid value: 1000000: spec in body should be less than or equal to 2'],
  ],
  [
    'a fraction above the maximum',
    { type: 'number', maximum: 2.5 },
    1234567.5,
    ['spec: Invalid value: 1.2345675e+06: spec in body should be less than or equal to 2.5'],
  ],
  [
    'as much as an exclusive maximum',
    { type: 'integer', maximum: 3, exclusiveMaximum: true },
    3,
    ['spec: Invalid value: 3: spec in body should be less than 3'],
  ],
  [
    'a number that is no multiple',
    { type: 'integer', multipleOf: 3 },
    4,
    ['spec: Invalid value: 4: spec in body should be a multiple of 3'],
  ],
  [
    'a whole number where a fraction is the factor',
    { type: 'number', multipleOf: 0.5 },
    3,
    ['spec: Invalid value: 0: factor MultipleOf declared for spec must be positive: 0'],
  ],
  [
    'too long a text, in bytes it says',
    { type: 'string', maxLength: 1 },
    'ab',
    ['spec: Too long: may not be more than 1 byte'],
  ],
  [
    'too short a text',
    { type: 'string', minLength: 3 },
    'ü',
    ['spec: Invalid value: "ü": spec in body should be at least 3 chars long'],
  ],
  [
    "a text that does not match, in Go's quotes",
    { type: 'string', pattern: '^a$' },
    'a"\u00a0',
    ['spec: Invalid value: "a\\"\\u00a0": spec in body should match \'^a$\''],
  ],
  [
    'a text that is none of a few',
    { type: 'string', enum: ['a', 'b'] },
    'c',
    ['spec: Unsupported value: "c": supported values: "a", "b"'],
  ],
  [
    'a number that is none of a few',
    { type: 'integer', enum: [1, 2] },
    3,
    ['spec: Unsupported value: 3: supported values: "1", "2"'],
  ],
  [
    'too many items',
    { type: 'array', maxItems: 1, items: INT },
    [1, 2],
    ['spec: Too many: 2: must have at most 1 item'],
  ],
  [
    'too few items',
    { type: 'array', minItems: 2, items: INT },
    [1],
    ['spec: Invalid value: 1: spec in body should have at least 2 items'],
  ],
  [
    'the same item twice',
    { type: 'array', uniqueItems: true, items: TEXT },
    ['a', 'a'],
    ['spec: Invalid value: "": spec in body shouldn\'t contain duplicates'],
  ],
  [
    'too many fields',
    { type: 'object', maxProperties: 1, additionalProperties: INT },
    { a: 1, b: 2 },
    ['spec: Too many: 2: must have at most 1 item'],
  ],
  [
    'too few fields',
    { type: 'object', minProperties: 1 },
    {},
    ['spec: Invalid value: 0: spec in body should have at least 1 properties'],
  ],
  [
    'a missing field',
    { type: 'object', required: ['a', 'b'], properties: { a: INT } },
    { a: 1 },
    ['spec.b: Required value'],
  ],
  [
    'a value of a map',
    { type: 'object', additionalProperties: TEXT },
    { 'a.b': 1 },
    ['spec.a.b: Invalid value: "integer": spec.a.b in body must be of type string: "integer"'],
  ],
  [
    'a fraction for a quantity, four times',
    INT_OR_STRING,
    0.5,
    [
      '<nil>: Invalid value: "": "spec" must validate at least one schema (anyOf)',
      '<nil>: Invalid value: "": Checked value must be of type integer (default format) in spec',
      'spec: Invalid value: "number": spec in body must be of type integer,string: "number"',
      'spec: Invalid value: "number": spec in body must be of type integer: "number"',
    ],
  ],
  [
    'what none of any-of accepts, with the branch that came closest',
    { type: 'string', anyOf: [{ type: 'integer' }, { type: 'string', minLength: 2 }] },
    'a',
    [
      '<nil>: Invalid value: "": "spec" must validate at least one schema (anyOf)',
      'spec: Invalid value: "a": spec in body should be at least 2 chars long',
    ],
  ],
  [
    'what too many of one-of accept, without those that do not',
    { type: 'string', oneOf: [{ minLength: 1 }, { maxLength: 9 }, { minLength: 2 }] },
    'a',
    [
      '<nil>: Invalid value: "": "spec" must validate one and only one schema (oneOf). Found 2 valid alternatives',
    ],
  ],
  [
    'what two branches refuse in the same words, once',
    { type: 'string', allOf: [{ minLength: 2 }, { minLength: 2, maxLength: 9 }] },
    'a',
    [
      '<nil>: Invalid value: "": "spec" must validate all the schemas (allOf). None validated',
      'spec: Invalid value: "a": spec in body should be at least 2 chars long',
    ],
  ],
  [
    'what two of one-of accept',
    { type: 'string', oneOf: [{ minLength: 1 }, { maxLength: 9 }] },
    'a',
    [
      '<nil>: Invalid value: "": "spec" must validate one and only one schema (oneOf). Found 2 valid alternatives',
    ],
  ],
  [
    'what none of one-of accepts',
    { type: 'string', oneOf: [{ minLength: 2 }, { minLength: 3 }] },
    'a',
    [
      '<nil>: Invalid value: "": "spec" must validate one and only one schema (oneOf). Found none valid',
      'spec: Invalid value: "a": spec in body should be at least 2 chars long',
    ],
  ],
  [
    'what one of all-of refuses',
    { type: 'string', allOf: [{ minLength: 1 }, { minLength: 2 }] },
    'a',
    [
      '<nil>: Invalid value: "": "spec" must validate all the schemas (allOf)',
      'spec: Invalid value: "a": spec in body should be at least 2 chars long',
    ],
  ],
  [
    'what must not be',
    { type: 'string', not: { enum: ['a'] } },
    'a',
    ['<nil>: Invalid value: "": "spec" must not validate the schema (not)'],
  ],
  [
    'an item of a set, once however often it is there',
    { type: 'array', 'x-kubernetes-list-type': 'set', items: TEXT },
    ['a', 'b', 'a', 'a'],
    ['spec[2]: Duplicate value: "a"'],
  ],
  [
    'an item of a list with one key',
    {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['name'],
      items: NAMED,
    },
    [{ name: 'gpu' }, { name: 'gpu', port: 1 }],
    ['spec[1]: Duplicate value: {"name":"gpu"}'],
  ],
  [
    'an item of a list with two keys',
    {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['port', 'name'],
      items: NAMED,
    },
    [
      { name: '<a>', port: 1 },
      { port: 1, name: '<a>' },
    ],
    ['spec[1]: Duplicate value: {"name":"\\u003ca\\u003e","port":1}'],
  ],
  [
    'an item that is not an object where items have keys',
    {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['name'],
      items: NAMED,
    },
    ['a'],
    [
      'spec[0]: Invalid value: "a": must be an object for an array of list-type map',
      'spec[0]: Invalid value: "string": spec[0] in body must be of type object: "string"',
    ],
  ],
  [
    'an embedded object that does not say what it is',
    { type: 'object', 'x-kubernetes-embedded-resource': true },
    { apiVersion: 'a/b/c', kind: '' },
    [
      'spec.apiVersion: Invalid value: "a/b/c": unexpected GroupVersion string: a/b/c',
      'spec.kind: Invalid value: "": must not be empty',
    ],
  ],
];

describe('refused is', () => {
  test.each(REFUSED)('%s', (_what, schema, value, expected) => {
    expect(judged(schema, value)).toEqual(expected);
  });

  test('an object that is none', () => {
    expect(admit('text', inSpec(TEXT))).toMatchObject({
      object: {},
      pruned: [],
      errors: [
        {
          path: '',
          server: {
            field: '<nil>',
            message: 'Invalid value: "string":  in body must be of type object: "string"',
          },
        },
      ],
    });
  });
});

describe('accepted is', () => {
  test.each<[string, Schema, unknown]>([
    ['a whole number that is written with a fraction', INT, 2.0],
    [
      'a big number as far as int64 goes',
      { type: 'integer', format: 'int64', maximum: 9e18 },
      2n ** 53n + 1n,
    ],
    [
      'a list for a text with a format, as the API server has it',
      { type: 'string', format: 'date' },
      [],
    ],
    ['a null where it may be', { type: 'string', nullable: true }, null],
    ['a number or a text for a quantity', { type: 'array', items: INT_OR_STRING }, [1, '1Gi', 2n]],
    ['a whole number where fractions may be', { type: 'number', format: 'double' }, 3],
    ['a format that nobody knows', { type: 'string', format: 'colour' }, 'anything'],
    ['the code of a letter for the letter, as Go compares them', { enum: ['a'] }, 97],
    ['a fraction for its whole part, as Go compares them', { type: 'number', enum: [2] }, 2.5],
    ['a limit of characters, whatever bytes they have', { type: 'string', maxLength: 1 }, '😀'],
  ])('%s', (_what, schema, value) => {
    expect(judged(schema, value)).toEqual([]);
  });
});

test('an error tells the field that it is about, even where its line does not', () => {
  expect(
    admit({ spec: { n: 2 ** 31 } }, inSpec({ type: 'object', properties: { n: INT } })).errors,
  ).toMatchObject([
    {
      path: 'spec.n',
      server: {
        field: '<nil>',
        message:
          'Invalid value: "": Checked value must be of type integer with format int32 in spec.n',
      },
    },
  ]);
});

test('fields of the object itself have a dot in the text, but not in front of the line', () => {
  const open: Schema = { type: 'object', additionalProperties: TEXT, required: ['b'] };
  expect(admit({ a: 1 }, open).errors).toMatchObject([
    {
      path: 'a',
      server: {
        field: 'a',
        message: 'Invalid value: "integer": .a in body must be of type string: "integer"',
      },
    },
    { path: 'b', server: { field: 'b', message: 'Required value' } },
  ]);
});

describe('a null', () => {
  const withDefault: Schema = { type: 'string', default: 'x' };

  test.each<[string, Schema, unknown, unknown]>([
    ['is dropped', { type: 'object', properties: { a: TEXT } }, { a: null }, {}],
    [
      'becomes the default',
      { type: 'object', properties: { a: withDefault } },
      { a: null },
      { a: 'x' },
    ],
    [
      'stays where it may be',
      { type: 'object', properties: { a: { ...withDefault, nullable: true } } },
      { a: null },
      { a: null },
    ],
    [
      'vanishes from a map',
      { type: 'object', additionalProperties: TEXT },
      { a: null, b: 'b' },
      { b: 'b' },
    ],
    [
      'becomes the default of a map',
      { type: 'object', additionalProperties: withDefault },
      { a: null },
      { a: 'x' },
    ],
    ['stays in a list', { type: 'array', items: TEXT }, [null], [null]],
    ['becomes the default of an item', { type: 'array', items: withDefault }, [null], ['x']],
  ])('%s', (_what, schema, given, expected) => {
    expect(admitted(schema, given)).toEqual(expected);
  });
});

describe('a default', () => {
  const nested: Schema = {
    type: 'object',
    default: {},
    properties: { b: { type: 'integer', default: 0 } },
  };

  test('is set where a field is missing, and so are the defaults inside it', () => {
    expect(admitted({ type: 'object', properties: { a: nested } }, {})).toEqual({ a: { b: 0 } });
  });

  test('is a copy', () => {
    const open: Schema = {
      type: 'object',
      default: { b: [] },
      'x-kubernetes-preserve-unknown-fields': true,
    };
    const schema: Schema = { type: 'object', properties: { a: open } };
    (admitted(schema, {}) as any).a.b.push('mine');
    expect(admitted(schema, {})).toEqual({ a: { b: [] } });
  });

  test('leaves what is there, though it is empty', () => {
    expect(
      admitted({ type: 'object', properties: { a: { type: 'string', default: 'x' } } }, { a: '' }),
    ).toEqual({ a: '' });
  });
});

describe('what a mutating webhook puts in', () => {
  const PORT: Schema = {
    type: 'object',
    properties: { protocol: { type: 'string', default: 'TCP' }, name: TEXT },
  };
  const mutated = (spec: unknown) =>
    admit({}, inSpec(PORT), () => ({ object: { spec } })).object.spec;

  test('gets the defaults of the schema, too', () => {
    expect(mutated({ name: 'http' })).toEqual({ protocol: 'TCP', name: 'http' });
  });

  test('keeps its nulls, unless there is a default for them', () => {
    expect(mutated({ name: null, protocol: null })).toEqual({ protocol: 'TCP', name: null });
  });
});

describe('an unknown field', () => {
  test('is dropped at any depth, in the order of the object', () => {
    const schema: Schema = {
      type: 'array',
      items: { type: 'object', properties: { a: { type: 'object' } } },
    };
    expect(
      pruned(schema, [
        { x: 1, a: { y: {} } },
        { a: {}, z: 1 },
      ]),
    ).toEqual(['spec[0].x', 'spec[0].a.y', 'spec[1].z']);
  });

  test('is kept where the schema says so, but known ones below are pruned', () => {
    const schema: Schema = {
      type: 'object',
      'x-kubernetes-preserve-unknown-fields': true,
      properties: { a: { type: 'object' } },
    };
    expect(admitted(schema, { a: { y: 1 }, b: { z: 1 } })).toEqual({ a: {}, b: { z: 1 } });
  });

  test('is kept in the items of a list for which the schema says so', () => {
    const schema: Schema = {
      type: 'array',
      'x-kubernetes-preserve-unknown-fields': true,
      items: { type: 'object', properties: { a: { type: 'object' } } },
    };
    expect(admitted(schema, [{ a: { y: 1 }, b: 1 }])).toEqual([{ a: {}, b: 1 }]);
  });

  test('is none if it is undefined', () => {
    const { object, pruned: dropped } = admit(
      { spec: { a: undefined } },
      inSpec({ type: 'object' }),
    );
    expect([object, dropped]).toStrictEqual([{ spec: {} }, []]);
  });

  test('is none in the metadata, nor are apiVersion and kind', () => {
    const object = { apiVersion: 'v1', kind: 'X', metadata: { name: 'x', anything: 1 } };
    expect(admit(object, { type: 'object', properties: {} })).toEqual({
      object,
      errors: [],
      pruned: [],
    });
  });

  test('may have any name', () => {
    const object = JSON.parse('{ "spec": { "__proto__": { "a": 1 }, "constructor": 1 } }');
    expect(
      admit(object, inSpec({ type: 'object', properties: {} })).pruned.map(({ field }) => field),
    ).toEqual(['__proto__', 'constructor']);
    const open = admit(
      object,
      inSpec({ type: 'object', additionalProperties: { type: 'integer' } }),
    );
    expect(open.errors.map(({ path }) => path)).toEqual(['spec.__proto__']);
    expect(Object.keys(open.object.spec as object)).toEqual(['__proto__', 'constructor']);
  });
});

test('a value that contains itself is cut, not followed', () => {
  const knot: any = { name: 'knot' };
  knot.self = knot;
  const open: Schema = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
  expect(admitted(open, knot)).toEqual({ name: 'knot', self: { name: 'knot', self: null } });
});

test('an error has its cause as its rule, and the words of the API server beside ours', () => {
  const schema: Schema = {
    type: 'object',
    required: ['b'],
    properties: { a: TEXT, c: { type: 'string', enum: ['x'] }, n: { type: 'integer', minimum: 1 } },
  };
  const { errors } = admit({ a: 1, c: 'y', n: 0 }, schema);
  expect(errors.map(({ path, rule, message }) => [path, rule, message])).toEqual([
    ['a', 'api/type', 'invalid value: "integer": a in body must be of type string: "integer"'],
    ['b', 'api/required', 'b is missing'],
    ['c', 'api/unsupported', 'unsupported value: "y": supported values: "x"'],
    ['n', 'api/invalid', 'invalid value: 0: n in body should be greater than or equal to 1'],
  ]);
});
