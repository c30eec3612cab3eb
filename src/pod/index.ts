/** Pods: what the API server asks of any of them, as a whole and of each part. */
export * from './choices';
export * from './container-resources';
export * from './containers';
export { FIELDS_OF_VARIABLES } from './field-reference';
export * from './hardening';
export * from './image';
export * from './labels';
export * from './mount';
export * from './of-workload';
export * from './pod';
export { priorityOfSystem } from './priority';
export * from './references';
export * from './rules';
export * from './scheduling';
export * from './security';
export * from './variable-source';
export * from './volume-source';
export * from './volumes';
