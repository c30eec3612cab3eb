/** Volumes in a cluster. */
import { bound, node, onNodes, pod, rulesOf, saidOf, volume } from './said';

const RELEASE =
  'run kubectl patch pv pv-data --type json -p \'[{"op":"remove","path":"/spec/claimRef/uid"},{"op":"remove","path":"/spec/claimRef/resourceVersion"}]\'';

test('a Released volume is told with the way back', () => {
  const retained = { persistentVolumeReclaimPolicy: 'Retain' };
  expect(saidOf(volume('data', retained, { phase: 'Released' }))).toEqual([
    `PersistentVolume/pv-data warning cluster/volume-released status.phase: the volume is Released: its claim shop/data is gone, no other claim can bind to it, and its data is kept; to use the data again, ${RELEASE} and create the claim shop/data with volumeName: pv-data; otherwise delete the volume and its storage`,
  ]);
});

test('a Released volume that its driver should have deleted is told so', () => {
  expect(saidOf(volume('data', {}, { phase: 'Released' }))).toEqual([
    'PersistentVolume/pv-data warning cluster/volume-released status.phase: the volume is Released: its claim shop/data is gone, and its driver has not deleted it (reclaim policy Delete); check that the driver runs, and read the log of its provisioner',
  ]);
});

test('a volume whose storage could not be deleted is an error', () => {
  expect(saidOf(volume('data', {}, { phase: 'Failed', message: 'disk is\nin use' }))).toEqual([
    'PersistentVolume/pv-data error cluster/volume-failed status.phase: the volume is Failed: its claim is gone, and its storage could not be deleted: disk is in use; fix that, or delete the storage by hand and then run kubectl delete pv pv-data',
  ]);
});

describe('a volume that is free', () => {
  const AVAILABLE = { phase: 'Available' };
  const local = (name: string) => ({
    claimRef: undefined,
    nodeAffinity: { required: onNodes('kubernetes.io/hostname', name) },
  });

  test('is fine if a node can reach it', () => {
    expect(rulesOf(volume('data', local('node-1'), AVAILABLE), node('node-1', 'a'))).toEqual([]);
  });

  test('is never claimed if its node is gone', () => {
    expect(saidOf(volume('data', local('node-9'), AVAILABLE), node('node-1', 'a'))).toEqual([
      'PersistentVolume/pv-data warning cluster/volume-never-claimed spec.nodeAffinity: no claim will get the volume: the cluster has none of the nodes that can reach it; delete it, and its storage if that still exists',
    ]);
  });

  test('may get a node in its zone', () => {
    const zonal = {
      claimRef: undefined,
      nodeAffinity: { required: onNodes('topology.kubernetes.io/zone', 'b') },
    };
    expect(rulesOf(volume('data', zonal, AVAILABLE), node('node-1', 'a'))).toEqual([]);
  });

  test('is never claimed if its claim has another one', () => {
    expect(
      saidOf(
        volume('data', {}, AVAILABLE),
        bound('data', { volumeName: 'pv-other' }),
        pod('web', ['data']),
      ),
    ).toEqual([
      'PersistentVolume/pv-data warning cluster/volume-never-claimed spec.claimRef: no claim will get the volume: it is reserved for shop/data, which has the volume "pv-other"; remove the claimRef, or delete the volume',
    ]);
  });

  test('may be reserved for a claim that is yet to come', () => {
    const reserved = { claimRef: { namespace: 'shop', name: 'data' } };
    expect(rulesOf(volume('data', reserved, AVAILABLE))).toEqual([]);
  });
});
