/**
 * Parts that objects of any kind have in common, as the API server reads them: types of fields,
 * metadata, selectors.
 */
export * from './labels';
export * from './metadata';
export * from './node-selector';
export * from './read';
export * from './select';
export * from './selector';
export * from './types';
export * from './one-pod';
