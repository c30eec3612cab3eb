/**
 * The placement of pods, as far as volumes decide it: affinities and co-location, without
 * constructs.
 */
export * from './affinity';
export { claimElsewhere, missingClaim } from './claims';
export * from './co-location';
export * from './resolve';
export * from './rules';
export { isViewer, MOST_TERMS, VIEWER_LABEL } from './sharing';
