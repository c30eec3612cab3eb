/** EFS: shared volumes, dynamic classes, the edit guard and the driver's definition. */
export * from './constructs/efs-csi-driver';
export * from './constructs/efs-csi-storage-class';
export * from './constructs/efs-edit-guard';
export * from './constructs/efs-file-system';
export * from './constructs/efs-shared-volume';
export {
  EfsProvisioningMode,
  EfsStorageClass,
  EfsStorageClassOptions,
  EfsStorageClassProps,
} from './constructs/efs-storage-class';
