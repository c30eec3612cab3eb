/** GitOps without cdk8s. */
export * from './rules';
