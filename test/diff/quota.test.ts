/** Quotas and limits of a namespace: what is counted, at the limit and one beyond it. */
import { diffObjects } from '../../src/diff';

const NAMESPACE = 'shop';
const meta = (name: string, namespace = NAMESPACE) => ({ name, namespace });
const storageClass = (name: string, more: object = {}) => ({
  apiVersion: 'storage.k8s.io/v1',
  kind: 'StorageClass',
  metadata: { name },
  provisioner: 'disk.example.com',
  ...more,
});
const quota = (hard: object, namespace = NAMESPACE, name = 'most') => ({
  apiVersion: 'v1',
  kind: 'ResourceQuota',
  metadata: meta(name, namespace),
  spec: { hard },
});
const claim = (
  name: string,
  storage: string,
  storageClassName = 'fast',
  namespace = NAMESPACE,
) => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: meta(name, namespace),
  spec: { accessModes: ['ReadWriteOnce'], storageClassName, resources: { requests: { storage } } },
});
const configMap = (name: string, namespace = NAMESPACE) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: meta(name, namespace),
  data: {},
});

/** What is refused of NEW, with the server's words. */
function refusals(old: readonly object[], next: readonly object[]): unknown {
  return diffObjects(old, [...old, ...next])
    .objects.filter(({ verdict }) => verdict === 'refused')
    .map(({ object, code, errors }) => [
      object.split('/').pop(),
      code,
      ...errors!.map(({ message }) => message),
    ]);
}

test.each<[string, object, readonly object[], unknown]>([
  ['storage at the limit', { 'requests.storage': '3Gi' }, [claim('b', '2Gi')], []],
  [
    'storage beyond it',
    { 'requests.storage': '3Gi' },
    [claim('b', '2049Mi')],
    [
      [
        'b',
        403,
        'persistentvolumeclaims "b" is forbidden: exceeded quota: most, requested: requests.storage=2049Mi, used: requests.storage=1Gi, limited: requests.storage=3Gi',
      ],
    ],
  ],
  [
    'storage that two claims use up',
    { 'requests.storage': '3Gi' },
    [claim('b', '1Gi'), claim('c', '1Gi'), claim('d', '1Gi')],
    [
      [
        'd',
        403,
        'persistentvolumeclaims "d" is forbidden: exceeded quota: most, requested: requests.storage=1Gi, used: requests.storage=3Gi, limited: requests.storage=3Gi',
      ],
    ],
  ],
  [
    'storage of a class',
    { 'fast.storageclass.storage.k8s.io/requests.storage': '1Gi' },
    [claim('b', '5Gi', 'slow')],
    [],
  ],
  [
    'storage of that class',
    { 'fast.storageclass.storage.k8s.io/requests.storage': '1Gi' },
    [claim('b', '1Gi')],
    [
      [
        'b',
        403,
        expect.stringContaining('used: fast.storageclass.storage.k8s.io/requests.storage=1Gi'),
      ],
    ],
  ],
  ['claims at the limit', { persistentvolumeclaims: '2' }, [claim('b', '1Gi')], []],
  [
    'claims beyond it',
    { 'count/persistentvolumeclaims': '2' },
    [claim('b', '1Gi'), claim('c', '1Gi')],
    [['c', 403, expect.stringContaining('used: count/persistentvolumeclaims=2')]],
  ],
  ['other kinds at the limit', { 'count/configmaps': '1' }, [configMap('a')], []],
  [
    'other kinds beyond it',
    { 'count/configmaps': '1' },
    [configMap('a'), configMap('b')],
    [
      [
        'b',
        403,
        'configmaps "b" is forbidden: exceeded quota: most, requested: count/configmaps=1, used: count/configmaps=1, limited: count/configmaps=1',
      ],
    ],
  ],
])('%s', (_what, hard, next, expected) => {
  expect(
    refusals([storageClass('fast'), storageClass('slow'), claim('a', '1Gi'), quota(hard)], next),
  ).toEqual(expected);
});

test('a claim counts by what it grows, and what is given back can be used', () => {
  const old = [
    storageClass('fast', { allowVolumeExpansion: true }),
    claim('a', '1Gi'),
    quota({ 'requests.storage': '3Gi' }),
  ];
  const verdictOf = (storage: string) =>
    diffObjects(old, [old[0], claim('a', storage), old[2]]).objects[1].verdict;
  expect(['3Gi', '3073Mi'].map(verdictOf)).toEqual(['changed', 'refused']);
});

test('another namespace has quotas of its own', () => {
  expect(
    refusals(
      [storageClass('fast'), quota({ 'requests.storage': '1Gi' }, 'other')],
      [claim('a', '9Gi')],
    ),
  ).toEqual([]);
  expect(
    refusals(
      [storageClass('fast'), claim('a', '9Gi'), quota({ 'requests.storage': '1Gi' }, 'other')],
      [claim('b', '1Gi', 'fast', 'other')],
    ),
  ).toEqual([]);
});

test('what a quota is raised to counts from there on', () => {
  const old = [storageClass('fast'), claim('a', '1Gi'), quota({ 'requests.storage': '1Gi' })];
  const next = (hard: object, isFirst: boolean) =>
    isFirst
      ? [old[0], old[1], quota(hard), claim('b', '1Gi')]
      : [old[0], old[1], claim('b', '1Gi'), quota(hard)];
  const verdicts = (objects: readonly object[]) =>
    diffObjects(old, objects).objects.find(({ object }) => object.endsWith('/b'))?.verdict;
  expect([
    verdicts(next({ 'requests.storage': '2Gi' }, true)),
    verdicts(next({ 'requests.storage': '2Gi' }, false)),
  ]).toEqual(['created', 'refused']);
});

test('every quota that does not let it is named', () => {
  const old = [
    storageClass('fast'),
    quota({ persistentvolumeclaims: '0' }, NAMESPACE, 'one'),
    quota({ 'requests.storage': '1Gi' }, NAMESPACE, 'two'),
  ];
  expect(refusals(old, [claim('a', '2Gi')])).toEqual([
    [
      'a',
      403,
      expect.stringContaining('exceeded quota: one,'),
      expect.stringContaining('exceeded quota: two,'),
    ],
  ]);
});

test('limits of a namespace, at them and beyond', () => {
  const range = {
    apiVersion: 'v1',
    kind: 'LimitRange',
    metadata: meta('sizes'),
    spec: {
      limits: [{ type: 'PersistentVolumeClaim', min: { storage: '1Gi' }, max: { storage: '2Gi' } }],
    },
  };
  expect(
    refusals(
      [storageClass('fast'), range],
      [claim('a', '1Gi'), claim('b', '2Gi'), claim('c', '1023Mi'), claim('d', '2049Mi')],
    ),
  ).toEqual([
    [
      'c',
      403,
      'persistentvolumeclaims "c" is forbidden: minimum storage usage per PersistentVolumeClaim is 1Gi, but request is 1023Mi',
    ],
    [
      'd',
      403,
      'persistentvolumeclaims "d" is forbidden: maximum storage usage per PersistentVolumeClaim is 2Gi, but request is 2049Mi',
    ],
  ]);
});
