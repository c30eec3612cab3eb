/** Those who wait for one another: circles are found, and mode auto makes none. */
import { circlesOf } from '../../src/placement/circles';
import {
  CoLocationMode,
  CoLocationRequest,
  MOST_TERMS,
  resolveCoLocations,
} from '../../src/placement/core';
import { readTopology } from '../../src/topology';
import * as fc from '../support/fast-check';

const deployment = (name: string, claimName = 'data') => ({
  key: name,
  manifest: {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name },
    spec: {
      selector: { matchLabels: { app: name } },
      template: {
        metadata: { labels: { app: name } },
        spec: { volumes: [{ name: 'v', persistentVolumeClaim: { claimName } }] },
      },
    },
  },
});
const beside = (
  key: string,
  workloadKey: string,
  mode = CoLocationMode.AUTO,
): CoLocationRequest => ({ key, workloadKey, mode });
const onClaim = (key: string): CoLocationRequest => ({
  key,
  claim: { name: 'data', path: '' },
  mode: CoLocationMode.AUTO,
});
const resolve = (names: string[], requests: CoLocationRequest[]) =>
  resolveCoLocations(requests, readTopology(names.map((name) => deployment(name))));
const strengths = (decisions: ReturnType<typeof resolve>) =>
  decisions.map(({ terms }) =>
    terms.map(
      ({ isRequired, workload }) => `${isRequired ? 'requires' : 'prefers'} ${workload.key}`,
    ),
  );

test('of two workloads that follow each other by a claim, the second requires the first, which prefers it', () => {
  expect(strengths(resolve(['a', 'b'], [onClaim('a'), onClaim('b')]))).toEqual([
    ['prefers b'],
    ['requires a'],
  ]);
});

test('who follows nobody is required by all', () => {
  expect(strengths(resolve(['a', 'b', 'c'], [beside('b', 'a'), beside('c', 'a')]))).toEqual([
    ['requires a'],
    ['requires a'],
  ]);
});

test('a circle that is asked for is an error, told once', () => {
  const { REQUIRED } = CoLocationMode;
  const decisions = resolve(
    ['a', 'b', 'c'],
    [beside('a', 'b', REQUIRED), beside('b', 'c', REQUIRED), beside('c', 'a', REQUIRED)],
  );
  expect(
    decisions.flatMap(({ findings }) =>
      findings.map(({ severity, message }) => `${severity}: ${message}`),
    ),
  ).toEqual(['error: a requires b requires c requires a, so none of them can be scheduled first']);
});

test('mode auto makes no circle, whoever follows whom', () => {
  const names = ['a', 'b', 'c', 'd'];
  const pairs = fc
    .tuple(fc.constantFrom(...names), fc.constantFrom(...names))
    .filter(([one, other]) => one !== other);
  const request = pairs.map(([one, other]) => beside(one, other));
  fc.assert(
    fc.property(fc.array(request), (requests) => {
      expect(resolve(names, requests).flatMap(({ findings }) => findings)).toEqual([]);
    }),
  );
});

// Of more than an affinity names, each looks at some of the others only.
test.each([5, 60])(
  'in a world of %d where all follow each of their claims, all who share claims in any way require one in the end',
  (count) => {
    const names = Array.from({ length: count }, (_, index) => `w${index}`);
    const shares = fc.record(
      Object.fromEntries(
        names.map((name) => [
          name,
          fc.uniqueArray(fc.constantFrom('x', 'y', 'z'), { maxLength: 2 }),
        ]),
      ),
    );
    fc.assert(
      fc.property(shares, fc.integer(), (claims, seed) => {
        const requests = Object.entries(claims)
          .flatMap(([name, own]) => own.map((claimName) => follows(name, claimName)))
          .map((one, index) => ({ one, rank: (index * 7919 + seed) % 13 }))
          .sort((one, other) => one.rank - other.rank)
          .map(({ one }) => one);
        const decisions = resolveCoLocations(requests, world(claims));
        for (const { terms } of decisions) {
          expect(terms.filter(({ isRequired }) => !isRequired).length).toBeLessThanOrEqual(
            MOST_TERMS,
          );
        }
        const required = new Map<string, string>();
        decisions.forEach(({ terms }, index) =>
          terms
            .filter(({ isRequired }) => isRequired)
            .forEach(({ workload }) => {
              expect([undefined, workload.key]).toContain(required.get(requests[index].key));
              required.set(requests[index].key, workload.key);
            }),
        );
        const rootOf = (name: string): string =>
          required.has(name) ? rootOf(required.get(name)!) : name;
        for (const claimName of ['x', 'y', 'z'] as const) {
          const roots = new Set(
            names.filter((name) => claims[name].includes(claimName)).map(rootOf),
          );
          expect(roots.size).toBeLessThanOrEqual(1);
        }
      }),
    );
  },
);

test.each([17, 18, 40])(
  'two claims of %d that have only the last workload in common come together',
  (count) => {
    const names = (claimName: string) =>
      Array.from({ length: count - 1 }, (_, index) => `${claimName}${index}`);
    const claims: Claims = {
      ...Object.fromEntries(
        ['x', 'y'].flatMap((claimName) => names(claimName).map((name) => [name, [claimName]])),
      ),
      last: ['x', 'y'],
    };
    const requests = Object.entries(claims).flatMap(([name, own]) =>
      own.map((claimName) => follows(name, claimName)),
    );
    const decisions = resolveCoLocations(requests, world(claims));
    const required = decisions.flatMap(({ terms }) => terms.filter(({ isRequired }) => isRequired));
    // All but the root require one other; the last one asks for both of its claims.
    expect(required).toHaveLength(2 * count - 2);
    expect(findingsOf(decisions)).toEqual([]);
    expect(Math.max(...decisions.map(({ terms }) => terms.length))).toBeLessThanOrEqual(
      MOST_TERMS + 1,
    );
  },
);

test('of more than an affinity names, the first ones are preferred that can be waited for', () => {
  const names = Array.from({ length: 30 }, (_, index) => `w${index}`);
  const topology = world(Object.fromEntries(names.map((name) => [name, ['data']])));
  const stopped = readTopology(
    topology.workloads.map(({ key, manifest }, index) => ({
      key,
      manifest: {
        ...manifest,
        spec: { ...(manifest.spec as object), replicas: index < 5 ? 0 : 1 },
      },
    })),
  );
  const [decision] = resolveCoLocations(
    [{ ...follows('viewer', 'data'), mode: CoLocationMode.PREFERRED }],
    stopped,
  );
  expect(decision.terms.map(({ workload }) => workload.key)).toEqual(
    names.slice(5, 5 + MOST_TERMS),
  );
});

type Claims = { readonly [name: string]: readonly string[] };
type PodSpecs = { readonly [name: string]: object };
/** Deployments, each with its claims. */
const world = (claims: Claims, podSpecs: PodSpecs = {}) =>
  readTopology(
    Object.entries(claims).map(([name, own]) => {
      const { key, manifest } = deployment(name);
      const {
        selector,
        template: { metadata },
      } = manifest.spec;
      const volumes = own.map((claimName, index) => ({
        name: `v${index}`,
        persistentVolumeClaim: { claimName },
      }));
      return {
        key,
        manifest: {
          ...manifest,
          spec: { selector, template: { metadata, spec: { ...podSpecs[name], volumes } } },
        },
      };
    }),
  );
const follows = (
  key: string,
  claimName: string,
  mode = CoLocationMode.AUTO,
): CoLocationRequest => ({ key, claim: { name: claimName, path: '' }, mode });
const findingsOf = (decisions: ReturnType<typeof resolve>) =>
  decisions.flatMap(({ findings }) =>
    findings.map(({ severity, message }) => `${severity}: ${message}`),
  );

test('one who shares a claim with each of two others brings these together, though they asked first', () => {
  const requests = [follows('a', 'x'), follows('b', 'y'), follows('hub', 'x'), follows('hub', 'y')];
  const decisions = resolveCoLocations(requests, world({ a: ['x'], b: ['y'], hub: ['x', 'y'] }));
  expect(strengths(decisions)).toEqual([
    ['prefers hub'],
    ['requires hub'],
    ['requires a'],
    ['prefers b'],
  ]);
});

test('of several who all follow one claim the others require the first', () => {
  expect(strengths(resolve(['a', 'b', 'c'], ['a', 'b', 'c'].map(onClaim)))).toEqual([
    ['prefers b', 'prefers c'],
    ['requires a', 'prefers c'],
    ['requires a', 'prefers b'],
  ]);
});

test('of several who all follow one claim but for one, that one is required', () => {
  expect(strengths(resolve(['a', 'b', 'c'], ['a', 'c'].map(onClaim)))).toEqual([
    ['requires b', 'prefers c'],
    ['prefers a', 'requires b'],
  ]);
});

test('of several of whom two follow nobody none is required', () => {
  expect(strengths(resolve(['a', 'b', 'c'], [onClaim('a')]))).toEqual([['prefers b', 'prefers c']]);
  expect(
    strengths(
      resolve(['a', 'b', 'c'], [onClaim('a'), { ...onClaim('b'), mode: CoLocationMode.PREFERRED }]),
    )[0],
  ).toEqual(['prefers b', 'prefers c']);
});

test('a workload requires one other that it is to be beside, not two', () => {
  expect(strengths(resolve(['a', 'b', 'c'], [beside('a', 'b'), beside('a', 'c')]))).toEqual([
    ['requires b'],
    ['prefers c'],
  ]);
});

test('who has claims of two that nobody brings together requires one of them, and it is told', () => {
  const decisions = resolveCoLocations(
    [follows('me', 'x'), follows('me', 'y')],
    world({ a: ['x'], b: ['y'], me: ['x', 'y'] }),
  );
  expect(strengths(decisions)).toEqual([['requires a'], ['prefers b']]);
  expect(findingsOf(decisions)).toEqual([
    'warning: it shares claims with Deployment/a and Deployment/b, but nothing places these two together',
  ]);
});

test('a circle that is asked for twice is told once', () => {
  const { REQUIRED } = CoLocationMode;
  expect(
    findingsOf(
      resolve(
        ['a', 'b'],
        [beside('a', 'b', REQUIRED), beside('b', 'a', REQUIRED), beside('b', 'a', REQUIRED)],
      ),
    ),
  ).toHaveLength(1);
});

test('of two that are required by two requests the first is, and it is told', () => {
  const { REQUIRED } = CoLocationMode;
  const decisions = resolve(
    ['a', 'b', 'c'],
    [beside('a', 'b', REQUIRED), beside('a', 'c', REQUIRED)],
  );
  expect(strengths(decisions)).toEqual([['requires b'], ['prefers c']]);
  expect(findingsOf(decisions)).toEqual([
    'warning: Deployment/b is already required, and no pod also belongs to Deployment/c, so this one is only preferred',
  ]);
});

test.each<[string, object]>([
  ['a node selector', { nodeSelector: { disk: 'ssd' } }],
  ['a node name', { nodeName: 'one' }],
  [
    'a required node affinity',
    {
      affinity: {
        nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [] } },
      },
    },
  ],
])(
  'of two who follow each other the one that has %s is required, though it asked later',
  (_what, podSpec) => {
    const requests = [follows('a', 'x'), follows('b', 'x')];
    expect(
      strengths(resolveCoLocations(requests, world({ a: ['x'], b: ['x'] }, { b: podSpec }))),
    ).toEqual([['requires b'], ['prefers a']]);
  },
);

test('mode auto gives way to what is required, not even through others', () => {
  const { REQUIRED } = CoLocationMode;
  const two = resolve(['a', 'b'], [beside('a', 'b', REQUIRED), beside('b', 'a')]);
  expect(strengths(two)).toEqual([['requires b'], ['prefers a']]);
  const three = resolve(
    ['a', 'b', 'c'],
    [beside('a', 'b', REQUIRED), beside('b', 'c'), beside('c', 'a')],
  );
  expect([...findingsOf(two), ...findingsOf(three)]).toEqual([]);
  expect(
    strengths(three)
      .flat()
      .filter((text) => text.startsWith('requires')),
  ).toHaveLength(2);
});

test('circles are those that there are, in a chain of any length', () => {
  const chain = Array.from(
    { length: 50_000 },
    (_, index) => [String(index), [String(index + 1)]] as const,
  );
  expect(circlesOf(new Map(chain))).toEqual([]);
  expect(circlesOf(new Map([...chain, ['50000', ['49998']]]))).toEqual([
    ['49998', '49999', '50000'],
  ]);
  expect(
    circlesOf(
      new Map([
        ['a', ['a', 'b']],
        ['b', ['c']],
        ['c', ['b']],
      ]),
    ),
  ).toEqual([['a'], ['b', 'c']]);
});
