/** Files with definitions of custom kinds, and schemas in the layout of the public catalogue. */
import { catalogueName, readDefinitions } from '../../src/resource';

const ABOUT = { group: 'example.com', kind: 'thing', version: 'v1' };
const SCHEMA = { type: 'object', properties: { spec: { type: 'object' } } };
const definition = (spec: object, apiVersion = 'apiextensions.k8s.io/v1') => ({
  apiVersion,
  kind: 'CustomResourceDefinition',
  spec,
});
const versions = [{ name: 'v1', served: true, schema: { openAPIV3Schema: SCHEMA } }];
const WHOLE = { group: 'example.com', names: { kind: 'Thing' }, versions };
const file = (data: unknown, more: object = {}) => ({
  name: 'a.json',
  text: typeof data === 'string' ? data : JSON.stringify(data),
  ...more,
});
const read = (...files: Parameters<typeof readDefinitions>[0]) => {
  const { definitions, problems } = readDefinitions(files);
  return { definitions, problems };
};

test.each<[string, object | undefined]>([
  ['example.com/thing_v1.json', ABOUT],
  ['a/b/example.com/thing_v1.json', ABOUT],
  ['example.com/thing_v1alpha1.json', { ...ABOUT, version: 'v1alpha1' }],
  ['example.com/thing_v2beta10.json', { ...ABOUT, version: 'v2beta10' }],
  ['thing_v1.json', undefined],
  ['/thing_v1.json', undefined],
  ['example.com/Thing_v1.json', undefined],
  ['example.com/thing_v1.yaml', undefined],
  ['example.com/thing_v1.json.bak', undefined],
  ['example.com/thing_v1gamma1.json', undefined],
  ['example.com/thing_v.json', undefined],
  ['example.com/thing.json', undefined],
])('the file %s is about %j', (path, about) => {
  expect(catalogueName(path)).toEqual(about);
});

test('a definition is taken as it is, also from a list', () => {
  const whole = definition(WHOLE);
  expect(read(file(whole))).toEqual({ definitions: [whole], problems: [] });
  const list = { apiVersion: 'v1', kind: 'List', items: [whole, 'odd'] };
  expect(read(file(list))).toEqual({ definitions: [whole], problems: [] });
});

test('a schema of the catalogue is a definition with one version, and another file adds one', () => {
  const second = { ...ABOUT, version: 'v2' };
  expect(read(file(SCHEMA, { about: ABOUT }), file(SCHEMA, { about: second }))).toEqual({
    definitions: [
      {
        kind: 'CustomResourceDefinition',
        spec: {
          group: 'example.com',
          names: { kind: 'thing' },
          versions: ['v1', 'v2'].map((name) => ({
            name,
            served: true,
            schema: { openAPIV3Schema: SCHEMA },
          })),
        },
      },
    ],
    problems: [],
  });
});

test.each<[string, unknown]>([
  ['another kind', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } }],
  ['a text', 'a'],
  ['nothing', ''],
])('%s defines nothing', (_what, data) => {
  expect(read(file(data))).toEqual({ definitions: [], problems: [] });
});

test('a version without a schema is none that is wrong', () => {
  const whole = definition({ ...WHOLE, versions: [{ name: 'v1' }, {}] });
  expect(read(file(whole))).toEqual({ definitions: [whole], problems: [] });
});

const INCOMPLETE =
  'a.json:1: the definition does not say what it defines; add spec.group, spec.names.kind and spec.versions';
const NAMELESS =
  'a.json:1: the schema does not say which kind it is of; name the file GROUP/KIND_VERSION.json, such as cert-manager.io/certificate_v1.json';

test.each<[string, unknown, string]>([
  [
    'a former version',
    definition(WHOLE, 'apiextensions.k8s.io/v1beta1'),
    'a.json:1: the definition has the apiVersion "apiextensions.k8s.io/v1beta1", which no cluster serves; convert it to apiextensions.k8s.io/v1',
  ],
  ['no group', definition({ ...WHOLE, group: undefined }), INCOMPLETE],
  ['no kind', definition({ ...WHOLE, names: {} }), INCOMPLETE],
  ['no versions', definition({ ...WHOLE, versions: {} }), INCOMPLETE],
  ['nothing at all', definition({}), INCOMPLETE],
  ['a schema of no kind', SCHEMA, NAMELESS],
  ['a schema of no kind with a type alone', { type: 'object' }, NAMELESS],
  ['a schema of no kind with fields alone', { properties: {} }, NAMELESS],
])('%s is told: %#', (_what, data, problem) => {
  expect(read(file(data))).toEqual({ definitions: [], problems: [problem] });
});

test('a schema of no kind in another file than one of JSON is no definition', () => {
  expect(read(file(SCHEMA, { name: 'a.yaml' })).problems).toEqual([]);
});

test('a part of a schema that cannot be there is told with its place', () => {
  const odd = { type: 'object', properties: { spec: { type: 5 } } };
  const whole = definition({
    ...WHOLE,
    versions: [...versions, { name: 'v2', schema: { openAPIV3Schema: odd } }],
  });
  expect(read(file(whole)).problems).toEqual([
    'a.json:1: spec.versions[1].schema.openAPIV3Schema.properties.spec.type is not what a schema has there; correct the definition',
  ]);
  expect(read(file(odd, { about: ABOUT })).problems).toEqual([
    'a.json:1: properties.spec.type is not what a schema has there; correct the definition',
  ]);
});

test('a second definition of a kind is told with the place of the first, whatever its case', () => {
  const whole = definition(WHOLE);
  const told = (where: string, name: string, first: string) =>
    `${where}: there is another definition of ${name}, in ${first}; remove one of the two`;
  expect(read(file(whole), file(whole, { name: 'b.json' })).problems).toEqual([
    told('b.json:1', 'example.com/Thing', 'a.json:1'),
  ]);
  expect(read(file(whole), file(SCHEMA, { name: 'b.json', about: ABOUT })).problems).toEqual([
    told('b.json:1', 'example.com/thing', 'a.json:1'),
  ]);
  const twice = [file(SCHEMA, { about: ABOUT }), file(SCHEMA, { name: 'b.json', about: ABOUT })];
  expect(read(...twice).problems).toEqual([told('b.json:1', 'example.com/thing', 'a.json:1')]);
});

test('a document that cannot be read is told with its line, and others are read', () => {
  const text = `a: [\n---\n${JSON.stringify(definition(WHOLE))}\n`;
  const { definitions, problems } = read(file(text, { name: 'a.yaml' }));
  expect(definitions).toEqual([definition(WHOLE)]);
  expect(problems).toEqual([expect.stringMatching(/^a\.yaml:\d+: .+; .+$/)]);
});
