/** The EFS CSI driver: what can be chosen about it, its checks and its definition. */
export * from './check';
export * from './describe';
export * from './operator-mode';
export * from './rules';
export * from './spec';
