import * as fc from './fast-check';
import { expectValid, problemsOf, problemsOfAll } from './validate';
import { manifestOf, RIGHT, WRONG } from './validate.cases';

describe('problemsOf', () => {
  test.each(WRONG)('refuses $title', ({ yaml, problems }) => {
    expect(problemsOf(manifestOf(yaml))).toEqual(problems);
  });

  test.each(Object.entries(RIGHT))('accepts %s', (_, yaml) => {
    expect(problemsOf(manifestOf(yaml))).toEqual([]);
  });

  test('tells every problem of a manifest, not the first', () => {
    const yaml =
      'apiVersion: v1\nkind: Pod\nmetadata: {name: A}\nspec: {volume: [], containers: [{name: b, image: 3}]}';
    expect(problemsOf(manifestOf(yaml))).toEqual([
      'spec.volume: unknown field',
      'spec.containers[0].image: must be string, not 3',
      expect.stringMatching(/^metadata\.name: "A": a lowercase RFC 1123 subdomain/),
    ]);
  });

  test.each([
    null,
    undefined,
    3,
    'text',
    [],
    {},
    { apiVersion: 'v1', kind: 'Pod' },
    { apiVersion: 'apps/v1', kind: 'Deployment', metadata: 3, spec: [] },
    {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { labels: [3] },
      spec: { containers: [null, { volumeMounts: {} }], volumes: ['a'] },
    },
    { apiVersion: '../..', kind: '../validate' },
  ])('has an answer for %j', (nonsense) => {
    expect(problemsOf(nonsense)).not.toEqual([]);
  });

  test('has an answer for anything that calls itself an object', () => {
    const kinds = Object.values(RIGHT).map(manifestOf) as { apiVersion: string; kind: string }[];
    const anything = fc.anything({ withNullPrototype: true });
    const fields = (...names: string[]) =>
      fc.oneof(
        anything,
        fc.record(
          Object.fromEntries(names.map((name) => [name, fc.oneof(anything, fc.array(anything))])),
        ),
      );
    const metadata = fields('name', 'namespace', 'labels', 'annotations');
    const pod = fields('containers', 'initContainers', 'volumes', 'restartPolicy', 'hostNetwork');
    const spec = fc.oneof(
      pod,
      fc.record({
        selector: fields('matchLabels', 'matchExpressions'),
        template: fc.record({ metadata, spec: pod }),
      }),
      fields(
        'accessModes',
        'capacity',
        'resources',
        'csi',
        'volumeLifecycleModes',
        'fsGroupPolicy',
        'ports',
      ),
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...kinds),
        metadata,
        spec,
        ({ apiVersion, kind }, ...[meta, inner]) => {
          expect(Array.isArray(problemsOf({ apiVersion, kind, metadata: meta, spec: inner }))).toBe(
            true,
          );
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('problemsOfAll', () => {
  const configMap = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'a', namespace: 'b' },
  };

  test('names the object of each problem', () => {
    expect(problemsOfAll([configMap, { ...configMap, metadata: { name: 'c' }, dta: {} }])).toEqual([
      'ConfigMap/c: dta: unknown field',
    ]);
  });

  test('refuses an object that appears twice', () => {
    expect(problemsOfAll([configMap, { ...configMap, data: {} }])).toEqual([
      'ConfigMap/b/a: appears twice',
    ]);
  });

  test('takes objects of one name in two namespaces for two', () => {
    expect(
      problemsOfAll([configMap, { ...configMap, metadata: { name: 'a', namespace: 'c' } }]),
    ).toEqual([]);
  });
});

describe('expectValid', () => {
  test('is content with what is right', () => {
    expect(() => expectValid(Object.values(RIGHT).map(manifestOf))).not.toThrow();
  });

  test('fails with every problem, object and path', () => {
    const pod = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'a', namespace: 'b' },
      spec: { containers: [{ name: 'c' }], foo: 1 },
    };
    expect(() => expectValid([pod])).toThrow(
      '2 problems:\n  Pod/b/a: spec.foo: unknown field\n  Pod/b/a: spec.containers[0].image: required',
    );
  });
});
