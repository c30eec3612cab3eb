/**
 * Custom resources whose definition is among the files, and what Kubernetes 1.36 answered to
 * changes of them.
 */
import { diffObjects } from '../../src/diff';

const TEXT = { type: 'string' };

const definition = (spec: object) => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'widgets.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { kind: 'Widget', plural: 'widgets' },
    versions: ['v1', 'v2'].map((name) => ({
      name,
      served: true,
      storage: name === 'v1',
      schema: { openAPIV3Schema: { type: 'object', properties: { spec } } },
    })),
  },
});
const widget = (spec: object, version = 'v1') => ({
  apiVersion: `example.com/${version}`,
  kind: 'Widget',
  metadata: { name: 'one', namespace: 'shop' },
  spec,
});
const fields = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });

/** The verdict on the widget, and the fields that are refused. */
function answerTo(old: readonly object[], next: readonly object[]): unknown {
  const { verdict, errors = [] } = diffObjects(old, next).objects.find(({ object }) =>
    object.startsWith('Widget/'),
  )!;
  return [verdict, ...errors.map(({ field }) => field)];
}

const FEW = { type: 'string', enum: ['x', 'y'] };
const NAMED = {
  type: 'array',
  items: fields({ name: TEXT, value: FEW }),
  'x-kubernetes-list-type': 'map',
  'x-kubernetes-list-map-keys': ['name'],
};
const PLAIN = { type: 'array', items: FEW };

test.each<[string, object, object, object, object, readonly string[]]>([
  [
    'what was wrong may stay',
    fields({ a: TEXT, b: TEXT }),
    fields({ a: FEW, b: TEXT }),
    { a: 'bad', b: '1' },
    { a: 'bad', b: '2' },
    ['changed'],
  ],
  [
    'what was wrong may not become wrong in another way',
    fields({ a: TEXT }),
    fields({ a: FEW }),
    { a: 'bad' },
    { a: 'worse' },
    ['refused', 'spec.a'],
  ],
  [
    'what was missing is asked for as soon as what it is missing in changes',
    fields({ a: TEXT, b: TEXT }),
    fields({ a: TEXT, b: TEXT }, { required: ['a'] }),
    { b: '1' },
    { b: '2' },
    ['refused', 'spec.a'],
  ],
  [
    'an item is known by its key',
    fields({ list: { ...NAMED, items: fields({ name: TEXT, value: TEXT }) } }),
    fields({ list: NAMED }),
    {
      list: [
        { name: 'c', value: 'x' },
        { name: 'a', value: 'bad' },
      ],
    },
    {
      list: [
        { name: 'b', value: 'x' },
        { name: 'a', value: 'bad' },
      ],
    },
    ['changed'],
  ],
  [
    'an item without a key is new in a list that changes',
    fields({ list: { type: 'array', items: TEXT } }),
    fields({ list: PLAIN }),
    { list: ['bad'] },
    { list: ['bad', 'x'] },
    ['refused', 'spec.list[0]'],
  ],
  [
    'a list that stays is not judged',
    fields({ a: TEXT, list: { type: 'array', items: TEXT } }),
    fields({ a: TEXT, list: PLAIN }),
    { a: '1', list: ['bad'] },
    { a: '2', list: ['bad'] },
    ['changed'],
  ],
  [
    'a rule is not held against what stays',
    fields({ a: TEXT, b: TEXT }),
    fields({ a: { ...TEXT, 'x-kubernetes-validations': [{ rule: 'self == "x"' }] }, b: TEXT }),
    { a: 'bad', b: '1' },
    { a: 'bad', b: '2' },
    ['changed'],
  ],
  [
    'a rule about the change is',
    fields({ n: { type: 'integer' }, b: TEXT }),
    fields({
      n: { type: 'integer', 'x-kubernetes-validations': [{ rule: 'self > oldSelf' }] },
      b: TEXT,
    }),
    { n: 1, b: '1' },
    { n: 1, b: '2' },
    ['refused', 'spec.n'],
  ],
])('%s', (_about, before, after, old, next, answer) => {
  expect(answerTo([definition(before), widget(old)], [definition(after), widget(next)])).toEqual(
    answer,
  );
});

test.each<[string, object, object, readonly string[]]>([
  ['another value than the first', { a: 'x' }, { a: 'y' }, ['refused', 'spec.a']],
  ['the same value', { a: 'x' }, { a: 'x', b: 'z' }, ['changed']],
  ['the first value', { b: 'x' }, { a: 'y' }, ['changed']],
])('a rule for which what was may be missing: %s', (_about, old, next, answer) => {
  const rules = [{ rule: '!oldSelf.hasValue() || self == oldSelf.value()', optionalOldSelf: true }];
  const schema = fields({ a: { ...TEXT, 'x-kubernetes-validations': rules }, b: TEXT });
  expect(answerTo([definition(schema), widget(old)], [definition(schema), widget(next)])).toEqual(
    answer,
  );
});

test('another version of the same kind is no change', () => {
  const schema = fields({ a: TEXT });
  expect(
    answerTo(
      [definition(schema), widget({ a: 'x' })],
      [definition(schema), widget({ a: 'x' }, 'v2')],
    ),
  ).toEqual(['unchanged']);
});

test('a version needs a schema, and one version is stored', () => {
  const { spec, ...rest } = definition(fields({}));
  const changed = {
    ...rest,
    spec: {
      ...spec,
      versions: [
        { name: 'v1', served: true, storage: true },
        { ...spec.versions[1], storage: true },
      ],
    },
  };
  const [{ verdict, errors }] = diffObjects([definition(fields({}))], [changed]).objects;
  expect([verdict, errors?.map(({ field }) => field)]).toEqual([
    'refused',
    ['spec.versions', 'status.storedVersions', 'spec.versions[0].schema.openAPIV3Schema'],
  ]);
});

test('an object comes after its definition', () => {
  const [schema, object] = [definition(fields({ a: TEXT })), widget({ a: 'x' })];
  expect(answerTo([], [object, schema])).toEqual(['refused', '']);
  expect(answerTo([], [schema, object])).toEqual(['created']);
  expect(answerTo([schema], [object, schema])).toEqual(['created']);
  expect(
    diffObjects([], [object, schema], { engine: 'flux' }).objects.map(({ verdict }) => verdict),
  ).toEqual(['created', 'created']);
});

test('whether a kind is installed that nothing in the files shows decides, and is told once', () => {
  const unknown = widget({});
  const two = { ...unknown, metadata: { name: 'two', namespace: 'shop' } };
  const told = (old: readonly object[], next: readonly object[]) =>
    diffObjects(old, next).objects.map(({ verdict, dependsOn = [] }) => [verdict, ...dependsOn]);
  expect(told([], [unknown, two])).toEqual([
    ['created', 'whether the kind Widget of example.com/v1 is installed'],
    ['created'],
  ]);
  expect(told([unknown], [unknown, two])).toEqual([['unchanged'], ['created']]);
  expect(told([], [{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'c' } }])).toEqual([
    ['created'],
  ]);
});

test('an object that is too deep is refused, and no more is looked at', () => {
  const deep = Array.from({ length: 20_000 }).reduce<unknown>((inner) => ({ inner }), 1);
  const box = {
    apiVersion: 'example.com/v1',
    kind: 'Box',
    metadata: { name: 'a', namespace: 'shop' },
    spec: deep,
  };
  const deepDefinition = {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'boxes.example.com' },
    spec: { versions: [{ schema: { openAPIV3Schema: deep } }] },
  };
  const list = Array.from({ length: 20_000 }).reduce<unknown>(
    (item) => ({ apiVersion: 'v1', kind: 'List', items: [item] }),
    box,
  );
  const words = 'lists and mappings lie more than 500 deep in each other';
  expect(
    diffObjects([], [box, deepDefinition, list]).objects.map(({ object, verdict, errors }) => [
      object,
      verdict,
      errors?.[0].message,
    ]),
  ).toEqual([
    ['Box/shop/a', 'refused', words],
    ['CustomResourceDefinition/boxes.example.com', 'refused', words],
  ]);
  expect(diffObjects([box], []).objects.map(({ verdict }) => verdict)).toEqual(['deleted']);
});

describe('lists of a definition, by server-side apply', () => {
  const portType = fields({ port: { type: 'integer' }, protocol: { ...TEXT, default: 'TCP' } });
  const list = (more: object) => fields({ l: { type: 'array', ...more } });
  const SET = list({ items: TEXT, 'x-kubernetes-list-type': 'set' });
  const MAP = list({
    items: { ...portType, required: ['port'] },
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': ['port', 'protocol'],
  });
  const wordsOf = (schema: object, l: readonly unknown[]) => {
    const given = [definition(schema)];
    const { errors, remedy } = diffObjects(given, [...given, widget({ l })]).objects[1];
    return errors?.map(({ message }) => [message.replace(/^failed .*?\): /, ''), remedy]);
  };

  test.each<[string, object, readonly unknown[], unknown]>([
    ['a set', SET, ['a', 'b'], undefined],
    [
      'a set with an item twice',
      SET,
      ['a', 'b', 'a'],
      [['.spec.l: duplicate entries for key "a"', 'remove one of them']],
    ],
    ['items of other keys', MAP, [{ port: 1 }, { port: 2 }], undefined],
    ['items of which one key differs', MAP, [{ port: 1 }, { port: 1, protocol: 'UDP' }], undefined],
    [
      'items of the same keys, by a default',
      MAP,
      [{ port: 1 }, { port: 1, protocol: 'TCP' }],
      [['.spec.l: duplicate entries for key [port=1,protocol="TCP"]', 'remove one of them']],
    ],
    ['any list', list({ items: TEXT }), ['a', 'a'], undefined],
  ])('%s', (_about, schema, l, words) => {
    expect(wordsOf(schema, l)).toEqual(words);
  });
});

test('each version of a definition has fields of its own', () => {
  const given = definition(fields({ a: TEXT }));
  const [first, second] = given.spec.versions;
  const both = {
    ...given,
    spec: {
      ...given.spec,
      versions: [
        first,
        {
          ...second,
          schema: {
            openAPIV3Schema: { type: 'object', properties: { spec: fields({ b: TEXT }) } },
          },
        },
      ],
    },
  };
  const verdicts = [
    ['v1', { a: 'x' }],
    ['v1', { b: 'x' }],
    ['v2', { a: 'x' }],
    ['v2', { b: 'x' }],
  ] as const;
  expect(
    verdicts.map(
      ([version, spec]) => (answerTo([both], [both, widget(spec, version)]) as string[])[0],
    ),
  ).toEqual(['created', 'refused', 'refused', 'created']);
});

describe('definitions that are given beside the files, by kubectl apply', () => {
  const given = definition(fields({ size: { type: 'integer' } }));
  const small = { ...given, spec: { ...given.spec, names: { kind: 'widget', plural: 'widgets' } } };
  const bare = {
    ...given,
    spec: {
      ...given.spec,
      versions: given.spec.versions.map(({ schema: _schema, ...version }) => version),
    },
  };
  const verdictOn = (definitions: readonly object[], spec: object, version = 'v1') => {
    const { objects } = diffObjects([], [widget(spec, version)], {
      definitions: definitions as never,
      way: 'clientSide',
    });
    const { verdict, code, errors = [], dependsOn } = objects[0];
    return [verdict, code ?? dependsOn, ...errors.map(({ field }) => field)];
  };

  test.each<[string, readonly object[], object, string, readonly unknown[]]>([
    ['take what has their types', [given], { size: 1 }, 'v1', ['created', undefined]],
    ['refuse what has not', [given], { size: 'x' }, 'v1', ['refused', 422, 'spec.size']],
    ['count in small letters, too', [small], { size: 'x' }, 'v1', ['refused', 422, 'spec.size']],
    [
      'count in small letters beside others',
      [{ ...given, spec: { ...given.spec, group: 'example.org' } }, small],
      { size: 'x' },
      'v1',
      ['refused', 422, 'spec.size'],
    ],
    [
      'count as they were given last',
      [bare, given],
      { size: 'x' },
      'v1',
      ['refused', 422, 'spec.size'],
    ],
    ['say nothing of fields without a schema', [bare], { any: 1 }, 'v1', ['created', undefined]],
    ['do not serve other versions', [given], {}, 'v9', ['refused', 404, '']],
  ])('%s', (_what, definitions, spec, version, answer) => {
    expect(verdictOn(definitions, spec, version)).toEqual(answer);
  });
});
