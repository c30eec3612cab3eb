/** The facts about drivers: well-formed, sorted, and each fact with where it was read. */
import {
  driversOf,
  driversOnPlatform,
  DRIVER_SHAPE,
  knownDrivers,
  targetFacts,
} from '../../src/facts';
import { shapeFindings } from '../../src/shape';

const DRIVERS = knownDrivers();

test('every driver has the shape that users give theirs in', () => {
  expect(DRIVERS.flatMap((driver) => shapeFindings(driver, DRIVER_SHAPE, driver.name))).toEqual([]);
});

test('drivers are sorted by name, and none appears twice', () => {
  const names = DRIVERS.map(({ name }) => name);
  expect(names).toEqual([...new Set(names)].sort());
});

test('every fact has a source, and every source is of a fact', () => {
  const wrong = [...DRIVERS, ...driversOnPlatform('openshift')].filter(
    ({ name: _, sources = {}, ...facts }) =>
      Object.keys(facts).sort().join() !== Object.keys(sources).sort().join() ||
      Object.values(sources).some((source) => source.trim() === ''),
  );
  expect(wrong.map(({ name }) => name)).toEqual([]);
});

test.each([
  'efs.csi.aws.com',
  'ebs.csi.aws.com',
  'fsx.csi.aws.com',
  's3.csi.aws.com',
  'disk.csi.azure.com',
  'file.csi.azure.com',
  'blob.csi.azure.com',
  'localdisk.csi.acstor.io',
  'pd.csi.storage.gke.io',
  'filestore.csi.storage.gke.io',
  'gcsfuse.csi.storage.gke.io',
  'csi.vsphere.vmware.com',
  'rbd.csi.ceph.com',
  'cephfs.csi.ceph.com',
  'driver.longhorn.io',
  'nfs.csi.k8s.io',
  'smb.csi.k8s.io',
  'csi.hetzner.cloud',
  'dobs.csi.digitalocean.com',
  'linodebs.csi.linode.com',
  'cinder.csi.openstack.org',
  'csi.trident.netapp.io',
  'secrets-store.csi.k8s.io',
  'rancher.io/local-path',
  'hostpath.csi.k8s.io',
])('%s is known', (name) => {
  expect(targetFacts().driver(name)?.name).toBe(name);
});

test('a driver with the prefix of an installation is the same driver', () => {
  const { driver } = targetFacts();
  expect(
    ['rook-ceph.rbd.csi.ceph.com', 'openshift-storage.cephfs.csi.ceph.com'].map(
      (name) => driver(name)?.name,
    ),
  ).toEqual(['rbd.csi.ceph.com', 'cephfs.csi.ceph.com']);
  expect(driver('x.ebs.csi.aws.com')).toBeUndefined();
});

test("a provisioner of Kubernetes' own is the driver that it is handed to", () => {
  const { driver } = targetFacts({ drivers: [{ name: 'kubernetes.io/gce-pd', topology: 'none' }] });
  expect([
    driver('kubernetes.io/aws-ebs')?.name,
    driver('kubernetes.io/gce-pd')?.topology,
    driver('kubernetes.io/glusterfs'),
  ]).toEqual(['ebs.csi.aws.com', 'none', undefined]);
});

test('what a later list says of a driver wins fact by fact, and the rest stays', () => {
  const driver = driversOf(
    [
      {
        name: 'a',
        attachRequired: true,
        topology: 'zone',
        sources: { attachRequired: 'x', topology: 'y' },
      },
    ],
    [
      { name: 'a', topology: 'none' },
      { name: 'b', csi: true },
    ],
  );
  expect(driver('a')).toEqual({
    name: 'a',
    attachRequired: true,
    topology: 'none',
    sources: { attachRequired: 'x', topology: 'y' },
  });
  expect(driver('b')).toEqual({ name: 'b', csi: true });
  expect([driver('c'), driver(''), driver(undefined)]).toEqual([undefined, undefined, undefined]);
});

test('OpenShift ships some drivers with other policies, and what the user says wins over both', () => {
  const name = 'file.csi.azure.com';
  const policies = [
    {},
    { platform: 'eks' as const },
    { platform: 'openshift' as const },
    { platform: 'openshift' as const, drivers: [{ name, fsGroupPolicy: 'File' }] },
  ].map((target) => targetFacts(target).driver(name)?.fsGroupPolicy);
  expect(policies).toEqual(['ReadWriteOnceWithFSType', 'ReadWriteOnceWithFSType', 'None', 'File']);
  expect(targetFacts({ platform: 'openshift' }).driver(name)?.appliesFsGroup).toBe(true);
});
