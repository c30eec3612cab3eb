/** The volume that a claim takes if it names none. */
import { FreeVolumes, suits } from '../../src/diff/binding/free-volumes';
import { Stored } from '../../src/diff/stored';
import { readManifests } from '../../src/validation/applied';
import * as fc from '../support/fast-check';

function volume(
  name: string,
  size: number | undefined,
  modes: readonly string[],
  className = '',
  tier = 'any',
): Stored {
  const manifest = {
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name, labels: { tier } },
    spec: {
      accessModes: modes,
      storageClassName: className,
      ...(size === undefined ? {} : { capacity: { storage: `${size}Gi` } }),
      nfs: { server: 'nfs', path: '/' },
    },
  };
  const [sent] = readManifests([manifest], 'default', {
    isCluster: () => true,
    workloads: new Map(),
  });
  return { sent, live: { ...manifest }, applied: manifest, last: sent };
}

const claim = (size: number, modes: readonly string[], className = '', selector?: object) => ({
  spec: {
    accessModes: modes,
    storageClassName: className,
    resources: { requests: { storage: `${size}Gi` } },
    ...(selector === undefined ? {} : { selector }),
  },
});

test('the smallest that is large enough, and of two alike the first by name', () => {
  const free = new FreeVolumes([
    volume('c', 20, ['ReadWriteOnce']),
    volume('b', 10, ['ReadWriteOnce']),
    volume('a', 10, ['ReadWriteOnce']),
  ]);
  const taken = [1, 1, 1, 1].map(() => {
    const found = free.smallestFor(claim(5, ['ReadWriteOnce']));
    if (found) free.take(found);
    return found?.sent.name;
  });
  expect(taken).toEqual(['a', 'b', 'c', undefined]);
  expect(
    new FreeVolumes([volume('a', 10, ['ReadWriteOnce'])]).smallestFor(claim(10, ['ReadWriteOnce']))
      ?.sent.name,
  ).toBe('a');
  expect(
    new FreeVolumes([volume('a', 10, ['ReadWriteOnce'])]).smallestFor(claim(11, ['ReadWriteOnce'])),
  ).toBeUndefined();
});

test.each<[object, readonly string[]]>([
  [{ matchLabels: { tier: 'hot' } }, ['a', 'c']],
  [{ matchLabels: { tier: 'none' } }, []],
  [{ matchExpressions: [{ key: 'tier', operator: 'In', values: ['cold', 'none'] }] }, ['b']],
  [{ matchExpressions: [{ key: 'tier', operator: 'NotIn', values: ['cold'] }] }, ['a', 'c']],
  [{ matchExpressions: [{ key: 'tier', operator: 'Exists' }] }, ['a', 'b', 'c']],
  [{ matchExpressions: [{ key: 'other', operator: 'Exists' }] }, []],
  [{ matchExpressions: [{ key: 'other', operator: 'DoesNotExist' }] }, ['a', 'b', 'c']],
  [{}, ['a', 'b', 'c']],
])('claims with the selector %j take %j, one after the other', (selector, names) => {
  const MODES = ['ReadWriteOnce'];
  const free = new FreeVolumes([
    volume('a', 1, MODES, '', 'hot'),
    volume('b', 2, MODES, '', 'cold'),
    volume('c', 3, MODES, '', 'hot'),
  ]);
  const taken = [1, 1, 1, 1].flatMap((size) => {
    const found = free.smallestFor(claim(size, MODES, '', selector));
    if (found) free.take(found);
    return found?.sent.name ?? [];
  });
  expect(taken).toEqual(names);
});

test.each<[string | undefined, string | undefined, boolean]>([
  [undefined, undefined, true],
  [undefined, 'Filesystem', true],
  ['Filesystem', undefined, true],
  ['Block', undefined, false],
  [undefined, 'Block', false],
  ['Block', 'Block', true],
])('a volume of the mode %s suits a claim of the mode %s: %s', (has, asks, isSuitable) => {
  const [of, asking] = [volume('a', 1, ['ReadWriteOnce']).live, claim(1, ['ReadWriteOnce'])];
  const withMode = (one: object, volumeMode: string | undefined) => ({
    spec: { ...(one as { spec: object }).spec, volumeMode },
  });
  expect(suits(withMode(of, has), withMode(asking, asks))).toBe(isSuitable);
});

const anyModes = fc.subarray(['ReadWriteOnce', 'ReadOnlyMany', 'ReadWriteMany'], { minLength: 1 });
const anyTier = fc.constantFrom('hot', 'cold');
const anyExpression = fc.oneof(
  fc.record({
    key: fc.constantFrom('tier', 'none'),
    operator: fc.constantFrom('In', 'NotIn'),
    values: fc.subarray(['hot', 'cold', 'none'], { minLength: 1 }),
  }),
  fc.record({
    key: fc.constantFrom('tier', 'none'),
    operator: fc.constantFrom('Exists', 'DoesNotExist'),
  }),
);
const anySelector = fc.oneof(
  fc.constant({}),
  anyTier.map((tier) => ({ matchLabels: { tier } })),
  fc.record({ matchExpressions: fc.array(anyExpression, { maxLength: 2 }) }),
  fc.record({
    matchLabels: fc.record({ tier: anyTier }),
    matchExpressions: fc.array(anyExpression, { maxLength: 2 }),
  }),
);
const anyClass = fc.constantFrom('', 'local');
const anySize = fc.option(fc.integer({ min: 1, max: 6 }), { nil: undefined, freq: 9 });
const anyVolumes = fc
  .array(fc.tuple(anySize, anyModes, anyClass, anyTier), { maxLength: 12 })
  .map((all) =>
    all.map(([size, modes, className, tier], index) =>
      volume(`v${String(index).padStart(2, '0')}`, size, modes, className, tier),
    ),
  );
const anyClaim = fc.tuple(
  fc.integer({ min: 1, max: 7 }),
  anyModes,
  anyClass,
  fc.option(anySelector, { nil: undefined }),
);
const anyClaims = fc
  .array(anyClaim, { maxLength: 14 })
  .map((all) => all.map((one) => claim(...one)));

test('it is the one that looking at all of them finds', () => {
  fc.assert(
    fc.property(anyVolumes, anyClaims, (volumes, claims) => {
      const free = new FreeVolumes(volumes);
      const left = new Set(volumes);
      for (const one of claims) {
        const [found] = [...left]
          .filter(({ live }) => suits(live, one))
          .sort((a, b) => sizeOf(a) - sizeOf(b) || (a.sent.name < b.sent.name ? -1 : 1));
        expect(free.smallestFor(one)?.sent.name).toBe(found?.sent.name);
        if (!found) continue;
        free.take(found);
        left.delete(found);
      }
    }),
    { numRuns: 500 },
  );
});

/** Of unknown size is last. */
function sizeOf({ live }: Stored): number {
  const { capacity } = live.spec as { capacity?: { storage: string } };
  return capacity ? parseInt(capacity.storage, 10) : Infinity;
}
