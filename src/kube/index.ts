/** The ground floor: manifests, names, quantities and kinds, with no knowledge of any system. */
export * from './addresses';
export * from './annotations';
export * from './append';
export * from './config-map';
export * from './construct-paths';
export * from './fields';
export * from './go';
export * from './ip';
export * from './go-duration';
export * from './hash';
export * from './image';
export * from './kinds';
export * from './lists';
export * from './manifest';
export * from './names';
export * from './quantity';
export * from './unwrap';
