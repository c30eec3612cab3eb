/** Changes to objects of others, and the order of the fields that come of them. */
import { ApiObject, App, Chart, JsonPatch, Testing, Yaml } from 'cdk8s';
import { changeWhenWritten, unchangedManifest } from '../../src/tree';

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
