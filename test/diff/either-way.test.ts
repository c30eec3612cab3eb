/** Manifests that surely come to the same in either way of applying: the long way says so too. */
import { diffCases } from './cases';
import { applyInWay, applyManifest } from '../../src/diff/apply/merge';
import { othersSince } from '../../src/diff/apply/others';
import { Fields, fieldsOf, isSame } from '../../src/kube';
import { Draft, readTyped, typeOfKind, withoutNulls, writeDefaults } from '../../src/model';
import { Schema } from '../../src/resource';
import * as fc from '../support/fast-check';

const OBJECTS = diffCases()
  .flatMap((one) => [...one.old, ...one.new])
  .map(fieldsOf);

/** Of a custom resource: lists of each type, and maps. */
const SCHEMA: Schema = {
  type: 'object',
  properties: {
    spec: {
      type: 'object',
      properties: {
        set: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string' } },
        map: {
          type: 'array',
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['name'],
          items: { type: 'object', properties: { name: { type: 'string' } } },
        },
        plain: { type: 'array', items: { type: 'string' } },
      },
    },
  },
};
const CUSTOM: Fields = {
  apiVersion: 'example.com/v1',
  kind: 'Thing',
  metadata: { name: 'one', labels: { a: 'b' } },
  spec: { set: ['a', 'b'], map: [{ name: 'a' }, { name: 'b', of: 'c' }], plain: ['a'], one: {} },
};

/** Lists and maps on which the ways differ, with little beside them. */
const LISTS: readonly Fields[] = [
  {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'a' },
    spec: {
      strategy: { type: 'RollingUpdate' },
      template: {
        spec: {
          volumes: [
            { name: 'a', emptyDir: {} },
            { name: 'b', configMap: { name: 'b', optional: true } },
          ],
        },
      },
    },
  },
  {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'a', finalizers: ['a.b/c', 'a.b/d'] },
    spec: {
      containers: [
        {
          name: 'a',
          env: [
            { name: 'A', value: 'a' },
            { name: 'B', value: 'b' },
          ],
          ports: [
            { containerPort: 53, protocol: 'UDP' },
            { containerPort: 53, protocol: 'TCP' },
            { containerPort: 80 },
          ],
        },
      ],
    },
  },
  {
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    metadata: { name: 'a' },
    spec: { selector: { matchLabels: { a: 'b', c: 'd' } } },
  },
];

/** What is made of one part of an object, by its number. */
interface Edit {
  readonly at: number;
  readonly by: 'null' | 'remove' | 'empty' | 'add' | 'turn' | 'repeat';
}

const edits = fc.array(
  fc.record<Edit>({
    at: fc.nat(),
    by: fc.constantFrom('null', 'remove', 'empty', 'add', 'turn', 'repeat'),
  }),
  { maxLength: 3 },
);

function edited(object: Fields, all: readonly Edit[]): Fields {
  const copy = structuredClone(object);
  for (const { at, by } of all) {
    const places: [Draft, string][] = [];
    const walk = (one: unknown): void => {
      if (typeof one !== 'object' || one === null) return;
      for (const key of Object.keys(one)) {
        places.push([one as Draft, key]);
        walk((one as Draft)[key]);
      }
    };
    walk(copy);
    const [within, key] = places[at % places.length];
    const value = within[key];
    if (by === 'remove' && Array.isArray(within)) {
      within.splice(Number(key), 1);
    } else if (by === 'remove') {
      delete within[key];
    } else if (by === 'null') {
      within[key] = null;
    } else if (by === 'empty') {
      within[key] = Array.isArray(value) ? [] : {};
    } else if (Array.isArray(value)) {
      const list = value as unknown[];
      if (by === 'turn') list.reverse();
      else list.push(by === 'add' ? { name: 'added' } : structuredClone(list[0]));
    } else if (typeof value === 'object' && value !== null) {
      (value as Draft).added = 'x';
    } else {
      within[key] = 'other';
    }
  }
  return copy;
}

const applications = fc.record({
  object: fc.oneof(fc.constantFrom(...OBJECTS), fc.constantFrom(CUSTOM, ...LISTS)),
  before: edits,
  byOthers: fc.oneof({ weight: 2, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: edits }),
  change: edits,
});

test('what is surely the same in either way of applying is the same', () => {
  let count = 0;
  fc.assert(
    fc.property(applications, ({ object, before, byOthers, change }) => {
      const type = typeOfKind(String(object.apiVersion), String(object.kind));
      const decode = (given: Fields) =>
        type === undefined ? given : (readTyped(type, given) as Fields);
      const last = decode(edited(object, before));
      const next = decode(edited(edited(object, before), change));
      const applied = withoutNulls(type, last, 'zero') as Draft;
      if (type !== undefined) writeDefaults(type, applied);
      const live = edited(applied, byOthers);
      const isUntouched = byOthers.length === 0 && change.length % 2 === 0;
      const others = othersSince(applied, byOthers.length === 0 ? applied : live);
      const there = { live, last, others, isUntouched };
      const schema = type === undefined ? SCHEMA : undefined;
      const { merged, isOfAnyWay } = applyInWay(type, there, next, 'serverSide', schema);
      if (!isOfAnyWay) return;
      count += 1;
      const other = applyManifest(type, there, next, 'clientSide', schema);
      expect(isSame(other, merged) ? merged : other).toEqual(merged);
    }),
    { numRuns: 8000 },
  );
  expect(count).toBeGreaterThan(100);
});

const workload = (image: string, labels: Fields) => ({
  metadata: { name: 'a', labels },
  spec: {
    template: { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image }] } },
  },
});

test('another image, and other labels, are the same in either way', () => {
  const last = workload('a:1', { a: 'b', c: 'd' });
  const next = workload('a:2', { a: 'e' });
  const there = { live: last, last, others: undefined };
  expect(applyInWay('Deployment', there, next, 'serverSide')).toEqual({
    merged: next,
    isOfAnyWay: true,
  });
});

test.each<[string, string | undefined, Fields, Fields, Fields]>([
  [
    'an item of a custom resource',
    undefined,
    { map: [{ name: 'a' }] },
    { map: [{ name: 'a', by: 'others' }] },
    { map: [{ name: 'a', of: 'b' }] },
  ],
  [
    'a selector that kubectl replaces',
    'PodDisruptionBudget',
    { selector: { matchLabels: { a: 'b' } } },
    { selector: { matchLabels: { a: 'b' }, matchExpressions: [] } },
    { selector: { matchLabels: { a: 'c' } } },
  ],
])('%s to which others added is not surely the same', (_about, type, last, live, next) => {
  const object = (spec: Fields) => ({ metadata: { name: 'a' }, spec });
  const others = othersSince(object(last), object(live));
  const there = { live: object(live), last: object(last), others };
  expect(applyInWay(type, there, object(next), 'serverSide', SCHEMA).isOfAnyWay).toBe(false);
});
