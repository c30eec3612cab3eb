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

const service = (name: string, spec: object) => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: meta(name),
  spec: { ports: [{ port: 80 }], ...spec },
});
const forbidden = (resource: string, name: string, key: string, used: string, hard: string) => [
  name,
  403,
  `${resource} "${name}" is forbidden: exceeded quota: most, requested: ${key}=1, used: ${key}=${used}, limited: ${key}=${hard}`,
];

test.each([
  ['ConfigMap', 'configmaps', {}],
  [
    'ReplicationController',
    'replicationcontrollers',
    {
      spec: {
        selector: { app: 'a' },
        template: {
          metadata: { labels: { app: 'a' } },
          spec: { containers: [{ name: 'app', image: 'app:1' }] },
        },
      },
    },
  ],
  ['Secret', 'secrets', {}],
  ['Service', 'services', { spec: { ports: [{ port: 80 }] } }],
])('a %s counts as one of %s, by its short name as well', (kind, resource, more) => {
  const one = (name: string) => ({ apiVersion: 'v1', kind, metadata: meta(name), ...more });
  const answers = [resource, `count/${resource}`].map((key) =>
    refusals([quota({ [key]: '1' })], [one('a'), one('b')]),
  );
  expect(answers).toEqual(
    [resource, `count/${resource}`].map((key) => [forbidden(resource, 'b', key, '1', '1')]),
  );
});

test('a quota counts quotas, itself among them', () => {
  const another = quota({}, NAMESPACE, 'other');
  expect(refusals([quota({ resourcequotas: '1' })], [another])).toEqual([
    forbidden('resourcequotas', 'other', 'resourcequotas', '1', '1'),
  ]);
});

test('a kind of a group is counted with its group', () => {
  const policy = (name: string) => ({
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    metadata: meta(name),
    spec: { podSelector: {} },
  });
  const key = 'count/networkpolicies.networking.k8s.io';
  expect(refusals([quota({ [key]: '1' })], [policy('a'), policy('b')])).toEqual([
    forbidden('networkpolicies.networking.k8s.io', 'b', key, '1', '1'),
  ]);
});

test('a quota may be written as a number', () => {
  expect(refusals([quota({ configmaps: 0 })], [configMap('a')])).toEqual([
    forbidden('configmaps', 'a', 'configmaps', '0', '0'),
  ]);
});

test('claims of a class are counted by themselves', () => {
  const key = 'fast.storageclass.storage.k8s.io/persistentvolumeclaims';
  expect(
    refusals(
      [
        storageClass('fast'),
        storageClass('slow'),
        claim('a', '1Gi', 'slow'),
        quota({ [key]: '1' }),
      ],
      [claim('b', '1Gi', 'slow'), claim('c', '1Gi'), claim('d', '1Gi')],
    ),
  ).toEqual([forbidden('persistentvolumeclaims', 'd', key, '1', '1')]);
});

test('the class of a claim by its old annotation counts', () => {
  const old = (name: string) => ({
    ...claim(name, '1Gi', undefined),
    metadata: {
      ...meta(name),
      annotations: { 'volume.beta.kubernetes.io/storage-class': 'fast' },
    },
  });
  const key = 'fast.storageclass.storage.k8s.io/persistentvolumeclaims';
  expect(refusals([storageClass('fast'), quota({ [key]: '1' })], [old('a'), old('b')])).toEqual([
    forbidden('persistentvolumeclaims', 'b', key, '1', '1'),
  ]);
});

test('a claim that stays as large as it is needs no room', () => {
  const old = [storageClass('fast'), claim('a', '2Gi'), quota({ 'requests.storage': '1Gi' })];
  const labelled = { ...claim('a', '2Gi'), metadata: { ...meta('a'), labels: { a: 'b' } } };
  expect(diffObjects(old, [old[0], labelled, old[2]]).objects[1].verdict).toBe('changed');
});

test('node ports are counted, each for itself', () => {
  const ports = [
    { name: 'a', port: 80 },
    { name: 'b', port: 81 },
  ];
  const two = (name: string) => service(name, { type: 'NodePort', ports });
  expect([
    refusals([quota({ 'services.nodeports': '2' })], [two('a')]),
    refusals([quota({ 'services.nodeports': '3' })], [two('a'), two('b')]),
    refusals([quota({ 'services.nodeports': '0' })], [service('a', {})]),
  ]).toEqual([
    [],
    [
      [
        'b',
        403,
        'services "b" is forbidden: exceeded quota: most, requested: services.nodeports=2, used: services.nodeports=2, limited: services.nodeports=3',
      ],
    ],
    [],
  ]);
});

test('load balancers are counted, and other Services are not', () => {
  const balancer = (name: string) => service(name, { type: 'LoadBalancer' });
  expect([
    refusals([quota({ 'services.loadbalancers': '1' })], [balancer('a'), service('c', {})]),
    refusals([quota({ 'services.loadbalancers': '1' })], [balancer('a'), balancer('b')]),
  ]).toEqual([[], [forbidden('services', 'b', 'services.loadbalancers', '1', '1')]]);
});

test('a Service that becomes a load balancer counts from there on', () => {
  const most = quota({ 'services.loadbalancers': '1' });
  const old = [service('a', { type: 'LoadBalancer' }), service('b', {}), most];
  const next = [old[0], service('b', { type: 'LoadBalancer' }), most];
  const [first, second] = diffObjects(old, next).objects;
  expect([first.verdict, second.verdict, second.errors?.map(({ message }) => message)]).toEqual([
    'unchanged',
    'refused',
    [forbidden('services', 'b', 'services.loadbalancers', '1', '1')[2]],
  ]);
});

const CANNOT_GROW =
  'persistentvolumeclaims "a" is forbidden: only dynamically provisioned pvc can be resized and the storageclass that provisions the pvc must support resize';

test.each<[string, readonly object[], object, unknown]>([
  ['a class that lets it', [storageClass('fast', { allowVolumeExpansion: true })], {}, undefined],
  ['a class that does not', [storageClass('fast')], {}, [CANNOT_GROW]],
  ['no class at all', [], { storageClassName: '', volumeName: 'disk' }, [CANNOT_GROW]],
])('a claim grows by %s', (_about, classes, spec, expected) => {
  const sized = (storage: string) => {
    const one = claim('a', storage);
    return { ...one, spec: { ...one.spec, ...spec } };
  };
  const [{ errors }] = diffObjects([sized('1Gi'), ...classes], [sized('2Gi'), ...classes]).objects;
  expect(errors?.map(({ message }) => message)).toEqual(expected);
});

test('a claim shrinks neither by a class nor without one', () => {
  const [{ verdict }] = diffObjects([claim('a', '2Gi')], [claim('a', '1Gi')]).objects;
  expect(verdict).toBe('refused');
});

test('whether a claim grows depends on a class that is not among the objects', () => {
  const [{ verdict, dependsOn }] = diffObjects([claim('a', '1Gi')], [claim('a', '2Gi')]).objects;
  expect([verdict, dependsOn]).toEqual([
    'depends',
    ['whether the class "fast" is in the cluster and has allowVolumeExpansion: true'],
  ]);
});
