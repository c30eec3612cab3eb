/** Refusals of the API server for an object, the same for all commands. */
export * from './admin-access';
export * from './applied';
export * from './decode';
export * from './judge';
export * from './kinds';
export * from './metadata';
export * from './object';
export { isPlainlyRight } from './plain';
export { isPlainlyStored } from './plain-stored';
export { isPlainPod } from './plain/pods';
export * from './served';
export * from './server-assigned';
