/**
 * Manifests in the tree: nothing that was given is lost, and nothing that cdk8s adds stays where it
 * does not belong.
 */
import { ApiObject, App, Chart, JsonPatch, Testing } from 'cdk8s';
import { Construct } from 'constructs';
import { Manifest } from '../../src/kube';
import {
  addLateManifest,
  addManifest,
  addUnnamedManifest,
  namespaceOf,
  objectOf,
} from '../../src/tree';

const chartIn = (namespace?: string) => new Chart(new App(), 'c', { namespace });
const CLASS = { apiVersion: 'storage.k8s.io/v1', kind: 'StorageClass', metadata: { name: 'x' } };

describe('an object cluster-scoped', () => {
  test('has none, though the chart has one', () => {
    const chart = chartIn('team');
    addManifest(chart, 'x', CLASS);
    expect(Testing.synth(chart)).toEqual([CLASS]);
  });

  test('has none, though it was given one', () => {
    const chart = chartIn();
    addManifest(chart, 'x', { ...CLASS, metadata: { name: 'x', namespace: 'own' } });
    expect(Testing.synth(chart)).toEqual([CLASS]);
  });

  test('is written where there is none to be taken off', () => {
    const chart = chartIn();
    addManifest(chart, 'x', CLASS);
    expect(Testing.synth(chart)).toEqual([CLASS]);
  });

  test('has none when it is known late', () => {
    const chart = chartIn('team');
    const volume = { apiVersion: 'v1', kind: 'PersistentVolume', metadata: { name: 'x' } };
    addLateManifest(chart, 'x', volume, () => ({
      ...volume,
      spec: { capacity: { storage: '1Gi' } },
    }));
    expect(Testing.synth(chart)).toEqual([{ ...volume, spec: { capacity: { storage: '1Gi' } } }]);
  });
});

test('a null stays in its place, whatever the names that lead to it', () => {
  const chart = chartIn('n');
  const data = { 'a~b': null, 'c/d': null, 'e~1f': { 'g/~h': null }, kept: 'x' };
  addManifest(chart, 'x', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'x' }, data });
  expect(Testing.synth(chart)[0].data).toEqual(data);
});

test('a list keeps its items, and those in a list within it', () => {
  const chart = chartIn('n');
  const spec = { rows: [['a', 'b'], ['c']], items: [{ name: 'a' }, { name: 'b' }] };
  addManifest(chart, 'x', {
    apiVersion: 'example.com/v1',
    kind: 'Table',
    metadata: { name: 'x' },
    spec,
  });
  expect(Testing.synth(chart)[0].spec).toEqual(spec);
});

describe('a field that is called __proto__ stays', () => {
  const parameters: unknown = JSON.parse('{"__proto__":"x","a":"b"}');
  const late = { produce: () => ({ ...CLASS, spec: { parameters } }) as unknown as Manifest };

  // cdk8s itself writes the first few objects.
  test.each([1, 20])('of object %d', (count) => {
    const chart = new Chart(new App(), 'c');
    for (let at = 0; at < count; at += 1) {
      const id = `o${at}`;
      const one = addManifest(chart, id, { ...CLASS, parameters } as unknown as Manifest);
      expect(JSON.stringify(one.toJson().parameters)).toBe('{"__proto__":"x","a":"b"}');
      const other = addLateManifest(chart, `l${at}`, CLASS, late.produce);
      expect(JSON.stringify(other.toJson().spec.parameters)).toBe('{"__proto__":"x","a":"b"}');
    }
  });

  test('when a test prints it', () => {
    const chart = Testing.chart();
    addManifest(chart, 'o', { ...CLASS, parameters } as unknown as Manifest);
    expect(JSON.stringify(Testing.synth(chart))).toContain('"parameters":{"__proto__":"x"');
  });
});

describe('an object whose name depends on its content', () => {
  const config = (name: string, data: unknown): Manifest => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name, namespace: 'n', labels: { app: name }, annotations: { note: `of ${name}` } },
    data,
  });
  const IDENTITY = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    namespace: 'n',
    labels: ['app'],
    annotations: ['note'],
    fields: ['data'],
  };

  test('is what it is at synthesis', () => {
    const chart = chartIn();
    let name = 'early';
    addUnnamedManifest(chart, 'x', IDENTITY, () => config(name, { a: name }));
    name = 'late';
    expect(Testing.synth(chart)).toEqual([config('late', { a: 'late' })]);
  });

  test('has no labels and no annotations unless they are named', () => {
    const chart = chartIn();
    addUnnamedManifest(
      chart,
      'x',
      { apiVersion: 'v1', kind: 'ConfigMap', namespace: 'n', fields: ['data'] },
      () => config('x', {}),
    );
    expect(Testing.synth(chart)[0].metadata).toEqual({ name: 'x', namespace: 'n' });
  });

  test('may have fewer labels and annotations than are named', () => {
    const chart = chartIn();
    addUnnamedManifest(chart, 'x', IDENTITY, () => ({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'x', namespace: 'n' },
      data: {},
    }));
    expect(Testing.synth(chart)[0].metadata).toEqual({ name: 'x', namespace: 'n' });
  });

  test('tells its name to those who ask, and tells that they asked', () => {
    const named = addUnnamedManifest(chartIn(), 'x', IDENTITY, () => config('x', {}));
    expect([named.name, Object.keys(named).includes('name')]).toEqual(['x', true]);
    const asked: string[] = [];
    const watched = addUnnamedManifest(
      chartIn(),
      'x',
      IDENTITY,
      () => config('x', {}),
      () => {
        asked.push('now');
        return 'other';
      },
    );
    expect([asked.length, watched.name, asked.length]).toEqual([0, 'other', 1]);
  });

  test('keeps its nulls, in lists too', () => {
    const chart = chartIn();
    const data = { a: null, list: [{ b: null, c: 1 }, [{ d: null }]], fields: { e: null, f: 'x' } };
    addUnnamedManifest(chart, 'x', IDENTITY, () => config('x', data));
    expect(Testing.synth(chart)[0].data).toEqual(data);
  });

  test('keeps what a patch made of it', () => {
    const chart = chartIn();
    const object = addUnnamedManifest(chart, 'x', IDENTITY, () =>
      config('x', { list: [{ b: null }, 'kept'], gone: { g: null }, set: null, text: { h: null } }),
    );
    object.addJsonPatch(
      JsonPatch.remove('/data/list/0'),
      JsonPatch.remove('/data/gone'),
      JsonPatch.add('/data/set', 'now'),
      JsonPatch.replace('/data/text', 'x'),
    );
    expect(Testing.synth(chart)[0].data).toEqual({ list: ['kept'], set: 'now', text: 'x' });
  });

  test('has no namespace where its kind has none', () => {
    const chart = chartIn('team');
    addUnnamedManifest(
      chart,
      'x',
      { apiVersion: CLASS.apiVersion, kind: CLASS.kind, fields: [] },
      () => CLASS,
    );
    expect(Testing.synth(chart)).toEqual([CLASS]);
  });
});

describe('the object that a construct stands for', () => {
  test('is the object itself', () => {
    const object = new ApiObject(chartIn(), 'x', CLASS);
    expect(objectOf(object)).toBe(object);
  });

  test('is the default child, and that of the default child', () => {
    const outer = new Construct(chartIn(), 'outer');
    const object = new ApiObject(new Construct(outer, 'Default'), 'Default', CLASS);
    expect(objectOf(outer)).toBe(object);
  });

  test('is none where there is no default child', () => {
    const empty = new Construct(chartIn(), 'empty');
    new ApiObject(empty, 'x', CLASS);
    expect(objectOf(empty)).toBeUndefined();
  });
});

test('a namespace that is given comes before that of the chart', () => {
  expect([
    namespaceOf(chartIn('team'), 'own'),
    namespaceOf(chartIn('team')),
    namespaceOf(chartIn()),
  ]).toEqual(['own', 'team', undefined]);
});
