/**
 * Data that would be lost if an application were deleted, pruned, forced or uninstalled: by the
 * rules of those who would do it.
 */
export * from './questions';
export { isEphemeral } from './rows';
export * from './spec';
export * from './what-if';
