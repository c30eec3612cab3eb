/** Those who wait for one another: circles are found, and mode auto makes none. */
import * as fc from 'fast-check';
import { circlesOf } from '../../src/placement/circles';
import { CoLocationMode, CoLocationRequest, resolveCoLocations } from '../../src/placement/core';
import { readTopology } from '../../src/topology';

const deployment = (name: string, claimName = 'data') => ({
  key: name,
  manifest: {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name },
    spec: { selector: { matchLabels: { app: name } }, template: { metadata: { labels: { app: name } }, spec: { volumes: [{ name: 'v', persistentVolumeClaim: { claimName } }] } } },
  },
});
const beside = (key: string, workloadKey: string, mode = CoLocationMode.AUTO): CoLocationRequest => ({ key, workloadKey, mode });
const onClaim = (key: string): CoLocationRequest => ({ key, claim: { name: 'data', path: '' }, mode: CoLocationMode.AUTO });
const resolve = (names: string[], requests: CoLocationRequest[]) => resolveCoLocations(requests, readTopology(names.map((name) => deployment(name))));
const strengths = (decisions: ReturnType<typeof resolve>) => decisions.map(({ terms }) =>
  terms.map(({ isRequired, workload }) => `${isRequired ? 'requires' : 'prefers'} ${workload.key}`));

test('of two workloads that follow each other by a claim, the second requires the first, which prefers it', () => {
  expect(strengths(resolve(['a', 'b'], [onClaim('a'), onClaim('b')]))).toEqual([['prefers b'], ['requires a']]);
});

test('who follows nobody is required by all', () => {
  expect(strengths(resolve(['a', 'b', 'c'], [beside('b', 'a'), beside('c', 'a')]))).toEqual([['requires a'], ['requires a']]);
});

test('a circle that is asked for is an error, told once', () => {
  const { REQUIRED } = CoLocationMode;
  const decisions = resolve(['a', 'b', 'c'], [beside('a', 'b', REQUIRED), beside('b', 'c', REQUIRED), beside('c', 'a', REQUIRED)]);
  expect(decisions.flatMap(({ findings }) => findings.map(({ severity, message }) => `${severity}: ${message}`))).toEqual([
    'error: a requires b requires c requires a, so none of them can be scheduled first',
  ]);
});

test('mode auto makes no circle, whoever follows whom', () => {
  const names = ['a', 'b', 'c', 'd'];
  const pairs = fc.tuple(fc.constantFrom(...names), fc.constantFrom(...names)).filter(([one, other]) => one !== other);
  const request = pairs.map(([one, other]) => beside(one, other));
  fc.assert(fc.property(fc.array(request), (requests) => {
    expect(resolve(names, requests).flatMap(({ findings }) => findings)).toEqual([]);
  }));
});

test('circles are those that there are, in a chain of any length', () => {
  const chain = Array.from({ length: 50_000 }, (_, index) => [String(index), [String(index + 1)]] as const);
  expect(circlesOf(new Map(chain))).toEqual([]);
  expect(circlesOf(new Map([...chain, ['50000', ['49998']]]))).toEqual([['49998', '49999', '50000']]);
  expect(circlesOf(new Map([['a', ['a', 'b']], ['b', ['c']], ['c', ['b']]]))).toEqual([['a'], ['b', 'c']]);
});
