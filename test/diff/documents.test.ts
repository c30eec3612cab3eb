/** Comparisons of files: what is told of them, where, and what is worth a finding. */
import { diffDocuments, DiffOptions } from '../../src/diff';

const file = (name: string, ...objects: readonly object[]) => ({
  name,
  text: objects.map((one) => JSON.stringify(one)).join('\n---\n'),
});
const configMap = (name: string, a = '1', metadata: object = {}) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, ...metadata },
  data: { a },
});

/** The findings as lines: what, where, how bad, and what to do. */
const linesOf = (
  old: Parameters<typeof diffDocuments>[0],
  next: Parameters<typeof diffDocuments>[1],
  options?: DiffOptions,
) =>
  diffDocuments(old, next, options).findings.map(
    ({ rule, severity, object, file: where, line, path, message, remedy }) =>
      `${where}:${line} ${object} ${path} ${severity} ${rule}: ${message} (${remedy})`,
  );

test('a plain change has no findings, and its objects have names and files', () => {
  const { findings, old, next, filesOf, skipped, unreadable } = diffDocuments(
    [file('a.json', configMap('one')), file('gone.json', configMap('two'))],
    [file('a.json', configMap('one', '2')), file('new.json', configMap('three'))],
  );
  expect({ findings, skipped, unreadable }).toEqual({ findings: [], skipped: [], unreadable: [] });
  expect([old, next].map((side) => side.map(({ key }) => key))).toEqual([
    ['ConfigMap/default/one', 'ConfigMap/default/two'],
    ['ConfigMap/default/one', 'ConfigMap/default/three'],
  ]);
  expect(
    ['one', 'two', 'three', 'four'].map((name) => filesOf(`ConfigMap/default/${name}`)),
  ).toEqual([['a.json'], ['gone.json'], ['new.json'], []]);
});

test.each<[string, object, DiffOptions, string]>([
  ['has a namespace', configMap('a', '1', { namespace: 'shop' }), {}, 'ConfigMap/shop/a'],
  ['has none', configMap('a'), {}, 'ConfigMap/default/a'],
  ['is put into one', configMap('a'), { namespace: 'shop' }, 'ConfigMap/shop/a'],
  [
    'can have none',
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'a' } },
    {},
    'Namespace/a',
  ],
  ['has no name', configMap('a', '1', { name: undefined }), {}, 'ConfigMap/default/'],
  ['has a list for a name', configMap('a', '1', { name: ['a'] }), {}, 'ConfigMap/default/'],
])('an object that %s is named', (_about, object, options, key) => {
  expect(diffDocuments([], [file('a.json', object)], options).next.map((one) => one.key)).toEqual([
    key,
  ]);
});

const TWICE = 'diff/surprise: it appears';
const APART = 'and they differ; each is applied over the one before it';

test.each<[string, readonly object[], string]>([
  [
    'twice',
    [configMap('one'), configMap('one')],
    'twice in NEW: a.json:1 and a.json:3 (remove all but one)',
  ],
  [
    'twice, and not alike',
    [configMap('one'), configMap('one', '2')],
    `twice in NEW: a.json:1 and a.json:3, ${APART} (remove all but one, or use different names)`,
  ],
  [
    'three times',
    [configMap('one'), configMap('one'), configMap('one')],
    '3 times in NEW: a.json:1, a.json:3 and a.json:5 (remove all but one)',
  ],
  [
    'four times',
    Array.from({ length: 4 }, () => configMap('one')),
    '4 times in NEW: a.json:1, a.json:3, a.json:5 and 1 more (remove all but one)',
  ],
  [
    'six times',
    Array.from({ length: 6 }, () => configMap('one')),
    '6 times in NEW: a.json:1, a.json:3, a.json:5 and 3 more (remove all but one)',
  ],
])('an object that a side has %s is told with its places', (_about, objects, words) => {
  const line = 2 * objects.length - 1;
  expect(linesOf([], [file('a.json', ...objects)])).toEqual([
    `a.json:${line} ConfigMap/default/one  warning ${TWICE} ${words}`,
  ]);
});

test('an object that OLD has twice is told as well', () => {
  const twice = [configMap('one'), configMap('one')];
  expect(linesOf([file('a.json', ...twice)], [file('a.json', twice[0])])).toEqual([
    `a.json:1 ConfigMap/default/one  warning ${TWICE} twice in OLD: a.json:1 and a.json:3 (remove all but one)`,
  ]);
});

test('the same kind of two groups is not the same twice', () => {
  const of = (group: string) => ({
    apiVersion: `${group}/v1`,
    kind: 'Db',
    metadata: { name: 'a' },
  });
  const told = linesOf([], [file('a.json', of('a.example.com'), of('b.example.com'))]);
  expect(told.filter((line) => line.includes('it appears'))).toEqual([]);
});

test('what leaves its name to the server is another object each time', () => {
  const generated = configMap('', '1', { name: undefined, generateName: 'a-' });
  const told = linesOf([], [file('a.json', generated, generated)]);
  expect(told.filter((line) => line.includes('it appears'))).toEqual([]);
});

const BROKEN = { name: 'a.json', text: '{"a": ' };
const STAY = (name: string) =>
  `${name}: its objects are assumed to stay as they are, because the file cannot be read in NEW`;

test('objects of a file that cannot be read in NEW stay', () => {
  const { objects, skipped, unreadable, findings } = diffDocuments(
    [file('a.json', configMap('one')), file('b.json', configMap('two'))],
    [BROKEN, { name: 'b.json', text: '' }],
  );
  expect(objects.map(({ object, verdict }) => [object, verdict])).toEqual([
    ['ConfigMap/default/one', 'unchanged'],
    ['ConfigMap/default/two', 'deleted'],
  ]);
  expect(skipped).toEqual([{ file: 'a.json', words: STAY('a.json') }]);
  expect(unreadable.map((one) => one.file)).toEqual(['a.json']);
  expect(findings).toEqual(unreadable);
});

test('an object that moved out of a file that cannot be read is where it is now', () => {
  const { objects, next } = diffDocuments(
    [file('a.json', configMap('one')), file('b.json', configMap('two'))],
    [BROKEN, file('b.json', configMap('one', '2'), configMap('two'))],
  );
  expect(objects.map(({ object, verdict }) => [object, verdict])).toEqual([
    ['ConfigMap/default/one', 'changed'],
    ['ConfigMap/default/two', 'unchanged'],
  ]);
  expect(next).toHaveLength(2);
});

test('files of two folders are the same by their relative names', () => {
  const { objects } = diffDocuments(
    [
      { ...file('old/a.json', configMap('one')), relativeName: 'a.json' },
      { ...file('old/b.json', configMap('two')), relativeName: 'b.json' },
    ],
    [
      { ...BROKEN, name: 'new/a.json', relativeName: 'a.json' },
      { name: 'new/b.json', text: '', relativeName: 'b.json' },
    ],
  );
  expect(objects.map(({ verdict }) => verdict)).toEqual(['unchanged', 'deleted']);
});

test('one file each is the same file, whatever it is called', () => {
  const { objects, skipped } = diffDocuments(
    [file('old.json', configMap('one'))],
    [{ ...BROKEN, name: 'new.json' }],
  );
  expect(objects.map(({ verdict }) => verdict)).toEqual(['unchanged']);
  expect(skipped).toEqual([{ file: 'old.json', words: STAY('old.json') }]);
});

const claim = (spec: object = {}) => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: { name: 'data', namespace: 'shop' },
  spec: {
    accessModes: ['ReadWriteOnce'],
    storageClassName: 'fast',
    volumeName: 'disk',
    resources: { requests: { storage: '1Gi' } },
    ...spec,
  },
});
const VOLUME = {
  apiVersion: 'v1',
  kind: 'PersistentVolume',
  metadata: { name: 'disk' },
  spec: {
    accessModes: ['ReadWriteOnce'],
    capacity: { storage: '1Gi' },
    persistentVolumeReclaimPolicy: 'Retain',
    storageClassName: 'fast',
    claimRef: { namespace: 'shop', name: 'data' },
    csi: { driver: 'ebs.csi.aws.com', volumeHandle: 'vol-1' },
  },
};
const CLASS = {
  apiVersion: 'storage.k8s.io/v1',
  kind: 'StorageClass',
  metadata: { name: 'fast' },
  provisioner: 'ebs.csi.aws.com',
};
const rulesOf = (old: readonly object[], next: readonly object[], options?: DiffOptions) =>
  diffDocuments([file('a.json', ...old)], [file('a.json', ...next)], options).findings.map(
    ({ rule, severity, message }) => `${severity} ${rule}: ${message.split(/[:;]/)[0]}`,
  );

test.each<[string, readonly object[], readonly object[], string]>([
  [
    'is refused',
    [claim(), VOLUME],
    [claim({ accessModes: ['ReadOnlyMany'] }), VOLUME],
    'error diff/refused: the API server rejects it',
  ],
  [
    'loses its data',
    [claim({ volumeName: undefined }), CLASS],
    [CLASS],
    'error diff/data-lost: its data is lost',
  ],
  [
    'leaves its data behind',
    [claim(), VOLUME],
    [VOLUME],
    'warning diff/data-left-behind: its data is left behind',
  ],
  [
    'may lose its data',
    [claim({ volumeName: undefined })],
    [],
    'warning diff/data-may-be-lost: its data may be lost',
  ],
])('an object that %s is worth a finding', (_about, old, next, expected) => {
  expect(rulesOf(old, next)).toContain(expected);
});

test('values that change are told, but for those of a Secret', () => {
  const of = (kind: string, value: string) => ({
    ...configMap('one', value, { annotations: { a: value } }),
    kind,
  });
  const valuesOf = (kind: string) =>
    diffDocuments([file('a.json', of(kind, 'MQ=='))], [file('a.json', of(kind, 'Mg=='))]).objects[0]
      .values;
  const label = { path: 'metadata.annotations.a', before: 'MQ==', after: 'Mg==' };
  expect(valuesOf('ConfigMap')).toEqual([{ path: 'data.a', before: 'MQ==', after: 'Mg==' }, label]);
  expect(valuesOf('Secret')).toEqual([
    { path: 'data.a', before: '(hidden)', after: '(hidden)' },
    label,
  ]);
});

test('what kubectl apply does otherwise is told of server-side apply, and the other way round', () => {
  const old = { ...configMap('one'), metadata: { name: 'one', annotations: {} } };
  const long = { ...old, data: { a: 'x'.repeat(300_000) } };
  const told = ([undefined, 'serverSide', 'clientSide'] as const).map((way) =>
    diffDocuments(
      [file('a.json', old, configMap('two'))],
      [file('a.json', long, configMap('two', '2'))],
      way && { way },
    ).notes.map(({ id, message }) => `${id}: ${message}`),
  );
  expect(told).toEqual([
    [
      'way: with kubectl apply, and with Argo CD by default, it is refused: metadata.annotations: Too long: may not be more than 262144 bytes',
    ],
    [
      'way: with kubectl apply, and with Argo CD by default, it is refused: metadata.annotations: Too long: may not be more than 262144 bytes',
    ],
    ['way: with server-side apply, as Flux does, it is changed'],
  ]);
});

const notReady = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web', namespace: 'shop' },
  spec: {
    selector: { matchLabels: { app: 'web' } },
    template: {
      metadata: { labels: { app: 'web' } },
      spec: {
        containers: [{ name: 'web', image: 'web:1' }],
        volumes: [{ name: 'data', persistentVolumeClaim: { claimName: 'data' } }],
      },
    },
  },
};

test('a workload whose pods never come is worth a finding', () => {
  const waiting = claim({ storageClassName: '', volumeName: undefined });
  expect(linesOf([], [file('a.json', notReady, waiting)])).toContain(
    'a.json:1 Deployment/shop/web  warning diff/not-ready: it does not become ready (see its notes)',
  );
});

test('what only the cluster can tell is worth a finding, with what decides it', () => {
  const [old, next] = ['1Gi', '2Gi'].map((storage) =>
    claim({ resources: { requests: { storage } } }),
  );
  expect(linesOf([file('a.json', old)], [file('a.json', next)])).toEqual([
    'a.json:1 PersistentVolumeClaim/shop/data  warning diff/depends: it depends on whether the class "fast" is in the cluster and has allowVolumeExpansion: true (include the objects that determine this in the files)',
  ]);
});

test('what decides whether data are lost is told once', () => {
  const annotations = { 'helm.sh/resource-policy': 'keep' };
  const kept = { ...claim({ volumeName: undefined }), metadata: { name: 'data', annotations } };
  expect(linesOf([file('a.json', CLASS, kept)], [file('a.json', CLASS)])).toEqual([
    'a.json:3 PersistentVolumeClaim/default/data  warning diff/data-may-be-lost: its data may be lost: its driver deletes the volume with the claim (reclaim policy Delete); it depends on whether Helm deploys it (--engine helm) (include the objects that determine this in the files)',
    'a.json:3 PersistentVolumeClaim/default/data  warning diff/surprise: Helm (helm.sh/resource-policy: keep) perhaps does not prune it: it depends on whether Helm deploys it (--engine helm) (make sure that it is intended)',
  ]);
});

test('a claim that goes while pods use it stays, and that is worth a finding', () => {
  const bound = claim();
  const told = linesOf(
    [file('a.json', notReady, bound, VOLUME)],
    [file('a.json', notReady, VOLUME)],
  );
  expect(told).toContain(
    'a.json:3 PersistentVolumeClaim/shop/data  warning diff/stuck: it stays Terminating: kubernetes.io/pvc-protection holds it (keep it in the files until nothing uses it)',
  );
});

test.each<[string, readonly object[], readonly object[], unknown]>([
  ['comes', [], [configMap('one', '1'), configMap('one', '2')], ['created', undefined]],
  [
    'comes to what it was',
    [configMap('one')],
    [configMap('one', '2'), configMap('one')],
    ['unchanged', undefined],
  ],
  [
    'changes',
    [configMap('one')],
    [configMap('one', '2'), configMap('one', '3')],
    ['changed', ['data.a']],
  ],
  [
    'is refused the second time',
    [claim()],
    [claim(), claim({ accessModes: ['ReadOnlyMany'] })],
    ['refused', undefined],
  ],
])('an object that NEW has twice, and that %s, has one answer', (_about, old, next, answer) => {
  const { objects } = diffDocuments([file('a.json', ...old)], [file('a.json', ...next)]);
  expect(objects.map(({ verdict, changes }) => [verdict, changes])).toEqual([answer]);
});
