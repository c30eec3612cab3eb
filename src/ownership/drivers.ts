/** What CSI drivers do about groups, as their own manifests and code say. */
import { DriverGroups } from './spec';

const KUBELET: DriverGroups = { fsGroupPolicy: 'File', setsGroup: false };
const BLOCK: DriverGroups = { fsGroupPolicy: 'ReadWriteOnceWithFSType', setsGroup: false, defaultFsType: 'ext4' };
const SHARED: DriverGroups = { fsGroupPolicy: 'ReadWriteOnceWithFSType', setsGroup: false, defaultFsType: '' };
const BY_DRIVER: DriverGroups = { fsGroupPolicy: 'ReadWriteOnceWithFSType', setsGroup: true };
const NOBODY: DriverGroups = { fsGroupPolicy: 'None', setsGroup: false };

/** By the driver's name. */
const DRIVERS: { readonly [name: string]: DriverGroups } = {
  'ebs.csi.aws.com': { ...KUBELET, defaultFsType: 'ext4' },
  'efs.csi.aws.com': SHARED,
  'fsx.csi.aws.com': SHARED,
  'fsx.openzfs.csi.aws.com': SHARED,
  's3.csi.aws.com': BY_DRIVER,
  'disk.csi.azure.com': KUBELET,
  'file.csi.azure.com': BY_DRIVER,
  'blob.csi.azure.com': BY_DRIVER,
  'localdisk.csi.acstor.io': KUBELET,
  'pd.csi.storage.gke.io': BLOCK,
  'filestore.csi.storage.gke.io': KUBELET,
  'gcsfuse.csi.storage.gke.io': { fsGroupPolicy: 'None', setsGroup: true },
  'nfs.csi.k8s.io': KUBELET,
  'smb.csi.k8s.io': BY_DRIVER,
  'cephfs.csi.ceph.com': KUBELET,
  'rbd.csi.ceph.com': KUBELET,
  'nfs.csi.ceph.com': KUBELET,
  'driver.longhorn.io': BLOCK,
  'hostpath.csi.k8s.io': KUBELET,
  'csi.vsphere.vmware.com': BLOCK,
  'local.csi.openebs.io': BLOCK,
  'zfs.csi.openebs.io': BLOCK,
  'topolvm.io': { fsGroupPolicy: 'ReadWriteOnceWithFSType', setsGroup: false },
  'csi.hetzner.cloud': KUBELET,
  'dobs.csi.digitalocean.com': BLOCK,
  'linodebs.csi.linode.com': BLOCK,
  'cinder.csi.openstack.org': BLOCK,
  'nfs.manila.csi.openstack.org': NOBODY,
  'cephfs.manila.csi.openstack.org': NOBODY,
  'csi.juicefs.com': SHARED,
  'csi.trident.netapp.io': { fsGroupPolicy: 'ReadWriteOnceWithFSType', setsGroup: false },
  'secrets-store.csi.k8s.io': SHARED,
};

/** Drivers that operators install with their own name in front: `openshift-storage.rbd.csi.ceph.com`. */
const PREFIXED = ['rbd.csi.ceph.com', 'cephfs.csi.ceph.com', 'nfs.csi.ceph.com'];

/** What OpenShift ships with other policies than the drivers' own projects. */
const ON_OPENSHIFT: { readonly [name: string]: DriverGroups } = {
  'pd.csi.storage.gke.io': { fsGroupPolicy: 'File' },
  'cinder.csi.openstack.org': { fsGroupPolicy: 'File' },
  'file.csi.azure.com': { fsGroupPolicy: 'None' },
};

/** What a driver does about groups where nothing else says so; undefined if it is not known here. */
export function driverGroups(name: string, platform?: string): DriverGroups | undefined {
  const key = PREFIXED.find((suffix) => name.endsWith(`.${suffix}`)) ?? name;
  if (!Object.hasOwn(DRIVERS, key)) return undefined;
  return platform === 'openshift' && Object.hasOwn(ON_OPENSHIFT, key) ? { ...DRIVERS[key], ...ON_OPENSHIFT[key] } : DRIVERS[key];
}
