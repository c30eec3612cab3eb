/** What a change of manifests does to a cluster, told from the manifests alone. */
export { diffObjects, NEWEST_MINOR } from './diff';
export * from './documents';
export { DIFF_RULES } from './findings';
export * from './spec';
