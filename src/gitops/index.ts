/** GitOps: objects in the order, and with the guards, that Argo CD and Flux need. */
export * from './constructs/git-ops';
export * from './constructs/options';
