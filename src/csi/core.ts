/**
 * Installing CSI drivers without cdk8s: for the cores of the drivers' own systems, and for the
 * command line.
 */
export * from './build';
export * from './check';
export * from './definition-structs';
export { contextOf } from './installation';
export * from './rules';
export * from './sidecars';
export * from './spec';
