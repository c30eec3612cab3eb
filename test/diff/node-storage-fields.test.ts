/** Fields of CSI nodes, capacities and attachments that Kubernetes 1.36 refuses. */
import { diffObjects } from '../../src/diff';

const thing = (kind: string, fields: object) => ({
  apiVersion: 'storage.k8s.io/v1',
  kind,
  metadata: { name: 'one', ...(kind === 'CSIStorageCapacity' ? { namespace: 'shop' } : {}) },
  ...fields,
});
const disk = { name: 'disk.csi.test', nodeID: 'i-0', topologyKeys: ['a.com/zone'] };
const node = (...drivers: object[]) => thing('CSINode', { spec: { drivers } });
const driver = (fields: object) => node({ ...disk, ...fields });
const attached = (source: object, fields: object = {}) =>
  thing('VolumeAttachment', { spec: { attacher: 'a.com', nodeName: 'node', source, ...fields } });
const inline = (fields: object) =>
  attached({
    inlineVolumeSpec: {
      accessModes: ['ReadWriteOnce'],
      csi: { driver: 'a.com', volumeHandle: 'a' },
      ...fields,
    },
  });

/** The fields that are refused; otherwise the verdict. */
function answerTo(next: object, old: object[] = []): unknown {
  const [{ verdict, errors = [] }] = diffObjects(old, [next]).objects;
  return verdict === 'refused' ? [...new Set(errors.map(({ field }) => field))].sort() : verdict;
}

const INLINE = 'spec.source.inlineVolumeSpec';

const capacity = (sizes: object) =>
  thing('CSIStorageCapacity', { storageClassName: 'fast', ...sizes });

test.each<[string, object, readonly string[]]>([
  ['a driver that is no name', driver({ name: 'a b' }), ['spec.drivers[0].name']],
  ['a driver of a long name', driver({ name: 'a'.repeat(64) }), ['spec.drivers[0].name']],
  ['a node of a long name', driver({ nodeID: 'a'.repeat(257) }), ['spec.drivers[0].nodeID']],
  [
    'fewer volumes than none',
    driver({ allocatable: { count: -1 } }),
    ['spec.drivers[0].allocatable.count'],
  ],
  ['an empty key', driver({ topologyKeys: [''] }), ['spec.drivers[0]']],
  ['a key twice', driver({ topologyKeys: ['a', 'a'] }), ['spec.drivers[0]']],
  ['a key that is none', driver({ topologyKeys: ['a b'] }), ['spec.drivers[0]']],
  [
    'a token for longer than there are seconds',
    thing('CSIDriver', {
      spec: { tokenRequests: [{ audience: 'a', expirationSeconds: 9223372036854775807n }] },
    }),
    ['spec.tokenRequests[0].expirationSeconds'],
  ],
  [
    'a parameter without a name',
    thing('VolumeAttributesClass', { driverName: 'a.com', parameters: { '': 'a' } }),
    ['parameters'],
  ],
  [
    'a class that is no name',
    thing('CSIStorageCapacity', { storageClassName: 'a.' }),
    ['storageClassName'],
  ],
  [
    'names that are none',
    attached({ persistentVolumeName: 'A' }, { attacher: 'a_b', nodeName: 'A' }),
    ['spec.attacher', 'spec.nodeName', 'spec.source.persistentVolumeName'],
  ],
  [
    'a volume of no driver',
    inline({ csi: undefined, nfs: { server: 'a', path: '/' }, accessModes: [] }),
    [`${INLINE}.accessModes`, `${INLINE}.csi`],
  ],
  [
    'a volume with what binds it',
    inline({ claimRef: { name: 'a' }, capacity: { storage: 1 }, nodeAffinity: { required: {} } }),
    [`${INLINE}.capacity`, `${INLINE}.claimRef`, `${INLINE}.nodeAffinity`],
  ],
  ['less than no capacity', capacity({ capacity: '-1', maximumVolumeSize: '-1Gi' }), ['capacity']],
])('refuses %s', (_what, next, fields) => {
  expect(answerTo(next)).toEqual(fields);
});

test.each<[string, object]>([
  [
    'a class that does not say what becomes of volumes',
    thing('StorageClass', { provisioner: 'a.com', reclaimPolicy: '' }),
  ],
  ['a driver at its limits', driver({ nodeID: 'a'.repeat(192), allocatable: { count: 0 } })],
  ['a driver in capitals', driver({ name: 'A'.repeat(63) })],
  ['a volume of a driver', inline({})],
  ['a node of a name that is just short enough', driver({ nodeID: 'a'.repeat(256) })],
  ['volumes of less than nothing', capacity({ maximumVolumeSize: '-1Gi' })],
  ['no capacity at all', capacity({ capacity: '0', maximumVolumeSize: '0' })],
])('takes %s', (_what, next) => {
  expect(answerTo(next)).toBe('created');
});

test('a driver twice on a node is refused', () => {
  const [{ verdict }] = diffObjects([], [node(disk, disk)]).objects;
  expect(verdict).toBe('refused');
});

test('of a driver on a node only the number of its volumes changes', () => {
  const old = [driver({})];
  expect(answerTo(driver({ allocatable: { count: 5 } }), old)).toBe('changed');
  expect(answerTo(driver({ nodeID: 'i-1' }), old)).toEqual(['spec.drivers']);
  expect(answerTo(node({ ...disk, name: 'b.com' }), old)).toBe('changed');
});
