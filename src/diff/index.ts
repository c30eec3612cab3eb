/** The effect of a change of manifests on a cluster, predicted from the manifests alone. */
export { ChangedField } from './changes';
export { diffObjects } from './diff';
export * from './documents';
export { DIFF_RULES } from './findings';
export * from './spec';
