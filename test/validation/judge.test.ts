/** The rule that speaks for the API server: names that it makes, kinds that nobody serves. */
import { SERVER_JUDGE } from '../../src/validation';
import { asNamed } from '../../src/validation/judge';
import { judged } from '../support/judged';

const named = (metadata: object, kindKey = '/ConfigMap') =>
  (asNamed({ name: '', kindKey, manifest: { metadata } } as never) as any).metadata.name;

test.each<[object, string, unknown]>([
  [{ generateName: 'a-' }, '/ConfigMap', 'a-abcde'],
  [{ name: '', generateName: 'a-' }, '/ConfigMap', 'a-abcde'],
  [{ name: null, generateName: 'a-' }, '/ConfigMap', 'a-abcde'],
  [{ name: 5, generateName: 'a-' }, '/ConfigMap', 5],
  [{ generateName: '' }, '/ConfigMap', undefined],
  [{ generateName: 5 }, '/ConfigMap', undefined],
  [{}, '/ConfigMap', undefined],
  [{}, '/LimitRange', 'abcde'],
  [{ generateName: 'a-' }, '/LimitRange', 'a-abcde'],
])('the metadata %j of a %s have the name %j', (metadata, kindKey, name) => {
  expect(named(metadata, kindKey)).toBe(name);
});

test('a name that is there stays', () => {
  const manifest = { metadata: { name: 'a', generateName: 'b-' } };
  expect(asNamed({ name: 'a', kindKey: '/ConfigMap', manifest } as never)).toBe(manifest);
});

describe('of a kind that no release serves', () => {
  const thing = (apiVersion: string, kind: string, more: object = {}) =>
    judged([SERVER_JUDGE], [{ apiVersion, kind, metadata: { name: 'one' }, ...more }]);
  const of136 = (apiVersion: string, kind: string) =>
    judged([SERVER_JUDGE], [{ apiVersion, kind, metadata: { name: 'one' } }], {
      kubernetes: '1.36',
    });

  test('it is told at its kind, with what to write', () => {
    expect(thing('apps/v1', 'Deploymnt')).toEqual([
      'Deploymnt/one error api/served kind: no matches for kind "Deploymnt" in version "apps/v1"; write kind: Deployment',
    ]);
  });

  test('a version that never was is left to the rule on versions, where a target has one', () => {
    expect(thing('v9', 'ConfigMap')).toHaveLength(1);
    expect(of136('v9', 'ConfigMap')).toEqual([]);
    expect(of136('v9', 'ConfigMp')).toHaveLength(1);
  });

  test('nothing is told of what some release serves, or a definition', () => {
    expect(thing('policy/v1beta1', 'PodSecurityPolicy')).toEqual([]);
    expect(thing('example.com/v1', 'Thing')).toEqual([]);
  });
});

test('of a claim that a server keeps, nothing is refused, however it is bound', () => {
  const claim = {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name: 'data', namespace: 'shop' },
    spec: { accessModes: ['Many'], resources: { requests: { storage: '1Gi' } } },
  };
  const kept = { uid: 'c0ffee00-0000-4000-8000-000000000000', resourceVersion: '1' };
  expect(judged([SERVER_JUDGE], [claim])).toHaveLength(1);
  const stored = { ...claim, metadata: { ...claim.metadata, ...kept } };
  expect(judged([SERVER_JUDGE], [stored])).toEqual([]);
});
