/** The storage kinds that cdk8s-plus lacks or leaves incomplete. */
export { ExistingClaimOptions, IClaim } from './constructs/claim';
export * from './constructs/csi-persistent-volume';
export * from './constructs/persistent-volume-claim';
export { ReclaimPolicy, StorageClass, StorageClassOptions, StorageClassProps, VolumeBindingMode } from './constructs/storage-class';
