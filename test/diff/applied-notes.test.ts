/** Notes on what is applied: each with its condition, its words and what to do about it. */
import { diffObjects } from '../../src/diff';

type Fields = { readonly [field: string]: unknown };

const meta = (name: string, annotations: Fields = {}) => ({ name, namespace: 'shop', annotations });
const claim = (spec: Fields = {}, annotations: Fields = {}) => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: meta('data', annotations),
  spec: {
    accessModes: ['ReadWriteOnce'],
    storageClassName: 'fast',
    resources: { requests: { storage: '2Gi' } },
    ...spec,
  },
});
const config = (data: Fields, annotations: Fields = {}, more: Fields = {}) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: meta('conf', annotations),
  data,
  ...more,
});
const FROZEN = { immutable: true };
const argo = (options: string) => ({ 'argocd.argoproj.io/sync-options': options });
const flux = (value: string) => ({ 'kustomize.toolkit.fluxcd.io/force': value });

/** The notes with the given ids, as id, words and remedy; what is an error says so. */
const notesOf = (old: readonly Fields[], next: readonly Fields[], ...ids: readonly string[]) =>
  diffObjects(old, next)
    .notes.filter(({ id }) => ids.includes(id))
    .map(({ id, isError, message, remedy }) => [
      isError ? `${id}, an error` : id,
      message,
      ...(remedy === undefined ? [] : [remedy]),
    ]);

const RECREATES = [
  'force, an error',
  'its sync options make Argo CD delete and recreate it: the data of a claim is deleted if its class has the reclaim policy Delete, and a sync hangs while it is in use',
  'remove Force=true and Replace=true from its sync options',
];
const MISSING = [
  'force',
  'Force=true makes Argo CD delete and recreate it; if it is invalid for another reason, it is then missing',
];
const FLUX = [
  'force',
  'its annotation makes Flux delete it on any rejection and then create it; if the new one is invalid, the object is gone',
  'remove kustomize.toolkit.fluxcd.io/force',
];
const FLUX_DATA = ['force, an error', `${FLUX[1]}, and data with it`, FLUX[2]];
const SMALLER = { resources: { requests: { storage: '1Gi' } } };
const labelled = (one: { readonly metadata: Fields }) => ({
  ...one,
  metadata: { ...one.metadata, labels: { a: 'b' } },
});

const volume = (path: string, annotations: Fields = {}) => ({
  apiVersion: 'v1',
  kind: 'PersistentVolume',
  metadata: { name: 'disk', annotations },
  spec: {
    capacity: { storage: '1Gi' },
    accessModes: ['ReadWriteOnce'],
    nfs: { server: 'a', path },
  },
});

test.each<[string, Fields, Fields, unknown]>([
  [
    'a volume with both options that changes',
    volume('/'),
    labelled(volume('/', argo('Force=true,Replace=true'))),
    [RECREATES],
  ],
  ['a volume that Flux forces', volume('/'), volume('/a', flux('enabled')), [FLUX_DATA]],
  [
    'a claim with both options that changes',
    claim(),
    labelled(claim({}, argo('Force=true,Replace=true'))),
    [RECREATES],
  ],
  [
    'a claim with both options among others',
    claim(),
    labelled(claim({}, argo('Prune=false, Replace=true , Force=true'))),
    [RECREATES],
  ],
  [
    'a claim with both options that is as it was',
    claim({}, argo('Force=true,Replace=true')),
    claim({}, argo('Force=true,Replace=true')),
    [],
  ],
  [
    'a claim with both options that is only spelled otherwise',
    claim({}, argo('Force=true,Replace=true')),
    claim({ resources: { requests: { storage: '2048Mi' } } }, argo('Force=true,Replace=true')),
    [],
  ],
  ['a claim that is only replaced', claim(), labelled(claim({}, argo('Replace=true'))), []],
  ['a claim that is only forced', claim(), labelled(claim({}, argo('Force=true'))), []],
  ['a claim that is forced and refused', claim(), claim(SMALLER, argo('Force=true')), [MISSING]],
  [
    'a ConfigMap with both options that changes',
    config({ a: '1' }),
    config({ a: '2' }, argo('Force=true,Replace=true')),
    [],
  ],
  [
    'a ConfigMap that is forced and refused',
    config({ a: '1' }, {}, FROZEN),
    config({ a: '2' }, argo('Force=true'), FROZEN),
    [MISSING],
  ],
  ['a claim that Flux forces', claim(), claim(SMALLER, flux('enabled')), [FLUX_DATA]],
  ['a claim that Flux forces by true', claim(), claim(SMALLER, flux('true')), [FLUX_DATA]],
  ['a claim that Flux does not force', claim(), claim(SMALLER, flux('disabled')), []],
  [
    'a claim that Flux forces, and that is taken',
    claim(),
    labelled(claim({}, flux('enabled'))),
    [],
  ],
  [
    'a ConfigMap that Flux forces',
    config({ a: '1' }, {}, FROZEN),
    config({ a: '2' }, flux('enabled'), FROZEN),
    [FLUX],
  ],
])('forcing %s', (_about, old, next, expected) => {
  expect(notesOf([old], [next], 'force')).toEqual(expected);
});

test('what is new is not replaced, whatever its options', () => {
  expect(notesOf([], [claim({}, argo('Force=true,Replace=true'))], 'force')).toEqual([]);
});

const secret = (more: Fields) => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: meta('login'),
  ...more,
});
const STAYS = (key: string) => [
  'string-data',
  `the key "${key}" stays in the cluster: keys that are removed from stringData are not deleted`,
  'write the Secret with data, or rename it',
];

test.each<[string, Fields, Fields, unknown]>([
  ['goes', { stringData: { a: '1', b: '2' } }, { stringData: { a: '1' } }, [STAYS('b')]],
  ['stays', { stringData: { a: '1' } }, { stringData: { a: '2' } }, []],
  ['moves into data', { stringData: { a: '1' } }, { data: { a: 'MQ==' } }, []],
  ['was in data', { data: { a: 'MQ==', b: 'MQ==' } }, { data: { a: 'MQ==' } }, []],
])('a key of a Secret that %s', (_about, old, next, expected) => {
  expect(notesOf([secret(old)], [secret(next)], 'string-data')).toEqual(expected);
});

const CUSTOM = (spec: Fields) => ({
  apiVersion: 'example.com/v1',
  kind: 'Widget',
  metadata: meta('web'),
  spec,
});
const service = (spec: Fields) => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: meta('web'),
  spec: { ports: [{ port: 80 }], selector: { a: 'b' }, ...spec },
});

test.each<[string, Fields, Fields, unknown]>([
  [
    'an address that is left out',
    service({ clusterIP: '10.96.0.20' }),
    service({}),
    [
      [
        'kept-field',
        'clusterIP stays the same although it is omitted: the server keeps it',
        'delete and recreate the Service to change it',
      ],
    ],
  ],
  [
    'an address that is there',
    service({ clusterIP: '10.96.0.20' }),
    service({ clusterIP: '10.96.0.20' }),
    [],
  ],
  ['an address that was never there', service({}), service({}), []],
  [
    'an address that is left out of what is refused',
    service({ clusterIP: '10.96.0.20' }),
    service({ type: 'Other' }),
    [],
  ],
  [
    'a source that is left out',
    claim({ dataSource: { kind: 'PersistentVolumeClaim', name: 'old' } }),
    claim(),
    [
      [
        'kept-field',
        'dataSource stays although it is omitted: the server keeps it because of dataSourceRef',
      ],
    ],
  ],
  ['a source that is left out of what is no claim', CUSTOM({ dataSource: 'old' }), CUSTOM({}), []],
  ['an address that is left out of what is no Service', CUSTOM({ clusterIP: '1' }), CUSTOM({}), []],
])('what the server keeps: %s', (_about, old, next, expected) => {
  expect(notesOf([old], [next], 'kept-field')).toEqual(expected);
});

const workload = (kind: string, spec: Fields, template: Fields = {}) => ({
  apiVersion: kind === 'Job' ? 'batch/v1' : 'apps/v1',
  kind,
  metadata: meta('web'),
  spec: {
    ...(kind === 'Job' ? {} : { selector: { matchLabels: { app: 'web' } } }),
    template: {
      metadata: { labels: { app: 'web' } },
      spec: { containers: [{ name: 'web', image: 'web:1' }], ...template },
    },
    ...spec,
  },
});
const other = { containers: [{ name: 'web', image: 'web:2' }] };
const WHOLE = [
  'whole',
  'nothing of the object is applied, not even its pod template: one rejected field rejects the whole object',
];
const onlyFor = (app: string) => ({ selector: { matchLabels: { app } } });

test.each<[string, Fields, Fields, unknown]>([
  [
    'a Deployment with another template',
    workload('Deployment', {}),
    workload('Deployment', onlyFor('other'), other),
    [WHOLE],
  ],
  [
    'a Deployment with the same template',
    workload('Deployment', {}),
    workload('Deployment', onlyFor('other')),
    [],
  ],
  [
    'a Job with another template',
    workload('Job', {}, { restartPolicy: 'Never' }),
    workload('Job', {}, { restartPolicy: 'Never', ...other }),
    [],
  ],
  ['a claim', claim(), claim(SMALLER), []],
])('a refusal of %s', (_about, old, next, expected) => {
  expect(notesOf([old], [next], 'whole')).toEqual(expected);
});

const ORDER = [
  'order',
  'only the order of a list in the template changed, but that restarts the pods',
  'keep the order as it was',
];
const EMPTY = [
  'empty-affinity',
  'affinity: {} has no effect, but adding it restarts the pods',
  'remove it',
];
const tolerating = (...keys: readonly string[]) => ({
  tolerations: keys.map((key) => ({ key, operator: 'Exists' })),
});

test.each<[string, Fields, Fields, unknown]>([
  ['a list in another order', tolerating('a', 'b'), tolerating('b', 'a'), [ORDER]],
  ['another list', tolerating('a', 'b'), tolerating('a', 'c'), []],
  ['an empty affinity', {}, { affinity: {} }, [EMPTY]],
  ['an empty affinity and something else', {}, { affinity: {}, hostname: 'a' }, []],
  ['an affinity that is not empty', {}, { affinity: { podAffinity: {} } }, []],
  ['an empty affinity that was there', { affinity: {} }, { affinity: {}, hostname: 'a' }, []],
  ['nothing', {}, {}, []],
])('a template that changes by %s', (_about, old, next, expected) => {
  const [one, two] = [old, next].map((template) => workload('Deployment', {}, template));
  expect(notesOf([one], [two], 'order', 'empty-affinity')).toEqual(expected);
});

test('a list in another order restarts no pods that nobody replaces', () => {
  const held = { updateStrategy: { type: 'OnDelete' } };
  expect(
    notesOf(
      [workload('DaemonSet', held, tolerating('a', 'b'))],
      [workload('DaemonSet', held, tolerating('b', 'a'))],
      'order',
    ),
  ).toEqual([]);
});

test.each<[string, Fields, Fields, boolean]>([
  ['that is replaced', argo('Replace=true'), {}, true],
  ['that is replaced with its claimRef', argo('Replace=true'), { name: 'data' }, false],
  ['that is deleted and recreated', argo('Force=true,Replace=true'), {}, false],
  ['that is applied', {}, {}, false],
])('a bound volume %s may be without its claimRef', (_about, annotations, ref, isTold) => {
  const claimRef = Object.keys(ref).length > 0 ? { claimRef: { namespace: 'shop', ...ref } } : {};
  const disk = (marks: Fields) => {
    const one = volume('/', marks);
    return { ...one, spec: { ...one.spec, storageClassName: '', ...claimRef } };
  };
  const data = claim({
    storageClassName: '',
    volumeName: 'disk',
    resources: { requests: { storage: '1Gi' } },
  });
  const { notes } = diffObjects([disk({}), data], [labelled(disk(annotations)), data]);
  expect(notes.filter(({ id }) => id === 'claim-ref').map(({ message }) => message)).toEqual(
    isTold
      ? [
          'Replace=true makes Argo CD write the volume without its claimRef: the volume controller writes it back, and until then another claim may take the volume',
        ]
      : [],
  );
});
