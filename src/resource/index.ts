/**
 * Custom resources as Kubernetes' API server treats them: schemas, admission, and how Go's types
 * write values.
 */
export * from './admit';
export * from './bookkeeping';
export * from './definitions';
export * from './go-decode';
export * from './kind';
export * from './metadata';
export { lineOf, NO_FIELD } from './problems';
export type { PrunedField } from './prune';
export { readSchema } from './read-schema';
export * from './refusal';
export * from './remedies';
export * from './rules';
export * from './schema';
export { SchemaType, typeOfSchema } from './schema-type';
export * from './wire';
