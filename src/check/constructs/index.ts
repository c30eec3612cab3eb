/** The constructs of checks. */
export { VolumesValidation } from './validation';
export * from './volume-checks';
