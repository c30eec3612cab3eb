/**
 * The volume map: who mounts what, and what that is made of, as a picture. Nothing here reads or
 * writes.
 */
export { changedMap } from './changed-map';
export { foldedMap } from './folded-map';
export * from './formats';
export * from './model';
export { printMap } from './print';
export { volumeMap } from './volume-map';
