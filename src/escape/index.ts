/**
 * Texts that come from anywhere, as each format writes them: the one place where that is decided.
 */
export * from './github';
export { hidden, TURNING } from './hidden';
export * from './json';
export * from './markdown';
export * from './mermaid';
export * from './shell';
export * from './terminal';
export * from './xml';
