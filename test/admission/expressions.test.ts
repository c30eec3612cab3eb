/**
 * Expressions that are composed, executed: what they find in objects that have what is asked for,
 * and in those that do not.
 */
import {
  add,
  allOf,
  anyOf,
  Cel,
  isThere,
  listOf,
  literal,
  mutatingBinding,
  mutatingPolicy,
  not,
  onlyOn,
  pointer,
  validatingBinding,
  validatingPolicy,
  valueAt,
} from '../../src/admission';
import { admission, mutation } from '../support/cel';
import { Fields } from '../support/reading';

const MATCHES_ALL = {
  resourceRules: [
    {
      apiGroups: [''],
      apiVersions: ['v1'],
      operations: ['CREATE', 'UPDATE'],
      resources: ['configmaps'],
      scope: 'Namespaced',
    },
  ],
};
const configMap = (fields: Fields): Fields => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'a' },
  ...fields,
});

/** Whether an expression holds of an object; an error is its text. */
function holds(
  expression: Cel,
  fields: Fields,
  operation: 'CREATE' | 'UPDATE' = 'CREATE',
): boolean | string {
  const policy = validatingPolicy({
    name: 'p',
    failurePolicy: 'Fail',
    matchConstraints: MATCHES_ALL,
    validations: [{ expression, message: 'no' }],
  });
  const { denied } = admission(policy, validatingBinding({ name: 'p' }, ['Deny']), {
    operation,
    resource: 'configmaps',
    object: configMap(fields),
    oldObject: configMap({}),
  });
  return denied.length === 0 ? true : denied[0] === 'no' ? false : denied[0];
}

describe('a field of a field', () => {
  test.each<[string[], Fields, boolean]>([
    [['data', 'a'], { data: { a: 'x' } }, true],
    [['data', 'a'], { data: { b: 'x' } }, false],
    [['data', 'a'], {}, false],
    [['data', 'example.com/a-b'], { data: { 'example.com/a-b': 'x' } }, true],
    [['data', 'a"b'], { data: { 'a"b': 'x' } }, true],
    [['data', '1st'], { data: { '1st': 'x' } }, true],
    [['data', 'a b'], { data: { 'a b': 'x' } }, true],
    [['data', 'ä'], { data: { ä: 'x' } }, true],
    [['data', '_a1', 'b'], { data: { _a1: { b: 'x' } } }, true],
    [['data', '_a1', 'b'], { data: { _a1: {} } }, false],
    [['data', 'inner', 'b'], { data: {} }, false],
  ])('%j of %j', (path, fields, expected) => {
    expect(holds(`${valueAt('object', path, literal('none'))} == "x"`, fields)).toBe(expected);
    expect(holds(`${valueAt('object', path, literal('none'))} == "none"`, fields)).toBe(!expected);
  });

  test('is asked for in one chain, so that an older engine knows each step', () => {
    expect(valueAt('object.spec', ['a', 'b', 'c/d'], '""')).toBe(
      'object.spec.?a.b[?"c/d"].orValue("")',
    );
  });
});

describe('whether a field is there', () => {
  test.each<[string, Fields, boolean]>([
    ['data.a.b', { data: { a: { b: '' } } }, true],
    ['data.a.b', { data: { a: {} } }, false],
    ['data.a.b', { data: {} }, false],
    ['data.a.b', {}, false],
    ['spec.a', { spec: {} }, false],
    ['spec.a', { spec: { a: 0 } }, true],
    ['metadata.labels', {}, false],
  ])('%s of %j', (path, fields, expected) => {
    expect(holds(isThere('object', path), fields)).toBe(expected);
  });

  test('is not asked of what every object has', () => {
    expect(isThere('object', 'spec.a.b')).toBe('has(object.spec.a) && has(object.spec.a.b)');
    expect(isThere('params', 'metadata.labels')).toBe('has(params.metadata.labels)');
    expect(isThere('v', 'claim.name')).toBe('has(v.claim) && has(v.claim.name)');
  });
});

test.each<[Cel, boolean]>([
  [anyOf('false', 'true'), true],
  [anyOf('false', 'false'), false],
  [anyOf('true && false', 'true'), true],
  [allOf('true', 'false'), false],
  [allOf('true', 'true'), true],
  [allOf('true || false', 'false'), false],
  [not('true && false'), true],
  [not('true'), false],
  [`"b" in ${listOf(['a', 'b'])}`, true],
  [`"c" in ${listOf(['a', 'b'])}`, false],
  [onlyOn('CREATE', 'false'), false],
  [onlyOn('UPDATE', 'false'), true],
  [onlyOn('UPDATE', 'true'), true],
])('%s is %s', (expression, expected) => {
  expect(holds(expression, {})).toBe(expected);
});

test('a text stays what it is, and is nothing that Flux would replace', () => {
  for (const text of ['a', '"', '\\', 'a\nb', '${NAME}', 'ä', '\u2028']) {
    expect(holds(`object.data.a == ${literal(text)}`, { data: { a: text } })).toBe(true);
    expect(literal(text)).not.toContain('${');
  }
});

describe('a patch', () => {
  const patched = (expression: Cel, fields: Fields) => {
    const policy = mutatingPolicy({
      name: 'p',
      version: 'v1',
      failurePolicy: 'Fail',
      matchConstraints: MATCHES_ALL,
      patches: [expression],
    });
    return mutation(policy, mutatingBinding({ name: 'p' }, 'v1'), {
      operation: 'CREATE',
      resource: 'configmaps',
      object: configMap(fields),
    });
  };

  test.each([['a/b'], ['a~b'], ['a~1b'], ['a~/b']])(
    'adds a field called %s, and no other',
    (name) => {
      expect(patched(`[${add(pointer('data', name), '"x"')}]`, { data: { kept: 'y' } })).toEqual({
        object: configMap({ data: { kept: 'y', [name]: 'x' } }),
      });
    },
  );

  test('adds objects in objects, with lists of objects', () => {
    const value = { terms: [{ key: '"k"', values: ['"a"', '"b"'] }], weight: '100' };
    expect(patched(`[${add(pointer('data'), value)}]`, {})).toEqual({
      object: configMap({ data: { terms: [{ key: 'k', values: ['a', 'b'] }], weight: 100 } }),
    });
    expect(add(pointer('data'), value)).toBe(
      'JSONPatch{op: "add", path: "/data", value: Object{terms: [Object.terms{key: "k", values: ["a", "b"]}], weight: 100}}',
    );
  });
});
