/** Objects as they are written: to the last byte what cdk8s' own `toJson` makes of them. */
import { ApiObject, App, Chart, JsonPatch, Lazy } from 'cdk8s';
import { plainManifest } from '../../src/tree/written';

const NAMES = [
  'z',
  'a',
  'Z',
  'é',
  '10',
  '9',
  'a.b/c',
  'a-b',
  '_',
  'aa',
  'ab',
  'b',
  '😀',
  '~',
  'y',
  'x',
  'w',
  'v',
];
const labels = (count: number) =>
  Object.fromEntries(NAMES.slice(0, count).map((name) => [name, 'v']));

interface Options {
  readonly namespace?: string;
  readonly metadata?: object;
  readonly patches?: readonly JsonPatch[];
  readonly fields?: object;
}

function object({ namespace, metadata = {}, patches = [], fields = {} }: Options): ApiObject {
  const chart = new Chart(new App(), 'c', {
    ...(namespace === undefined ? {} : { namespace }),
    labels: { chart: 'c' },
  });
  const one = new ApiObject(chart, 'o', {
    spec: { b: 1, a: [null, {}] },
    kind: 'K',
    ...fields,
    metadata: { name: 'x', ...metadata },
    apiVersion: 'v1',
  });
  one.addJsonPatch(...patches);
  return one;
}

const REMOVE = JsonPatch.remove('/metadata/namespace');

// A few objects of a tree cdk8s writes itself: only after them what is done here is tested.
beforeAll(() => {
  const toJson = jest.spyOn(ApiObject.prototype, 'toJson');
  for (let count = 1; count <= 20; count += 1) plainManifest(object({}));
  expect(toJson).toHaveBeenCalledTimes(20);
  toJson.mockClear();
  const one = object({});
  for (let count = 1; count <= 16; count += 1) plainManifest(one);
  expect(toJson).toHaveBeenCalledTimes(16);
  plainManifest(one);
  plainManifest(object({}));
  // Once to see whether both do the same.
  expect(toJson).toHaveBeenCalledTimes(17);
  toJson.mockRestore();
});

describe.each([
  ['sorted', undefined],
  ['as they are given', '1'],
])('with keys %s', (_about, isUnsorted) => {
  beforeEach(() => {
    if (isUnsorted !== undefined) process.env.CDK8S_DISABLE_SORT = isUnsorted;
  });
  afterEach(() => {
    delete process.env.CDK8S_DISABLE_SORT;
  });

  test.each<[string, Options]>([
    ['no namespace', {}],
    ['the namespace of the chart', { namespace: 'n' }],
    ['a namespace that is taken off', { namespace: 'n', patches: [REMOVE] }],
    ['none to be taken off', { patches: [REMOVE] }],
    [
      'a namespace that is taken off and set again',
      { namespace: 'n', patches: [REMOVE, JsonPatch.add('/metadata/namespace', 'other')] },
    ],
    [
      'another patch',
      { namespace: 'n', patches: [JsonPatch.replace('/metadata/namespace', 'other')] },
    ],
    [
      'a patch of metadata as a whole',
      { namespace: 'n', patches: [JsonPatch.remove('/metadata')] },
    ],
    ['few labels', { metadata: { labels: labels(15) } }],
    [
      'as many labels as are sorted one by one',
      { metadata: { labels: labels(15), annotations: labels(16) } },
    ],
    ['one more', { metadata: { annotations: labels(17) } }],
    [
      'metadata of other names',
      {
        metadata: {
          uid: 'u',
          generateName: 'g',
          extra: { z: [], a: [1, null], e: {} },
          finalizers: ['f'],
          ownerReferences: [],
        },
      },
    ],
    [
      'what is computed late',
      {
        metadata: { annotations: { l: Lazy.any({ produce: () => ({ z: null, a: 'x' }) }) } },
        fields: { data: Lazy.any({ produce: () => ({ y: 1, x: null }) }) },
      },
    ],
    ['many fields', { fields: labels(18) }],
  ])('%s', (_what, options) => {
    expect(JSON.stringify(plainManifest(object(options)))).toBe(
      JSON.stringify(object(options).toJson()),
    );
  });
});

test('what is changed in what was written changes nothing of the object', () => {
  const one = object({ metadata: { annotations: { a: 'b' } } });
  const written = plainManifest(one);
  written.metadata.annotations.a = 'changed';
  written.spec.a.push('more');
  expect(plainManifest(one)).toEqual(object({ metadata: { annotations: { a: 'b' } } }).toJson());
});

test('cdk8s is asked only for what is unusual', () => {
  const [usual, unusual] = [
    object({ namespace: 'n', patches: [REMOVE] }),
    object({ fields: { data: () => 1 } }),
  ];
  plainManifest(usual);
  const asked = jest.spyOn(ApiObject.prototype, 'toJson');
  try {
    plainManifest(usual);
    expect(asked).not.toHaveBeenCalled();
    plainManifest(unusual);
    expect(asked).toHaveBeenCalledTimes(1);
  } finally {
    asked.mockRestore();
  }
});
