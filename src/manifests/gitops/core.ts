/**
 * What the room of GitOps asks of this one: what annotations say, what holds data, and the order in
 * which engines apply.
 */
export * from './annotations';
export * from './data';
export * from './engines';
export * from './order';
export * from './size';
