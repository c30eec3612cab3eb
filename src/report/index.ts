/**
 * Findings as texts, for people and for programs; baselines, and rules explained. Nothing here
 * reads or writes.
 */
export * from './baseline';
export * from './explain';
export * from './formats';
export { ReadCounts, ReportOptions } from './options';
export * from './ownership';
export { fingerprintOf } from './place';
export { summaryOf } from './summary';
