/** Contents of a cluster, from what `kubectl get` printed of it. */
export { besideManifests } from './beside';
export { readOutCommand } from './command';
export { coverOf } from './cover';
export { timeOf } from './facts';
export { READ_OUT_KINDS } from './kinds';
export { readReadOut } from './read';
export * from './spec';
export { targetOfReadOut } from './target';
