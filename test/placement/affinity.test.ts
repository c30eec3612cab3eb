/** Affinities are joined, never replaced. */
import { mergeAffinity, nodeAffinity, podAffinity, unmergeable } from '../../src/placement/core';
import * as fc from '../support/fast-check';

const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';
const PREFERRED = 'preferredDuringSchedulingIgnoredDuringExecution';
const beside = (app: string, isRequired = false) =>
  podAffinity([{ selector: { matchLabels: { app } }, isRequired }])!;
const term = (app: string) => ({
  labelSelector: { matchLabels: { app } },
  topologyKey: 'kubernetes.io/hostname',
});

test('the affinity to a node is the one that the controller writes, unless it is required', () => {
  const expression = {
    matchExpressions: [{ key: 'kubernetes.io/hostname', operator: 'In', values: ['node-a'] }],
  };
  expect(nodeAffinity('node-a', false)).toEqual({
    nodeAffinity: { [PREFERRED]: [{ weight: 100, preference: expression }] },
  });
  expect(nodeAffinity('node-a', true)).toEqual({
    nodeAffinity: { [REQUIRED]: { nodeSelectorTerms: [expression] } },
  });
  expect(nodeAffinity('node-a', true, 'example.com/node')).toEqual({
    nodeAffinity: {
      [REQUIRED]: {
        nodeSelectorTerms: [
          { matchExpressions: [{ key: 'example.com/node', operator: 'In', values: ['node-a'] }] },
        ],
      },
    },
  });
});

test('what is there stays, and terms are added behind it', () => {
  const given = {
    podAntiAffinity: { [PREFERRED]: [] },
    podAffinity: { [PREFERRED]: [{ weight: 1, podAffinityTerm: term('cache') }] },
  };
  expect(mergeAffinity(given, beside('shop'))).toEqual({
    podAntiAffinity: { [PREFERRED]: [] },
    podAffinity: {
      [PREFERRED]: [
        { weight: 1, podAffinityTerm: term('cache') },
        { weight: 100, podAffinityTerm: term('shop') },
      ],
    },
  });
});

test('a term that is there already is not there twice', () => {
  expect(mergeAffinity(beside('shop', true), beside('shop', true))).toEqual({
    podAffinity: { [REQUIRED]: [term('shop')] },
  });
});

test('a required node narrows each of the alternatives, and leaves alone those that are for no node', () => {
  const zone = { matchExpressions: [{ key: 'zone', operator: 'Exists' }] };
  const field = { matchFields: [{ key: 'metadata.name', operator: 'In', values: ['n'] }] };
  const node = { key: 'kubernetes.io/hostname', operator: 'In', values: ['node-a'] };
  const empty = [{}, { matchExpressions: [] }];
  expect(
    mergeAffinity(
      { nodeAffinity: { [REQUIRED]: { nodeSelectorTerms: [zone, field, ...empty] } } },
      nodeAffinity('node-a', true),
    ),
  ).toEqual({
    nodeAffinity: {
      [REQUIRED]: {
        nodeSelectorTerms: [
          { matchExpressions: [...zone.matchExpressions, node] },
          { ...field, matchExpressions: [node] },
          ...empty,
        ],
      },
    },
  });
});

test('alternatives that are added go with each of those that are there, and none of them is for no node', () => {
  const one = (key: string) => ({ matchExpressions: [{ key, operator: 'Exists' }] });
  const named = { matchFields: [{ key: 'metadata.name', operator: 'In', values: ['n'] }] };
  const required = (...nodeSelectorTerms: object[]) => ({
    nodeAffinity: { [REQUIRED]: { nodeSelectorTerms } },
  });
  expect(mergeAffinity(required(one('a'), one('b')), required(one('c'), named, {}))).toEqual(
    required(
      { matchExpressions: [...one('a').matchExpressions, ...one('c').matchExpressions] },
      { ...one('a'), ...named },
      {},
      { matchExpressions: [...one('b').matchExpressions, ...one('c').matchExpressions] },
      { ...one('b'), ...named },
      {},
    ),
  );
});

test('what is null is nothing to add', () => {
  expect(
    mergeAffinity(beside('shop'), {
      nodeAffinity: null,
      podAffinity: { [REQUIRED]: null, [PREFERRED]: null },
    }),
  ).toEqual(beside('shop'));
});

test('nothing is changed that is given, and nothing is added to nothing', () => {
  const given = Object.freeze({ podAffinity: Object.freeze({ [PREFERRED]: Object.freeze([]) }) });
  expect(mergeAffinity(given, beside('shop'))).not.toBe(given);
  expect(mergeAffinity(given, undefined)).toBe(given);
  expect(mergeAffinity(undefined, undefined)).toBeUndefined();
  expect(mergeAffinity({}, beside('shop'))).toEqual(beside('shop'));
});

test.each([
  ['text', [['', 'a map']]],
  [{ podAffinity: [] }, [['podAffinity', 'a map']]],
  [
    { podAffinity: { [PREFERRED]: {} }, nodeAffinity: { [REQUIRED]: [] } },
    [
      [`nodeAffinity.${REQUIRED}`, 'a map'],
      [`podAffinity.${PREFERRED}`, 'a list'],
    ],
  ],
  [{ podAffinity: null, nodeAffinity: {} }, []],
])('what nothing can be added to is found: %j', (affinity, expected) => {
  expect(unmergeable(affinity).map(({ path, wanted }) => [path, wanted])).toEqual(expected);
});

test('whatever can be merged keeps all that is given', () => {
  const terms = fc.array(fc.record({ weight: fc.integer({ min: 1, max: 100 }) }));
  const podAffinities = fc.record({ [PREFERRED]: terms, [REQUIRED]: terms }, { requiredKeys: [] });
  const affinity = fc.record(
    { podAffinity: podAffinities, other: fc.jsonValue() },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(affinity, fc.boolean(), (given: any, isRequired) => {
      const merged: any = mergeAffinity(given, beside('shop', isRequired));
      for (const list of [PREFERRED, REQUIRED]) {
        expect(merged.podAffinity[list] ?? []).toEqual(
          expect.arrayContaining(given.podAffinity?.[list] ?? []),
        );
      }
      expect(merged.other).toEqual(given.other);
    }),
  );
});
