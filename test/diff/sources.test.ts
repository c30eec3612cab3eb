/** New claims that are filled from another object, which goes in the same change. */
import { diffObjects, DiffOptions } from '../../src/diff';

type Fields = Record<string, unknown>;

const CLASS = {
  apiVersion: 'storage.k8s.io/v1',
  kind: 'StorageClass',
  metadata: { name: 'fast' },
  provisioner: 'ebs.csi.aws.com',
};
const claim = (name: string, spec: Fields = {}, metadata: Fields = {}) => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: { name, namespace: 'shop', ...metadata },
  spec: {
    accessModes: ['ReadWriteOnce'],
    storageClassName: 'fast',
    resources: { requests: { storage: '1Gi' } },
    ...spec,
  },
});
const SNAPSHOT = {
  apiVersion: 'snapshot.storage.k8s.io/v1',
  kind: 'VolumeSnapshot',
  metadata: { name: 'daily', namespace: 'shop' },
  spec: { source: { persistentVolumeClaimName: 'source' } },
};
const FROM_CLAIM = { kind: 'PersistentVolumeClaim', name: 'source' };
const FROM_SNAPSHOT = {
  apiGroup: 'snapshot.storage.k8s.io',
  kind: 'VolumeSnapshot',
  name: 'daily',
};

/** What is told of the claim `copy`. */
function toldOf(old: readonly object[], next: readonly object[], options: DiffOptions = {}) {
  const { verdict, phase, dependsOn } =
    diffObjects([CLASS, ...old], [CLASS, ...next], options).objects.find(
      ({ object }) => object === 'PersistentVolumeClaim/shop/copy',
    ) ?? {};
  return { verdict, phase, dependsOn };
}

const BOUND = { verdict: 'created', phase: 'Bound', dependsOn: undefined };
const pending = (source: string, ...more: readonly string[]) => ({
  verdict: 'created',
  phase: 'Pending',
  dependsOn: [
    [
      `whether the claim is provisioned before ${source}, its data source, is deleted`,
      ...more,
    ].join(', and '),
  ],
});

test.each<[string, Fields]>([
  ['dataSource', { dataSource: FROM_CLAIM }],
  ['dataSourceRef', { dataSourceRef: FROM_CLAIM }],
])('a new claim may stay Pending if the claim that its %s names is removed', (_field, spec) => {
  const source = claim('source');
  expect(toldOf([source], [claim('copy', spec)])).toEqual(
    pending('PersistentVolumeClaim/shop/source'),
  );
  expect(toldOf([source], [source, claim('copy', spec)])).toEqual(BOUND);
});

test('a new claim may stay Pending if its snapshot is removed', () => {
  const copy = claim('copy', { dataSource: FROM_SNAPSHOT });
  expect(toldOf([SNAPSHOT], [copy])).toEqual(pending('VolumeSnapshot/shop/daily'));
  expect(toldOf([SNAPSHOT], [SNAPSHOT, copy])).toEqual(BOUND);
});

test('a source that is only perhaps removed says on what it depends', () => {
  const source = claim('source', {}, { annotations: { 'helm.sh/resource-policy': 'keep' } });
  expect(toldOf([source], [claim('copy', { dataSource: FROM_CLAIM })])).toEqual(
    pending('PersistentVolumeClaim/shop/source', 'whether Helm deploys it (--engine helm)'),
  );
});

test.each<[string, Fields, Fields]>([
  ['of another name', {}, { dataSource: { ...FROM_CLAIM, name: 'other' } }],
  ['of another kind', {}, { dataSource: { ...FROM_SNAPSHOT, name: 'source' } }],
  ['of another namespace', {}, { dataSourceRef: { ...FROM_CLAIM, namespace: 'other' } }],
  ['that is not named', {}, {}],
])('a new claim does not wait for a source %s', (_what, own, spec) => {
  expect(toldOf([claim('source', own)], [claim('copy', spec)])).toEqual(BOUND);
});

test('a claim that was there, or whose volume is, needs its source no longer', () => {
  const copy = claim('copy', { dataSource: FROM_CLAIM });
  expect(toldOf([claim('source'), copy], [copy])).toEqual({
    verdict: 'unchanged',
    phase: 'Bound',
    dependsOn: undefined,
  });
  const volume = {
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name: 'disk' },
    spec: {
      accessModes: ['ReadWriteOnce'],
      capacity: { storage: '1Gi' },
      storageClassName: 'fast',
      claimRef: { namespace: 'shop', name: 'copy' },
      csi: { driver: 'ebs.csi.aws.com', volumeHandle: 'vol-1' },
    },
  };
  expect(toldOf([claim('source'), volume], [copy, volume])).toEqual(BOUND);
});

describe('a claim with Force and Replace for Argo CD', () => {
  const forced = claim(
    'copy',
    {},
    { annotations: { 'argocd.argoproj.io/sync-options': 'Force=true,Replace=true' } },
  );
  const settings = (value: string) => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'settings', namespace: 'shop' },
    data: { value },
  });
  const user = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'web', namespace: 'shop' },
    spec: {
      containers: [{ name: 'web', image: 'web' }],
      volumes: [{ name: 'data', persistentVolumeClaim: { claimName: 'copy' } }],
    },
  };
  const told = (...others: object[]) =>
    diffObjects(
      [CLASS, forced, settings('1'), ...others],
      [CLASS, forced, settings('2'), ...others],
      {
        engine: 'argo',
      },
    );

  test('is replaced, with a note', () => {
    const { objects, notes } = told();
    expect(objects[1]).toEqual({
      object: 'PersistentVolumeClaim/shop/copy',
      verdict: 'replaced',
      data: 'lost',
      because: 'Argo CD deletes and recreates it (Force=true,Replace=true)',
      phase: 'Bound',
      remedy:
        'set persistentVolumeReclaimPolicy: Retain on its volume in the cluster before this is merged',
    });
    expect(notes).toEqual([
      {
        object: 'PersistentVolumeClaim/shop/copy',
        id: 'force',
        isError: true,
        message:
          'its sync options make Argo CD delete and recreate it: the data of a claim is deleted if its class has the reclaim policy Delete, and a sync hangs while it is in use',
        remedy: 'remove Force=true and Replace=true from its sync options',
      },
    ]);
  });

  test('is Terminating while pods use it', () => {
    expect(told(user).objects[1]).toMatchObject({
      verdict: 'unchanged',
      afterwards: 'stuck',
      data: 'may be lost',
      dataAfterwards: 'lost',
    });
  });
});
