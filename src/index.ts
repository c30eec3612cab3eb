import './provide';

export { AdmissionAction, AdmissionFailurePolicy } from './admission';
export { Finding, FindingsError, ServerAnswer, Severity } from './findings';
export {
  ClusterReadOut,
  DriverFacts,
  DriverFactsProps,
  Findings,
  FsGroupPolicy,
  Platform,
  Target,
  TargetGitOps,
  TargetPodSecurity,
  TargetProps,
  DriverTopology,
} from './tree';
export * as handles from './tree/handles';
export * from './check/constructs';
export { VolumesApp } from './synth';
export * from './storage';
export * from './placement';
export {
  CsiContainerOptions,
  CsiControllerOptions,
  CsiDriver,
  CsiDriverStack,
  CsiDriverStackMode,
  CsiDriverStackProps,
  CsiImageOptions,
  CsiImageOverride,
  CsiNodeOptions,
  CsiPluginOptions,
  CsiStorageClass,
  CsiStorageClassProps,
} from './csi';
export * from './csi/constructs/platform-options';
export * as topology from './placement/constructs/topology-facts';
export * as csi from './csi/constructs/authors';
export * from './efs';
export * from './gitops';
export * from './local';
export * from './locust';
export * from './ownership';
export * from './viewer';
