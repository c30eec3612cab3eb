/** Kubernetes as data: the types of its kinds, its lists, its defaults, its versions, its gates. */
export * from './at';
export * from './changes';
export * from './decode';
export * from './fields';
export * from './gates';
export * from './go-types';
export * from './kind-facts';
export * from './kinds';
export * from './lists';
export * from './served';
export * from './type';
export { TypeChecker } from './type-checker';
export * from './version';
export * from './walk';
export * from './write-defaults';
