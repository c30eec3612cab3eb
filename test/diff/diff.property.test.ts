/** What holds for any two sets of manifests. */
import { diffCases } from './cases';
import { diffObjects, DiffOptions, DiffResult } from '../../src/diff';
import { diffBothWays } from '../../src/diff/diff';
import * as fc from '../support/fast-check';

const CASES = diffCases();
const OBJECTS = CASES.flatMap((one) => [...one.old, ...one.new]);
const anyCase = fc.constantFrom(...CASES);
const anyWay = fc.constantFrom<DiffOptions>({ way: 'serverSide' }, { way: 'clientSide' });
/** Real objects, some with a part exchanged for anything, and values of any kind. */
const anyObject = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...OBJECTS) },
  { weight: 3, arbitrary: fc.tuple(fc.constantFrom(...OBJECTS), fc.nat(), fc.oneof(fc.jsonValue(), fc.constantFrom<unknown>(null, {}, [], '', 0, 2n ** 60n))).map(([object, at, value]) => exchanged(object, at, value)) },
  { weight: 1, arbitrary: fc.anything() },
);
const anySet = fc.array(anyObject, { maxLength: 6 });

test('any two sets have an answer for each object, in words of the list', () => {
  const verdicts = ['unchanged', 'changed', 'refused', 'created', 'deleted', 'stuck', 'replaced', 'depends'];
  fc.assert(fc.property(anySet, anySet, anyWay, (old, next, options) => {
    const [{ objects }] = diffBothWays(old, next, { ...options, isPlanned: true });
    expect(objects.filter(({ verdict }) => !verdicts.includes(verdict))).toEqual([]);
    expect(new Set(objects.map(({ object }) => object)).size).toBeLessThanOrEqual(objects.length);
  }), { numRuns: 300 });
});

test('the same set is unchanged, unless a controller has changed or taken what it says', () => {
  fc.assert(fc.property(anyCase, anyWay, ({ old }, options) => {
    const { objects } = diffObjects(old, old, options);
    const others = objects.filter(({ verdict, putBack, afterwards }) => verdict !== 'unchanged' && !putBack && !afterwards);
    expect(others.map(({ object, verdict }) => [object, verdict])).toEqual([]);
  }), { numRuns: 150 });
});

test('keys in another order are no difference', () => {
  fc.assert(fc.property(anyCase, anyWay, (one, options) => {
    expect(diffObjects(one.old, reversed(one.new) as unknown[], options)).toEqual(diffObjects(one.old, one.new, options));
  }), { numRuns: 150 });
});

test('the order of objects does not matter, but where the server takes one before the other', () => {
  // Whether a claim grows depends on whether its class lets it, or still does, when the claim is applied.
  const ofOrder = ['pvc-grow-class-loses'];
  const shuffled = (list: readonly unknown[]) => fc.shuffledSubarray([...list], { minLength: list.length });
  const inOrder = ({ objects }: DiffResult) => [...objects].sort((a, b) => a.object < b.object ? -1 : 1);
  const any = anyCase.filter(({ id }) => !ofOrder.includes(id)).chain((one) => fc.tuple(fc.constant(one), shuffled(one.old), shuffled(one.new)));
  fc.assert(fc.property(any, anyWay, ([one, old, next], options) => {
    expect(inOrder(diffObjects(old, next, options))).toEqual(inOrder(diffObjects(one.old, one.new, options)));
  }), { numRuns: 150 });
});

test('the input stays as it was, and the same input has the same answer', () => {
  fc.assert(fc.property(anyCase, anyWay, (one, options) => {
    const before = JSON.stringify(one);
    const answer = JSON.stringify(diffObjects(frozen(one.old), frozen(one.new), options));
    expect(JSON.stringify(one)).toBe(before);
    expect(JSON.stringify(diffObjects(one.old, one.new, options))).toBe(answer);
  }), { numRuns: 100 });
});

function exchanged(object: unknown, at: number, value: unknown): unknown {
  const copy = structuredClone(object);
  const places: (() => void)[] = [];
  const walk = (one: unknown): void => {
    if (typeof one !== 'object' || one === null) return;
    for (const key of Object.keys(one)) {
      places.push(() => { (one as Record<string, unknown>)[key] = value; });
      walk((one as Record<string, unknown>)[key]);
    }
  };
  walk(copy);
  if (places.length > 0) places[at % places.length]();
  return copy;
}

/** The same value with the keys of every object the other way round, but for lists. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).reverse().map(([key, one]) => [key, reversed(one)]));
}

function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(frozen);
  return value;
}

/** The same manifests, which are read anew: what the server writes itself means nothing in them. */
const renewed = (manifests: readonly unknown[]) => manifests.map((one) => {
  const { metadata, ...rest } = one as { metadata?: object };
  return { ...rest, metadata: { ...metadata, creationTimestamp: null } };
});

/** Several cases in one cluster, of which some objects are changed. */
const anyWorld = fc.array(fc.tuple(anyCase, fc.array(fc.boolean(), { minLength: 4, maxLength: 4 })), { minLength: 1, maxLength: 3 }).map((parts) => {
  const old = parts.flatMap(([one]) => one.old);
  const next = parts.flatMap(([one, choices]) => {
    const before = new Map(one.old.map((object) => [nameOf(object), object]));
    return one.new.map((object, index) => choices[index % 4] ? before.get(nameOf(object)) ?? object : object);
  });
  return { old, next };
});

test('objects that are as they were take a short way to the same answer', () => {
  fc.assert(fc.property(anyWorld, anyWay, ({ old, next }, options) => {
    expect(diffObjects(old, next, options)).toEqual(diffObjects(old, renewed(next), options));
  }), { numRuns: 150 });
});

test('the other way of applying is left out only where its answers are the same', () => {
  fc.assert(fc.property(anyWorld, anyWay, ({ old, next }, options) => {
    const [result, other] = diffBothWays(old, next, options);
    expect(result).toEqual(diffObjects(old, next, options));
    const real = diffObjects(old, next, { ...options, way: options.way === 'clientSide' ? 'serverSide' : 'clientSide' });
    expect(verdictsOf(other ?? result)).toEqual(verdictsOf(real));
  }), { numRuns: 150 });
});

test.each(CASES.map((one) => [one.id, one] as const))('%s: both short ways', (_id, { old, new: next }) => {
  for (const way of ['serverSide', 'clientSide'] as const) {
    expect(diffObjects(old, next, { way })).toEqual(diffObjects(old, renewed(next), { way }));
    expect(diffObjects(old, old, { way })).toEqual(diffObjects(old, renewed(old), { way }));
    const [result, other = result] = diffBothWays(old, next, { way });
    expect(verdictsOf(other)).toEqual(verdictsOf(diffObjects(old, next, { way: way === 'clientSide' ? 'serverSide' : 'clientSide' })));
  }
});

const verdictsOf = ({ objects }: DiffResult) => objects.map(({ object, verdict }) => `${object} ${verdict}`);

function nameOf(object: unknown): string {
  const { apiVersion, kind, metadata } = object as { apiVersion: string; kind: string; metadata?: { name: string; namespace?: string } };
  return [apiVersion, kind, metadata?.namespace, metadata?.name].join('/');
}
