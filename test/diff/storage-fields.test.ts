/** Fields of claims and volumes that Kubernetes 1.36 refuses, by the names that it gives them. */
import { diffObjects } from '../../src/diff';

const claim = (spec: object) => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: { name: 'data', namespace: 'shop' },
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, ...spec },
});
const volume = (source: object, name: string = 'data') => ({
  apiVersion: 'v1',
  kind: 'PersistentVolume',
  metadata: { name },
  spec: { accessModes: ['ReadWriteOnce'], capacity: { storage: '1Gi' }, ...source },
});
const snapshot = (name: string) => ({
  apiGroup: 'snapshot.storage.k8s.io',
  kind: 'VolumeSnapshot',
  name,
});

/** The fields that are refused; otherwise the verdict. */
function answerTo(next: object): unknown {
  const [{ verdict, errors = [] }] = diffObjects([], [next]).objects;
  return verdict === 'refused' ? [...new Set(errors.map(({ field }) => field))].sort() : verdict;
}

test.each<[string, object, readonly string[]]>([
  [
    'sources of two kinds, of which the old name holds one',
    claim({
      dataSource: { apiGroup: 'example.com', kind: 'A', name: 'a' },
      dataSourceRef: snapshot('a'),
    }),
    ['spec'],
  ],
  [
    'a disk of another cloud without a name',
    volume({ gcePersistentDisk: {} }),
    ['spec.persistentDisk.pdName'],
  ],
  [
    'a volume of ScaleIO without a name',
    volume({ scaleIO: { gateway: 'a', system: 'a', secretRef: { name: 'a' } } }),
    ['spec.scaleIO.volumeName'],
  ],
  [
    'a volume of StorageOS without a name',
    volume({ storageos: {} }),
    ['spec.storageos.volumeName'],
  ],
  [
    'an empty source',
    claim({ dataSourceRef: {} }),
    [
      'spec.dataSource',
      'spec.dataSource.kind',
      'spec.dataSource.name',
      'spec.dataSourceRef',
      'spec.dataSourceRef.kind',
      'spec.dataSourceRef.name',
    ],
  ],
  [
    'an expression that is null',
    claim({ selector: { matchExpressions: [null] } }),
    ['spec.selector.matchExpressions[0].key', 'spec.selector.matchExpressions[0].operator'],
  ],
])('%s is refused', (_, next, fields) => {
  expect(answerTo(next)).toEqual(fields);
});

test.each<[string, object]>([
  ['a source that the old name cannot hold', claim({ dataSource: { kind: 'Pod', name: 'a' } })],
  [
    'a source in another namespace beside another one',
    claim({
      dataSource: snapshot('a'),
      dataSourceRef: { kind: 'PersistentVolumeClaim', name: 'b', namespace: 'c' },
    }),
  ],
])('%s is taken', (_, next) => {
  expect(answerTo(next)).toBe('created');
});

test('whether the attributes of a claim change depends on the volume that it names', () => {
  const named = { storageClassName: '', volumeName: 'pv' };
  const next = claim({ ...named, volumeAttributesClassName: 'gold' });
  const [{ verdict, changes, dependsOn }] = diffObjects([claim(named)], [next]).objects;
  expect([verdict, changes, dependsOn]).toEqual([
    'depends',
    ['spec.volumeAttributesClassName'],
    ['whether the volume "pv", which is not in the files, exists and is bound to the claim'],
  ]);
  const [said] = diffObjects([claim(named)], [next], { bound: 'all' }).objects;
  expect(said.verdict).toBe('changed');
});

test.each(['', undefined])('the attributes of a bound claim do not become %j', (name) => {
  const volumeName = 'pv';
  const claimed = volume(
    {
      claimRef: { namespace: 'shop', name: 'data' },
      csi: { driver: 'fake.csi.test', volumeHandle: 'a' },
    },
    volumeName,
  );
  const bound = { storageClassName: '', volumeName };
  const [, { verdict, errors = [] }] = diffObjects(
    [claimed, claim({ ...bound, volumeAttributesClassName: 'gold' })],
    [claimed, claim({ ...bound, volumeAttributesClassName: name })],
  ).objects;
  expect([verdict, errors.map(({ field }) => field)]).toEqual([
    'refused',
    ['spec.volumeAttributesClassName'],
  ]);
});
