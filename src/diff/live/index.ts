/** A read-out of a cluster as the state that a change meets. */
export * from './start';
