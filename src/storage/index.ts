/** The storage kinds that cdk8s-plus lacks or leaves incomplete. */
export { ExistingClaimOptions, IClaim } from './constructs/known-claim';
export { ClaimOptions } from './constructs/claim-options';
export * from './constructs/claim-template';
export * from './constructs/claim-templates';
export * from './constructs/csi-persistent-volume';
export * from './constructs/claim';
export {
  StorageClass,
  StorageClassOptions,
  StorageClassProps,
  VolumeBindingMode,
} from './constructs/storage-class';
