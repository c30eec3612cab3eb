/** Ownership without cdk8s: who may write to the volumes of a pod. */
export { decide } from './decide';
export * from './explain';
export { OWNERSHIP_JUDGES } from './judges';
export * from './owners';
export * from './spec';
export { TABLE as OWNERSHIP_TABLE } from './table';
