/** Drivers whose CSIDriver, as shipped, has no ephemeral volumes: only those of claims. */
const PERSISTENT_ONLY: { readonly [driver: string]: string } = {
  'cephfs.csi.ceph.com': 'ceph/ceph-csi deploy/cephfs/kubernetes/csidriver.yaml',
  'disk.csi.azure.com': 'kubernetes-sigs/azuredisk-csi-driver deploy/csi-azuredisk-driver.yaml',
  'ebs.csi.aws.com': 'kubernetes-sigs/aws-ebs-csi-driver deploy/kubernetes/base/csidriver.yaml',
  'efs.csi.aws.com': 'kubernetes-sigs/aws-efs-csi-driver deploy/kubernetes/base/csidriver.yaml',
  'rbd.csi.ceph.com': 'ceph/ceph-csi deploy/rbd/kubernetes/csidriver.yaml',
};

/** Whether a driver is known to have none. */
export function isPersistentOnly(driver: string | undefined): boolean {
  return driver !== undefined && Object.hasOwn(PERSISTENT_ONLY, driver);
}
