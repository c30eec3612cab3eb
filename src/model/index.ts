/** Kubernetes as data: its kinds, their types, lists, defaults and versions, and feature gates. */
export * from './decode';
export * from './defaults';
export * from './fields';
export * from './gates';
export * from './go-types';
export * from './kind-facts';
export * from './kinds';
export * from './lists';
export * from './served';
export * from './version';
