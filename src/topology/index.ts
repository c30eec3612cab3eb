/**
 * The topology: workloads, claims, volumes, classes and drivers of any manifests, and who mounts
 * what, read in one pass.
 */
export { itemsOf, textFieldsOf, textsOf } from './data';
export { ByName } from './lookup/by-name';
export { isLeft, LEFT_PHASES } from './lookup/volumes';
export * from './model';
export { isReadKind } from './objects';
export { perClaim } from './per-claim';
export { readMounts } from './read-mounts';
export { defaultClassOf } from './read-storage';
export * from './topology';
export { workloadKindOf } from '../kube';
export type { WorkloadKind } from '../kube';
