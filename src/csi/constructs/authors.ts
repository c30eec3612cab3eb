/** What authors of CSI drivers need: the submodule `csi` of the package. */
export * from './csi-driver-definition';
export * from './csi-sidecars';
export * from './custom-csi-driver';
