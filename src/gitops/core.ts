/** GitOps without cdk8s. */
export * from './rules';
export * from './build';
export * from './check';
export * from './spec';
export * from './delivery-rules';
