/**
 * Claims whose manifests were read from a cluster, and say that they are bound: what a server of
 * Kubernetes 1.36 makes of new ones, and what nobody can tell of old ones.
 */
import { diffObjects } from '../../src/diff';
import { bare, live, readOutOf } from '../support/read-outs';

const MARK = { 'pv.kubernetes.io/bind-completed': 'yes' };
const ASKS = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };
const claim = (spec: object, annotations: object = MARK) => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: { name: 'data', namespace: 'shop', annotations },
  spec: { ...ASKS, storageClassName: '', ...spec },
});
const volume = (spec: object = {}) => ({
  apiVersion: 'v1',
  kind: 'PersistentVolume',
  metadata: { name: 'disk' },
  spec: {
    accessModes: ['ReadWriteOnce'],
    capacity: { storage: '1Gi' },
    storageClassName: '',
    csi: { driver: 'fake.csi.test', volumeHandle: 'h' },
    ...spec,
  },
});
const FAST = {
  apiVersion: 'storage.k8s.io/v1',
  kind: 'StorageClass',
  metadata: { name: 'fast' },
  provisioner: 'fake.csi.test',
};
const OWN = { claimRef: { namespace: 'shop', name: 'data' } };
const UID = { claimRef: { ...OWN.claimRef, uid: '0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d' } };
const NAMED = { volumeName: 'disk' };
const SMALL = { capacity: { storage: '500Mi' } };

const ofClaim = (objects: readonly { readonly object: string }[]) =>
  objects.find(({ object }) => object.startsWith('PersistentVolumeClaim/'));

test.each<[string, object, readonly object[], string]>([
  ['a class', { storageClassName: 'fast' }, [FAST], 'Lost'],
  ['a class, and a name that is empty', { storageClassName: 'fast', volumeName: '' }, [], 'Lost'],
  ['a volume that it does not name', {}, [volume()], 'Lost'],
  ['a volume that is kept for it', {}, [volume(OWN)], 'Lost'],
  ['a volume that it names, and that is kept for it', NAMED, [volume(OWN)], 'Lost'],
  ['a volume that is kept for it by a uid', NAMED, [volume(UID)], 'Lost'],
  ['a volume that nobody has', NAMED, [volume()], 'Bound'],
  ['a volume that nobody has, and that is too small', NAMED, [volume(SMALL)], 'Bound'],
  ['a volume that is in no file', NAMED, [], 'Bound'],
])('a new one with %s', (_about, spec, others, phase) => {
  const { objects } = diffObjects([], [...others, claim(spec)]);
  expect(ofClaim(objects)).toMatchObject({ verdict: 'created', phase });
});

test('a new one leaves the volume that is kept for it to others', () => {
  const other = { ...claim(NAMED, {}), metadata: { name: 'other', namespace: 'shop' } };
  const { objects } = diffObjects([], [volume(), claim({}), other]);
  expect(objects.map(({ phase }) => phase)).toEqual(['Bound', 'Lost', 'Bound']);
});

test('one that waits is Lost when its manifest comes to say that it is bound', () => {
  const { objects } = diffObjects([claim({}, {})], [claim({})]);
  expect(ofClaim(objects)).toMatchObject({ verdict: 'changed', phase: 'Lost' });
});

describe('an old one that is removed', () => {
  const toldOf = (spec: object, others: readonly object[]) => {
    const { data, dependsOn } =
      (ofClaim(diffObjects([...others, claim(spec)], others).objects) as {
        data?: string;
        dependsOn?: readonly string[];
      }) ?? {};
    return { data, dependsOn };
  };
  const DOUBT =
    'whether the claim was there before its manifest was written: a new one with pv.kubernetes.io/bind-completed is Lost, and has no volume';

  test('perhaps never had a volume of its class', () => {
    expect(toldOf({ storageClassName: 'fast' }, [FAST])).toEqual({
      data: 'may be lost',
      dependsOn: [DOUBT],
    });
  });

  test('has the volume that nobody had', () => {
    expect(toldOf(NAMED, [volume()])).toEqual({ data: 'left behind', dependsOn: undefined });
  });
});

describe('a live one that is Lost', () => {
  const lost = live('v1', 'PersistentVolumeClaim', 'data', {
    metadata: { namespace: 'shop', annotations: MARK },
    spec: { ...ASKS, storageClassName: '', volumeName: 'disk', volumeMode: 'Filesystem' },
    status: { phase: 'Lost' },
  });
  const phaseWith = (...volumes: readonly object[]) => {
    const cluster = readOutOf([...bare('shop'), lost]);
    return ofClaim(diffObjects([], [...volumes, claim(NAMED)], { cluster }).objects);
  };

  test('is bound when its volume is back', () => {
    expect(phaseWith(volume())).toMatchObject({ phase: 'Bound' });
  });

  test('stays Lost where the volume is kept for a claim of its name', () => {
    expect(phaseWith(volume(OWN))).toMatchObject({ phase: 'Lost' });
  });

  test('stays Lost without a volume', () => {
    expect(phaseWith()).toMatchObject({ phase: 'Lost' });
  });
});
