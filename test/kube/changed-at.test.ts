/** Changes at a path of fields, which leave what they are made in as it was. */
import { changedAt } from '../../src/kube';

const GIVEN = { metadata: { name: 'a' }, spec: { template: { spec: { nodeName: 'n' } }, b: [1] } };

test('what is above a change is copied, and the rest is the same', () => {
  const changed = changedAt(GIVEN, ['spec', 'template', 'spec'], () => ({ nodeName: 'm' }));
  expect(changed.spec.template.spec).toEqual({ nodeName: 'm' });
  expect(changed.metadata).toBe(GIVEN.metadata);
  expect(changed.spec.b).toBe(GIVEN.spec.b);
  expect(GIVEN.spec.template.spec.nodeName).toBe('n');
});

test('a change that changes nothing copies nothing', () =>
  expect(changedAt(GIVEN, ['spec', 'none', 'spec'], (one) => one)).toBe(GIVEN));

test('fields that are not there are made', () =>
  expect(changedAt({ a: null }, ['a', 'b', 'c'], () => 1)).toEqual({ a: { b: { c: 1 } } }));

test('a field has any name, also one that every object inherits', () =>
  expect(changedAt({}, ['constructor', 'a'], () => 1)).toEqual({ constructor: { a: 1 } }));

test('what has no fields stays', () => {
  const given = { a: ['x'], b: 'y' };
  expect(changedAt(given, ['a', 'c'], () => 1)).toBe(given);
  expect(changedAt(given, ['b', 'c'], () => 1)).toBe(given);
});
