/**
 * Admission policies: expressions composed, policies and bindings built, and which API a cluster
 * has for them.
 */
export * from './actions';
export * from './cel';
export * from './check';
export * from './json-patch';
export * from './policy';
export * from './versions';
