/**
 * The EFS CSI driver's own rules: what it makes of handles, attributes, mount options, parameters
 * and flags, and the checks built on that.
 */
export { checkVolumeAttributes, MountContext } from './check-attributes';
export * from './check-ids';
export { checkAccessModes, checkMountOptions, checkVolumeMode } from './check-mount';
export * from './check-outcome';
export * from './check-parameters';
export * from './flags';
export * from './handle';
export * from './mount';
export * from './rules';
