/**
 * CSI drivers in a cluster: one construct for any of them. What only authors of drivers need is in
 * `authors.ts`, too.
 */
export * from './constructs/authors';
export * from './constructs/csi-driver';
export * from './constructs/csi-driver-stack';
export * from './constructs/csi-driver-stack-props';
export * from './constructs/csi-storage-class';
export * from './constructs/options';
export * from './constructs/platform-options';
