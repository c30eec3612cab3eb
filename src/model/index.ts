/** Kubernetes as data: the types of its kinds, its lists, its defaults, and how to read them. */
export * from './defaults';
export * from './lists';
export * from './types';
