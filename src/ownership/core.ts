/** Ownership without cdk8s: who may write to the volumes of a pod. */
export { decide } from './decide';
export { OWNERSHIP_JUDGES } from './judges';
export * from './spec';
