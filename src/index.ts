export { Finding, FindingsError, Severity } from './findings';
export { Findings } from './tree';
export * from './check/constructs';
export * from './storage';
export * from './placement';
export * from './csi';
export * from './efs';
export * from './locust';
export * from './viewer';
