/**
 * Parts of this room that the room of GitOps uses: what annotations say, what holds data, and the
 * order in which engines apply.
 */
export * from './annotations';
export * from './data';
export * from './engines';
export * from './order';
export * from './size';
