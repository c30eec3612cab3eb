/** Kubernetes as data: the types of its kinds, its lists, its defaults, its versions, its gates. */
export * from './defaults';
export * from './gates';
export * from './kinds';
export * from './lists';
export * from './served';
export * from './types';
export * from './version';
