/** GitOps: objects in the order, and with the guards, that Argo CD and Flux need. */
export { GitOps, GitOpsArgoCdOptions, GitOpsFluxOptions } from './constructs/git-ops';
export * from './constructs/options';
export * from './constructs/app-project';
export { ArgoApplication, ArgoApplicationProps } from './constructs/argo-application';
export * from './constructs/argo-application-set';
export * from './constructs/argo-claim-health';
export * from './constructs/argo-options';
export * from './constructs/argo-synth-plugin';
export * from './constructs/flux-kustomization';
