import './provide';

export { AdmissionAction, AdmissionFailurePolicy } from './admission';
export { Finding, FindingsError, Severity } from './findings';
export {
  DriverFactsProps, Findings, FsGroupPolicy, Target, TargetGitOps, TargetPlatform, TargetPodSecurity, TargetProps, VolumeReach,
} from './tree';
export {
  ClusterRoleHandle, ConfigMapHandle, NamespaceHandle, PersistentVolumeClaimHandle, PersistentVolumeHandle, ResourceHandle,
  ServiceAccountHandle, ServiceHandle, StorageClassHandle, WorkloadHandle,
} from './tree';
export * from './check/constructs';
export { VolumesApp } from './synth';
export * from './storage';
export * from './placement';
export * from './csi';
export * from './efs';
export * from './gitops';
export * from './local';
export * from './locust';
export * from './ownership';
export * from './viewer';
