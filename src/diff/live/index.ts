/** A read-out of a cluster as the state that a change meets. */
export { ownOf } from './claims';
export { conflictsWith } from './conflicts';
export * from './start';
