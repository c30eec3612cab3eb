/** The storage kinds without cdk8s: for the cores of the systems, and for the command line. */
export * from './build';
export * from './check';
export * from './claim-templates';
export * from './objects';
export * from './rules';
export * from './sidecar';
export * from './spec';
