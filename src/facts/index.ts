/**
 * Facts that rules build on: the target that the manifests are for, its version, and what is known
 * of storage drivers.
 */
export * from './chosen-image';
export * from './class-parameters';
export * from './driver';
export * from './volume-lives';
export * from './images';
export * from './known-drivers';
export * from './operators';
export * from './persistent-drivers';
export * from './platforms';
export * from './target';
export * from './workload-kinds';
