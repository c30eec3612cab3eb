/** What the API server refuses of an object, whoever wants to know it. */
export * from './applied';
export * from './by-type';
export * from './findings';
export * from './kinds';
export * from './pods';
export * from './refusal';
export * from './rules';
export * from './server-assigned';
export * from './storage';
export * from './versions';
