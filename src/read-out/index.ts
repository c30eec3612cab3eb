/** What a cluster holds, from what `kubectl get` printed of it. */
export { READ_OUT_KINDS } from './kinds';
export { readReadOut } from './read';
export * from './spec';
