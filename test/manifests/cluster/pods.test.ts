/** Pods in a cluster that wait for volumes. */
import { bound, node, onNodes, pod, saidOf, storageClass, volume, warning } from './said';
import { live, Live } from '../../support/read-outs';

const PENDING = { phase: 'Pending' };
const waiting = (spec: object = {}) => pod('web', ['data'], { spec, status: PENDING });
const attached = (name: string, to: string, status: object = { attached: true }): Live =>
  live('storage.k8s.io/v1', 'VolumeAttachment', `${name} at ${to}`, {
    spec: {
      attacher: 'csi.example.com',
      nodeName: to,
      source: { persistentVolumeName: `pv-${name}` },
    },
    status,
  });
const said = (...objects: Live[]) =>
  saidOf(storageClass(), bound('data'), ...objects).filter((line) => line.includes(' cluster/pod'));
const waits = (path: string, words: string) => [
  `Pod/shop/web warning cluster/pod-waits ${path}: the pod waits: ${words}`,
];

test('a pod that waits for something else is fine', () => {
  expect(said(volume('data'), waiting({ nodeName: 'node-1' }), attached('data', 'node-1'))).toEqual(
    [],
  );
  expect(said(volume('data'), waiting(), node('node-1', 'a'))).toEqual([]);
});

test('a volume that is attached elsewhere keeps a pod from starting', () => {
  const user = pod('first', ['data'], { spec: { nodeName: 'node-1' } });
  const objects = [volume('data'), waiting({ nodeName: 'node-2' }), attached('data', 'node-1')];
  expect(said(...objects, user)).toEqual(
    waits(
      'spec.nodeName',
      'it is on the node "node-2", and the volume of its claim "data" is attached to "node-1" (Multi-Attach), where Pod/shop/first uses it; let the pods that share the claim run on one node, or end those on "node-1" first',
    ),
  );
  expect(said(...objects)[0]).toContain('is attached to "node-1" (Multi-Attach); let the pods');
});

test('a volume for many nodes may be attached to several', () => {
  const shared = volume('data', { accessModes: ['ReadWriteMany'] });
  expect(said(shared, waiting({ nodeName: 'node-2' }), attached('data', 'node-1'))).toEqual([]);
});

test('a claim for one pod has one', () => {
  const single = volume('data', { accessModes: ['ReadWriteOncePod'] });
  const user = pod('first', ['data'], { spec: { nodeName: 'node-1' } });
  expect(said(single, waiting({ nodeName: 'node-1' }), attached('data', 'node-1'), user)).toEqual(
    waits(
      'spec.volumes',
      'its claim "data" is for one pod (ReadWriteOncePod), which is Pod/shop/first; end Pod/shop/first first',
    ),
  );
});

test('a driver that cannot attach says why', () => {
  const failed = attached('data', 'node-1', {
    attached: false,
    attachError: { message: 'disk is\nbroken' },
  });
  expect(said(volume('data'), waiting({ nodeName: 'node-1' }), failed)).toEqual(
    waits(
      'spec.nodeName',
      'the volume of its claim "data" cannot be attached to "node-1": disk is broken; fix what the driver reports',
    ),
  );
});

test('a node that cannot mount says why', () => {
  const own = waiting({ nodeName: 'node-1' });
  expect(
    said(volume('data'), own, attached('data', 'node-1'), warning(own, 'MountVolume.SetUp failed')),
  ).toEqual(waits('spec.volumes', 'MountVolume.SetUp failed; fix what the node reports'));
});

test('a claim that does not exist is told', () => {
  const own = pod('web', ['other'], { status: PENDING });
  expect(said(own)).toEqual(
    waits('spec.volumes', 'its claim "other" does not exist; create the claim'),
  );
});

describe('no node is there for a pod', () => {
  const zonal = volume('data', {
    nodeAffinity: { required: onNodes('topology.kubernetes.io/zone', 'b') },
  });

  test('if none can reach its volume', () => {
    expect(said(zonal, waiting(), node('node-1', 'a'))).toEqual(
      waits(
        'spec.volumes',
        'no node of the cluster can reach the volume of "data"; add a node in the zone of the volume, or use another volume',
      ),
    );
  });

  test('if it asks for other nodes than those of its volume', () => {
    const zone = { 'topology.kubernetes.io/zone': 'a' };
    const nodes = [node('node-1', 'a'), node('node-2', 'b')];
    expect(said(zonal, waiting({ nodeSelector: zone }), ...nodes)).toEqual(
      waits(
        'spec.volumes',
        'it requires other nodes than those that can reach the volume of "data"; remove the nodeSelector or the affinity, or use another volume',
      ),
    );
    expect(said(zonal, waiting(), ...nodes)).toEqual([]);
  });

  test('if those of its volume have no room for one more', () => {
    const limit = (count: number) =>
      live('storage.k8s.io/v1', 'CSINode', 'node-2', {
        spec: { drivers: [{ name: 'csi.example.com', allocatable: { count } }] },
      });
    const full = [attached('x', 'node-2'), attached('y', 'node-2')];
    const nodes = [node('node-1', 'a'), node('node-2', 'b')];
    expect(said(zonal, waiting(), ...nodes, limit(2), ...full)).toEqual(
      waits(
        'spec.volumes',
        'no node that can reach the volume of "data" has room for one more volume of its driver; add a node there, or move pods with volumes away',
      ),
    );
    expect(said(zonal, waiting(), ...nodes, limit(3), ...full)).toEqual([]);
  });
});
