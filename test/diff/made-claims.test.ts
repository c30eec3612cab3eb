/** Claims that StatefulSets of OLD have made, and that NEW has in its files. */
import { diffObjects, DiffOptions } from '../../src/diff';

type Json = { readonly [field: string]: unknown };

const claimSpec = (storageClassName?: string, storage = '1Gi') => ({
  accessModes: ['ReadWriteOnce'],
  ...(storageClassName === undefined ? {} : { storageClassName }),
  resources: { requests: { storage } },
});
const storageClass = (name: string, fields: Json = {}) => ({
  apiVersion: 'storage.k8s.io/v1',
  kind: 'StorageClass',
  metadata: { name },
  provisioner: 'fake.csi.test',
  ...fields,
});
const set = (spec: Json = {}, name = 'web') => ({
  apiVersion: 'apps/v1',
  kind: 'StatefulSet',
  metadata: { name, namespace: 'shop' },
  spec: {
    serviceName: name,
    replicas: 2,
    selector: { matchLabels: { app: name } },
    template: {
      metadata: { labels: { app: name } },
      spec: {
        containers: [
          { name, image: 'web:1', volumeMounts: [{ name: 'data', mountPath: '/data' }] },
        ],
      },
    },
    volumeClaimTemplates: [{ metadata: { name: 'data' }, spec: claimSpec('fast') }],
    ...spec,
  },
});
const claim = (name: string, spec: Json = claimSpec('fast'), metadata: Json = {}) => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: { name, namespace: 'shop', ...metadata },
  spec,
});
const CLASSES = [storageClass('fast', { allowVolumeExpansion: true }), storageClass('slow')];

function outcomeOf(old: Json, added: Json, options: DiffOptions = {}) {
  const { objects } = diffObjects([...CLASSES, old], [...CLASSES, old, added], options);
  const { verdict, data } = objects.find(({ object }) => object.startsWith('Persistent'))!;
  return [verdict, data];
}

const FORCE = { annotations: { 'kustomize.toolkit.fluxcd.io/force': 'enabled' } };

// As a cluster answered to the same objects, one applied after the other.
test.each<[string, Json, unknown[]]>([
  ['that says the same is as it was', claim('data-web-0'), ['unchanged', 'kept']],
  ['of another class is refused', claim('data-web-1', claimSpec('slow')), ['refused', 'kept']],
  ['that is larger grows', claim('data-web-0', claimSpec('fast', '2Gi')), ['changed', 'kept']],
  [
    'that is smaller is refused',
    claim('data-web-0', claimSpec('fast', '1Mi')),
    ['refused', 'kept'],
  ],
  [
    'with a label gets it',
    claim('data-web-0', undefined, { labels: { a: 'b' } }),
    ['changed', 'kept'],
  ],
  ['that the set has no pod for is new', claim('data-web-2'), ['created', undefined]],
  ['of no template is new', claim('logs-web-0'), ['created', undefined]],
  [
    'of another namespace is new',
    claim('data-web-0', undefined, { namespace: 'other' }),
    ['created', undefined],
  ],
])('a claim of a set %s', (_, added, expected) => {
  expect(outcomeOf(set(), added)).toEqual(expected);
});

test('a claim of a set that is made anew, since it cannot be changed, may lose its data', () => {
  const added = claim('data-web-0', claimSpec('slow'), FORCE);
  expect(outcomeOf(set(), added, { engine: 'flux' })).toEqual(['refused', 'may be lost']);
});

test('a claim of an ephemeral volume is not one that stays', () => {
  const [container] = set().spec.template.spec.containers;
  const volumes = [
    { name: 'data', ephemeral: { volumeClaimTemplate: { spec: claimSpec('fast') } } },
  ];
  const template = {
    metadata: set().spec.template.metadata,
    spec: { containers: [container], volumes },
  };
  const old = set({ template, volumeClaimTemplates: [] });
  expect(outcomeOf(old, claim('web-0-data'))[0]).toBe('created');
});

test('a claim that a set makes of a template without a class has the default one', () => {
  const old = set({
    volumeClaimTemplates: [{ metadata: { name: 'data' }, spec: claimSpec() }],
  });
  const options = { defaultStorageClassName: 'slow' };
  expect(outcomeOf(old, claim('data-web-0', claimSpec('fast')), options)[0]).toBe('refused');
  expect(outcomeOf(old, claim('data-web-0', claimSpec('slow')), options)[0]).toBe('unchanged');
});

test('both ways of applying leave what the set has written', () => {
  const old = set({
    volumeClaimTemplates: [
      { metadata: { name: 'data', labels: { a: 'b' } }, spec: claimSpec('fast') },
    ],
  });
  for (const way of ['serverSide', 'clientSide'] as const) {
    expect(outcomeOf(old, claim('data-web-0'), { way })).toEqual(['unchanged', 'kept']);
  }
});
