/** Checking anybody's manifests, without reading and writing. */
export * from './acknowledge';
export * from './check';
export * from './config';
export * from './glob';
export * from './nothing-read';
export * from './rules';
