/** Limits of what is read, each at its last value and one further. */
import { renderDocuments, RenderRequest } from '../../src/render';

const REQUEST: RenderRequest = {
  operatorMode: false,
  operatorPreset: 'chart',
  operatorEnv: {},
  only: false,
};
const render = (object: unknown, request: Partial<RenderRequest> = {}) =>
  renderDocuments([{ name: 'a.json', text: JSON.stringify(object) }], { ...REQUEST, ...request });
const messagesOf = (object: unknown) =>
  render(object).findings.map(({ severity, path, message }) => `${severity} ${path}: ${message}`);

const volume = (metadata: object = {}) => ({
  apiVersion: 'aws-efs.managed.openshift.io/v1alpha1',
  kind: 'SharedVolume',
  metadata: { name: 'data', namespace: 'team', ...metadata },
  spec: { fileSystemID: 'fs-0123456789abcdef0', accessPointID: 'fsap-0123456789abcdef0' },
});
const list = (...items: unknown[]) => ({ apiVersion: 'v1', kind: 'List', items });

test.each([
  [262144, []],
  [
    262145,
    [
      'error metadata.annotations: metadata.annotations: Too long: may not be more than 262144 bytes',
    ],
  ],
])(
  'annotations of %d bytes, keys and values of several letters counted as bytes',
  (size, expected) => {
    const annotations = {
      'example.com/a': 'é'.repeat(100),
      b: 'x'.repeat(size - 'example.com/a'.length - 200 - 1),
    };
    expect(messagesOf(volume({ annotations }))).toEqual(expected);
  },
);

test('keys of annotations may have capital letters before the slash, and those of labels may not', () => {
  expect(messagesOf(volume({ annotations: { 'Example.COM/a': 'x' } }))).toEqual([]);
  expect(messagesOf(volume({ labels: { 'Example.COM/a': 'x' } }))).toEqual([
    expect.stringMatching(
      /^error metadata\.labels\.Example\.COM\/a: metadata\.labels: Invalid value: "Example\.COM\/a": prefix part a lowercase RFC 1123 subdomain must consist/,
    ),
  ]);
});

test.each([
  ['metadata.name', 'a'.repeat(253), 'a'.repeat(254), 'name'],
  ['metadata.namespace', 'a'.repeat(63), 'a'.repeat(64), 'namespace'],
])('%s at its longest and one longer', (path, fine, long, field) => {
  const told = (value: string) =>
    messagesOf(volume({ [field]: value })).filter((line) =>
      line.startsWith(`error ${path}: ${path}:`),
    );
  expect(told(fine)).toEqual([]);
  expect(told(long)).toEqual([
    `error ${path}: ${path}: Invalid value: "${long}": must be no more than ${fine.length} characters`,
  ]);
});

test.each([
  [8, ['PersistentVolume', 'PersistentVolumeClaim']],
  [9, ['List']],
])('something to render in %d lists', (depth, kinds) => {
  let object: unknown = volume();
  for (let index = 0; index < depth; index += 1) object = list(object);
  expect(render(object).outputs.map(({ manifest }) => manifest.kind)).toEqual(kinds);
});

test('what is not to be rendered beside it in a list of lists keeps its place, and a list of nothing else stays one', () => {
  const config = (name: string) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } });
  const { outputs } = render(list(config('a'), list(config('b'), volume()), list(config('c'))));
  expect(
    outputs.map(({ manifest }) => `${manifest.kind}/${(manifest.metadata as any)?.name}`),
  ).toEqual([
    'ConfigMap/a',
    'ConfigMap/b',
    'PersistentVolume/pv-team-data',
    'PersistentVolumeClaim/pvc-data',
    'List/undefined',
  ]);
});

test('an object of the cluster is the same one with a namespace and without, and one of a namespace is not', () => {
  const given = (kind: string, namespace?: string) => ({
    apiVersion: 'v1',
    kind,
    metadata: { name: 'x', ...(namespace === undefined ? {} : { namespace }) },
  });
  expect(messagesOf(list(volume(), given('Node'), given('Node', 'a')))).toEqual([
    'error metadata.name: the Node "x" appears twice: at a.json:1:254 and at a.json:1:312',
  ]);
  expect(messagesOf(list(volume(), given('ConfigMap'), given('ConfigMap', 'a')))).toEqual([]);
});
