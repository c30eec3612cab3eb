/** Changes to objects of others, and the order of the fields that come of them. */
import { ApiObject, App, Chart, JsonPatch, Testing, Yaml } from 'cdk8s';
import { changeWhenWritten, manifestOf, sharingManifests, unchangedManifest } from '../../src/tree';

const SPEC = { z: 1, a: { y: [{ d: 1, c: null }, 'x', ['n', 'm']], b: 2 } };

function objectWith(spec: object = SPEC): ApiObject {
  return new ApiObject(new Chart(new App(), 'c'), 'x', {
    apiVersion: 'v1',
    kind: 'Thing',
    metadata: { name: 'x' },
    spec,
  });
}

afterEach(() => {
  delete process.env.CDK8S_DISABLE_SORT;
});

test('changes come after all patches, in the order in which they were asked for', () => {
  const object = objectWith({ list: ['given'] });
  const add = (word: string) =>
    changeWhenWritten(object, (manifest) => ({
      ...manifest,
      spec: { list: [...manifest.spec.list, word] },
    }));
  add('first');
  add('second');
  object.addJsonPatch(JsonPatch.add('/spec/list/-', 'patched'));
  expect(Testing.synth(object.chart)[0].spec).toEqual({
    list: ['given', 'patched', 'first', 'second'],
  });
  expect(unchangedManifest(object).spec).toEqual({ list: ['given', 'patched'] });
});

test('an object that nobody changed is as it is', () =>
  expect(unchangedManifest(objectWith()).spec).toEqual(objectWith().toJson().spec));

test.each(['', '1'])(
  'fields that are added stand where cdk8s would write them, with CDK8S_DISABLE_SORT=%j',
  (off) => {
    process.env.CDK8S_DISABLE_SORT = off;
    const extra = { m: { q: 1, p: [{ s: 1, r: 2 }] } };
    const changed = objectWith();
    changeWhenWritten(changed, (manifest) => ({
      ...manifest,
      spec: { ...manifest.spec, ...extra },
    }));
    const given = objectWith({ ...SPEC, ...extra });
    expect(Yaml.stringify(changed.toJson())).toBe(Yaml.stringify(given.toJson()));
  },
);

test('an object is written alike with what is remembered and without', () => {
  const object = objectWith();
  changeWhenWritten(object, (manifest) => ({ ...manifest, spec: { ...manifest.spec, c: [{}] } }));
  const alone = Yaml.stringify(object.toJson());
  sharingManifests(object.node.root, () => {
    unchangedManifest(object);
    expect(Yaml.stringify(manifestOf(object))).toBe(alone);
  });
});

test('what toJson returns is for whoever called it, who may change it', () => {
  const object = objectWith();
  changeWhenWritten(object, (manifest) => ({ ...manifest, data: { k: 'v' } }));
  sharingManifests(object.node.root, () => {
    const { spec } = unchangedManifest(object);
    object.toJson().spec.a.b = 'changed';
    expect(spec.a.b).toBe(2);
    expect(manifestOf(object).spec.a.b).toBe(2);
  });
});

test('fields that a patch added are in order once somebody changes others', () => {
  const object = objectWith({ m: 1 });
  object.addJsonPatch(JsonPatch.add('/spec/a', 1));
  changeWhenWritten(object, (manifest) => ({ ...manifest, data: {} }));
  expect(Object.keys(object.toJson().spec)).toEqual(['a', 'm']);
});

test('what a change puts into two places is there twice', () => {
  const object = objectWith();
  changeWhenWritten(object, (manifest) => ({ ...manifest, data: manifest.spec.a }));
  const { data, spec } = object.toJson();
  expect(data).toEqual({ b: 2, y: [{ d: 1 }, 'x', ['n', 'm']] });
  expect(data).not.toBe(spec.a);
});
