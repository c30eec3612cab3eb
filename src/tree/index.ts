/** Where manifests become constructs: the one floor that knows cdk8s, shared by all systems. */
export * from './content-names';
export * from './durations';
export * from './findings';
export * from './handles';
export * from './identities';
export * from './input';
export * from './judged';
export * from './late-changes';
export * from './manifests';
export * from './resource';
export * from './rules';
export * from './structs';
export * from './synth-checks';
export * from './target';
export * from './topology';
export * from './trial';
export * from './written';
