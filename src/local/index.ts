/**
 * Local disks: volumes whose data go with their node, and what keeps them from being lost unseen.
 */
export * from './constructs/ephemeral-only';
export * from './constructs/ephemeral-only-policy';
export * from './constructs/ephemeral-volume';
export * from './constructs/hyperconverged';
export * from './constructs/hyperconverged-policy';
export * from './constructs/local-csi-driver';
export * from './constructs/local-persistent-volume';
export * from './constructs/local-storage-class';
export * from './constructs/local-volume';
export { LocalFailoverMode, LocalFileSystem } from './constructs/options';
export * from './constructs/webhooks';
