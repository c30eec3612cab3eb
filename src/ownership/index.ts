/** Ownership: who may write to the volumes of a pod. */
export * from './constructs/options';
export * from './constructs/volume-ownership';
