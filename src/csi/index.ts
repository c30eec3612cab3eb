/** CSI drivers in a cluster: one construct for any of them. */
export * from './constructs/csi-driver';
export * from './constructs/csi-driver-definition';
export * from './constructs/csi-driver-stack';
export * from './constructs/csi-driver-stack-props';
export * from './constructs/csi-sidecars';
export * from './constructs/csi-storage-class';
export * from './constructs/options';
export * from './constructs/platform';
