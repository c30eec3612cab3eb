/** Checking anybody's manifests, without reading and writing. */
export * from './check';
