/** What the API server refuses of an object, whoever wants to know it. */
export * from './findings';
export * from './refusal';
export * from './rules';
