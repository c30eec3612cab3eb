import { besideTypes, describeFinding, violation } from '../../src/findings';
import {
  anything,
  checkShaped,
  data,
  elsewhere,
  flag,
  integer,
  json,
  listOf,
  mapOf,
  number,
  numberOrString,
  oneOf,
  openStruct,
  readShape,
  Shape,
  SHAPE_RULES,
  shapeFindings,
  Shapes,
  string,
  strings,
  struct,
  text,
  variants,
} from '../../src/shape';
import * as fc from '../support/fast-check';

interface Address {
  readonly street: string;
  readonly number?: number;
}
interface Person {
  readonly name: string;
  readonly isAdult?: boolean;
  readonly role?: 'reader' | 'writer';
  readonly addresses?: readonly Address[];
  readonly labels?: { readonly [key: string]: string };
}

const PERSON = struct<Person>(
  {
    name: text,
    isAdult: flag,
    role: oneOf(['reader', 'writer']),
    addresses: listOf(struct<Address>({ street: string, number: integer }, ['street'])),
    labels: strings,
  },
  ['name'],
);

const ROUTE = variants<{ kind: 'none' } | { kind: 'host'; host: string }>('kind', {
  none: struct<{ kind: string }>({ kind: string }),
  host: struct<{ kind: string; host: string }>({ kind: string, host: text }, ['host']),
});

const told = (value: unknown, shape: Shape) =>
  shapeFindings(value, shape, 'it').map(describeFinding);

test.each<[string, unknown, Shape, string]>([
  ['a number for a string', 5, string, '5 is not a string; write it in quotes: "5"'],
  ['true for a string', true, text, 'true is not a string; write it in quotes: "true"'],
  ['null for a string', null, string, 'null is not a string; use a string'],
  ['a blank string', ' ', text, '" " is empty; set a value, or remove it'],
  [
    'a string for a boolean',
    'false',
    flag,
    '"false" is neither true nor false; write it without quotes: false',
  ],
  ['0 for a boolean', 0, flag, '0 is neither true nor false; use true or false'],
  ['a string for a number', '3', number, '"3" is not a number; write it without quotes: 3'],
  ['what is not a number', NaN, number, 'null is not a number; use a number'],
  ['a fraction for a whole number', 1.5, integer, '1.5 is not a whole number; use a whole number'],
  [
    'a whole number that is not exact',
    2 ** 53,
    integer,
    '9007199254740992 is not a whole number; use a whole number',
  ],
  [
    'a list for a number or a string',
    [],
    numberOrString,
    '[] is neither a number nor a string; use one of them',
  ],
  [
    'a word that is misspelt',
    'writr',
    oneOf(['reader', 'writer']),
    '"writr" is not a valid value; must be one of reader, writer; perhaps you meant "writer"',
  ],
  [
    'a word that is none of them',
    'boss',
    oneOf(['reader', 'writer']),
    '"boss" is not a valid value; must be one of reader, writer',
  ],
  ['no JSON', '{', json, '"{" is not valid JSON; use JSON, with strings in double quotes'],
  ['a string for a list', 'a', listOf(string), '"a" is not a list; use a list'],
  ['a list for a map', [], strings, '[] is not a map; use a map of keys and values'],
  [
    'a list for an object',
    [],
    PERSON,
    '[] is not an object; use an object with name, isAdult, role, addresses, labels',
  ],
  [
    'a function for data',
    () => 1,
    data,
    '() => 1 is not a plain object; use a map of strings, numbers, lists and maps',
  ],
  [
    'a function in data',
    { a: [() => 1] },
    data,
    '{"a":[null]} is not a plain object; use a map of strings, numbers, lists and maps',
  ],
  [
    'what is given elsewhere',
    1,
    elsewhere('use containers'),
    '1 is not allowed here; use containers',
  ],
  [
    'a variant that there is not',
    { kind: 'hots' },
    ROUTE,
    'it.kind: "hots" is not a valid value; must be one of none, host; perhaps you meant "host"',
  ],
  [
    'a variant that is not named',
    {},
    ROUTE,
    'it.kind: kind is required; must be one of none, host',
  ],
  ['no variant at all', 'none', ROUTE, '"none" is not an object; use an object with kind'],
  ['a variant that lacks a field', { kind: 'host' }, ROUTE, 'it.host: host is required; set host'],
])('%s is told', (_what, value, shape, expected) => {
  const rule = expected.includes('not allowed here') ? 'input/unknown-field' : 'input/type';
  expect(told(value, shape)).toEqual([
    `${expected.startsWith('it') ? '' : 'it: '}${expected} (${rule})`,
  ]);
});

test('everything that is wrong is told, with its path', () => {
  const person = {
    name: 1,
    isAdult: 'no',
    addresses: [{ street: 'Elm', number: '1' }, { numbr: 2 }, null],
    labels: { a: 1 },
    rle: 'reader',
    zzz: 1,
  };
  expect(shapeFindings(person, PERSON).map(describeFinding)).toEqual([
    'name: 1 is not a string; write it in quotes: "1" (input/type)',
    'isAdult: "no" is neither true nor false; use true or false (input/type)',
    'addresses[0].number: "1" is not a whole number; write it without quotes: 1 (input/type)',
    'addresses[1].numbr: there is no option "numbr", so 2 would have no effect; perhaps you meant "number" (input/unknown-field)',
    'addresses[1].street: street is required; set street (input/type)',
    'addresses[2]: null is not an object; use an object with street, number (input/type)',
    'labels.a: 1 is not a string; write it in quotes: "1" (input/type)',
    'rle: there is no option "rle", so "reader" would have no effect; perhaps you meant "role" (input/unknown-field)',
    'zzz: there is no option "zzz", so 1 would have no effect; remove it; the options are name, isAdult, role, addresses, labels (input/unknown-field)',
  ]);
});

test('what is wrong is left out, so that the rest can be checked', () => {
  const value = {
    kind: 'x',
    count: '1',
    list: ['a', 1, 'b'],
    map: { a: 'a', b: 1 },
    own: { deep: 1 },
    gone: undefined,
  };
  const shape = openStruct({ count: number, list: listOf(string), map: mapOf(string) });
  expect(readShape(value, shape).value).toEqual({
    kind: 'x',
    list: ['a', 'b'],
    map: { a: 'a' },
    own: { deep: 1 },
  });
});

test('an object that lacks what it needs is left out as a whole', () => {
  expect(
    readShape(
      [{ number: 1 }, { street: 'Elm' }],
      listOf(struct<Address>({ street: string, number: integer }, ['street'])),
    ).value,
  ).toEqual([{ street: 'Elm' }]);
});

test('a field that is undefined is not there: neither unknown, nor of a wrong type', () => {
  expect(shapeFindings({ name: 'a', isAdult: undefined, other: undefined }, PERSON)).toEqual([]);
});

test('a key of a map that has no value is not there', () => {
  expect(Object.keys(readShape<object>({ a: undefined, b: 'x' }, strings).value!)).toEqual(['b']);
});

test('a value that is right stays itself', () => {
  const person: Person = {
    name: 'a',
    role: 'reader',
    addresses: [{ street: 'Elm', number: 1 }],
    labels: { a: 'b' },
  };
  expect(readShape<Person>(person, PERSON)).toEqual({ value: person, findings: [] });
  expect(readShape<Person>(person, PERSON).value).toBe(person);
});

test('fields that objects inherit are options no more than others', () => {
  expect(told({ toString: 1, name: 'a' }, PERSON)).toEqual([
    'it.toString: there is no option "toString", so 1 would have no effect; remove it; the options are name, isAdult, role, addresses, labels (input/unknown-field)',
  ]);
  expect(told({ kind: 'toString' }, ROUTE)).toEqual([
    'it.kind: "toString" is not a valid value; must be one of none, host (input/type)',
  ]);
});

test('data that contains itself, or has holes, is not plain', () => {
  const circle: { self?: unknown } = {};
  circle.self = circle;
  expect(shapeFindings(circle, data)).toHaveLength(1);
  expect(shapeFindings({ list: [undefined] }, data)).toHaveLength(1);
  expect(shapeFindings({ twice: [{ a: 1 }, { a: 1 }], nothing: undefined }, data)).toEqual([]);
});

test('a check need not repeat what its shape told, at the same place or below it, and says nothing of a list that lost an item', () => {
  const finding = (path: string) => ({
    rule: 'a/b',
    severity: 'error' as never,
    path,
    message: '',
    remedy: '',
  });
  const ofShape = ['a', 'b.c', 'd[0]'].map(finding);
  const left = besideTypes(
    ['a', 'a.x', 'a[1].x', 'ab', 'b', 'b.c.d', 'b.cd', 'd', 'd[0].e', 'd[1]', ''].map(finding),
    ofShape,
  );
  expect(left.map(({ path }) => path)).toEqual(['ab', 'b', 'b.cd', 'd[1]', '']);
});

test('a hole in a list is as wrong as null, and left out', () => {
  expect(readShape(['a', undefined], listOf(string), 'it')).toMatchObject({
    value: ['a'],
    findings: [{ path: 'it[1]', message: 'null is not a string' }],
  });
});

test('a value is checked for its types, and what has them for the rest', () => {
  const rule = SHAPE_RULES.type;
  const check = ({ name }: Person) => [
    violation(rule, 'name', `${name}?`, ''),
    violation(rule, 'role', 'role?', ''),
  ];
  const lines = (value: unknown) =>
    checkShaped(value, PERSON, check).map(({ path, message }) => `${path}: ${message}`);
  expect(lines({ name: 'a', role: 'x' })).toEqual(['name: a?', 'role: "x" is not a valid value']);
  expect(lines('a')).toEqual([': "a" is not an object']);
});

test('any value gives findings, or has its type', () => {
  const shapes: Shape[] = [PERSON, ROUTE, json, listOf(PERSON), mapOf(integer), data, anything];
  fc.assert(
    fc.property(fc.constantFrom(...shapes), fc.anything(), (shape, value) => {
      const { findings, value: rest } = readShape(value, shape);
      if (findings.length === 0) expect(rest).toEqual(value);
      else if (rest !== undefined) expect(shapeFindings(rest, shape)).toEqual([]);
    }),
  );
});

test('the compiler asks for every field, and for its own type', () => {
  // @ts-expect-error a field is missing
  const missing: Shapes<Address> = { street: string };
  // @ts-expect-error the type is another one
  const other: Shapes<Address> = { street: string, number: flag };
  expect([missing, other]).toHaveLength(2);
});

/** A shape, and values of which many have it. */
const SHAPED: readonly (readonly [shape: Shape, values: fc.Arbitrary<unknown>])[] = [
  [string, fc.string()],
  [text, fc.constantFrom('', ' ', 'x')],
  [json, fc.constantFrom('{}', '{')],
  [flag, fc.boolean()],
  [number, fc.double()],
  [integer, fc.double({ noInteger: false })],
  [numberOrString, fc.oneof(fc.double(), fc.string())],
  [oneOf(['a', 'b']), fc.constantFrom('a', 'b', 'c')],
  [data, fc.dictionary(fc.string(), fc.anything())],
  [elsewhere('put it there'), fc.anything()],
];
const anyShaped: fc.Arbitrary<readonly [Shape, unknown]> = fc
  .constantFrom(...SHAPED)
  .chain(([shape, values]) => {
    const value = fc.oneof({ weight: 6, arbitrary: values }, fc.constantFrom(undefined, null, 1));
    const fields = fc.record({ a: value, b: value, c: value }, { requiredKeys: [] });
    return fc.oneof(
      fc.tuple(fc.constant(shape), value),
      fc.tuple(fc.constant(listOf(shape)), fc.array(value)),
      fc.tuple(fc.constant(listOf(anything)), fc.array(value)),
      fc.tuple(fc.constant(mapOf(shape)), fc.dictionary(fc.string(), value)),
      fc.tuple(fc.constant(struct<any>({ a: shape, b: anything }, ['a']) as Shape), fields),
      fc.tuple(fc.constant(openStruct({ a: shape }, ['a']) as Shape), fields),
      fc.tuple(
        fc.constant(variants<any>('a', { a: openStruct({ b: shape }) }) as Shape),
        fields.map((given) => ({ a: 'a', ...given })),
      ),
    );
  });

test('a value is read alone as it is beside another one that is wrong', () => {
  fc.assert(
    fc.property(anyShaped, ([shape, value]) => {
      const both = readShape<any>(
        { one: value, wrong: 1 },
        openStruct({ one: shape, wrong: string }),
      );
      const alone = value === undefined ? undefined : readShape(value, shape, 'one');
      expect(both.findings.filter(({ path }) => path !== 'wrong')).toEqual(alone?.findings ?? []);
      expect(both.value?.one).toStrictEqual(alone?.value);
      expect(Object.is(both.value?.one, value)).toBe(Object.is(alone?.value, value));
    }),
    { numRuns: 1000 },
  );
});
