/** Types for authors of CSI drivers: the submodule `csi` of the package. */
export * from './csi-driver-definition';
export * from './csi-sidecars';
export * from './custom-csi-driver';
