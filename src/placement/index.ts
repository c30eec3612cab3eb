/** The placement of pods, as far as volumes decide it. */
export { CoLocationMode } from './co-location';
export * from './constructs/co-location';
export * from './constructs/topology';
