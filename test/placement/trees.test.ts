/** The trees of those who follow each other: as few as there can be, and none has a circle. */
import { followTrees } from '../../src/placement/trees';
import * as fc from '../support/fast-check';

const trees = (targets: { readonly [key: string]: readonly string[] }) =>
  Object.fromEntries(followTrees(new Map(Object.entries(targets))));

test('of two who follow each other the first is the root', () => {
  expect(trees({ a: ['b'], b: ['a'] })).toEqual({
    a: { root: 'a' },
    b: { root: 'a', parent: 'a' },
  });
});

test('who follows two of whom one follows the other is in one tree with both', () => {
  expect(trees({ b: ['a'], c: ['b', 'a'] })).toEqual({
    a: { root: 'a' },
    b: { root: 'a', parent: 'a' },
    c: { root: 'a', parent: 'a' },
  });
});

test('who follows two strangers is in the tree of the first', () => {
  expect(trees({ c: ['a', 'b'] })).toEqual({
    a: { root: 'a' },
    b: { root: 'b' },
    c: { root: 'a', parent: 'a' },
  });
});

test('who is followed and follows somebody else is no root', () => {
  expect(trees({ u: ['v', 'x'], v: ['u'] })).toEqual({
    x: { root: 'x' },
    u: { root: 'x', parent: 'x' },
    v: { root: 'x', parent: 'u' },
  });
});

test('parents are followed, lead to the root, and nobody is a root who reaches one that does not reach him', () => {
  const keys = ['a', 'b', 'c', 'd', 'e', 'f'];
  const edges = fc.record(Object.fromEntries(keys.map((key) => [key, fc.subarray(keys)])));
  fc.assert(
    fc.property(edges, (targets) => {
      const places = trees(targets);
      const reaches = (from: string) => {
        const reached = new Set([from]);
        for (const key of reached) for (const to of targets[key]) reached.add(to);
        return reached;
      };
      for (const key of keys) {
        const { root, parent } = places[key];
        if (parent !== undefined) expect(targets[key]).toContain(parent);
        let steps = 0;
        for (let at = key; at !== root && steps <= keys.length; at = places[at].parent!) steps++;
        expect(steps).toBeLessThan(keys.length);
        for (const one of reaches(root)) expect(reaches(one)).toContain(root);
      }
      // One for each group that reaches itself and nobody else.
      const last = new Set(
        keys
          .filter((key) => [...reaches(key)].every((one) => reaches(one).has(key)))
          .map((key) => [...reaches(key)].sort().join()),
      );
      expect(Object.values(places).filter(({ parent }) => parent === undefined)).toHaveLength(
        last.size,
      );
    }),
  );
});

test('a chain of any length, and any number of followers of one, take no time to speak of', () => {
  const count = 50_000;
  const chain = new Map(
    Array.from({ length: count }, (_, index) => [String(index), [String(index + 1)]]),
  );
  expect(followTrees(chain).get('0')).toEqual({ root: String(count), parent: '1' });
  const star = new Map(Array.from({ length: count }, (_, index) => [`f${index}`, ['hub']]));
  expect(followTrees(star).get('f7')).toEqual({ root: 'hub', parent: 'hub' });
});
