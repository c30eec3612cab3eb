/** What kinds of volumes there are, and what kubelet does with each about groups. */

/** Volumes of configuration: kubelet makes their files, and mounts them read-only. */
export const CONFIGURATION = ['configMap', 'secret', 'projected', 'downwardAPI'];

/** Volumes that kubelet attaches itself and gives to the group. */
export const ATTACHED_BY_KUBELET = ['iscsi', 'fc', 'local'];

/** Volumes that the API server still takes and kubelet no longer knows. */
export const REMOVED = ['cephfs', 'flocker', 'glusterfs', 'photonPersistentDisk', 'quobyte', 'rbd', 'scaleIO', 'storageos'];

/** Volumes that Kubernetes handed over to CSI drivers. */
export const MIGRATED: { readonly [source: string]: string } = {
  awsElasticBlockStore: 'ebs.csi.aws.com',
  azureDisk: 'disk.csi.azure.com',
  azureFile: 'file.csi.azure.com',
  cinder: 'cinder.csi.openstack.org',
  gcePersistentDisk: 'pd.csi.storage.gke.io',
  portworxVolume: 'pxd.portworx.com',
  vsphereVolume: 'csi.vsphere.vmware.com',
};

/** Provisioners of Kubernetes' own, handed over likewise. */
export const MIGRATED_PROVISIONERS: { readonly [provisioner: string]: string } = {
  'kubernetes.io/aws-ebs': 'ebs.csi.aws.com',
  'kubernetes.io/azure-disk': 'disk.csi.azure.com',
  'kubernetes.io/azure-file': 'file.csi.azure.com',
  'kubernetes.io/cinder': 'cinder.csi.openstack.org',
  'kubernetes.io/gce-pd': 'pd.csi.storage.gke.io',
  'kubernetes.io/portworx-volume': 'pxd.portworx.com',
  'kubernetes.io/vsphere-volume': 'csi.vsphere.vmware.com',
};

/** How volumes are called in sentences, where the field alone does not say it. */
const NAMES: { readonly [source: string]: string } = {
  emptyDir: 'an emptyDir',
  nfs: 'an NFS volume',
  hostPath: 'a directory of the node (hostPath)',
  local: 'a local volume',
  iscsi: 'an iSCSI volume',
  fc: 'a Fibre Channel volume',
  image: 'an image',
};

/** What a volume is, for a sentence: `an NFS volume`. */
export function describeSource(source: string): string {
  return NAMES[source] ?? `${/^[aeiou]/.test(source) ? 'an' : 'a'} ${source} volume`;
}
