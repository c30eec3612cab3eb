/** The constructs of checks. */
export * from './volume-checks';
