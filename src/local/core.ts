/** Local disks without cdk8s. */
export * from './enforce/verdict';
export * from './hyperconverged/affinity';
export * from './hyperconverged/volumes';
export * from './judges';
export { LOCAL_RULES } from './judges/rules';
export * from './names';
export * from './steering';
