/**
 * The types of options, checked at run time: what comes from JavaScript has no compiler behind it.
 */
export * from './read';
export * from './rules';
export * from './shape';
