/** What a change of manifests does to a cluster, told from the manifests alone. */
export { ChangedField } from './changes';
export { diffObjects } from './diff';
export * from './documents';
export { DIFF_RULES } from './findings';
export * from './spec';
