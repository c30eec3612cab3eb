/**
 * Expressions of the Common Expression Language, evaluated: rules of definitions and of admission
 * policies.
 */
export { compileProblem, Scope, variableType } from './check';
export { evaluate } from './program';
export { resultOf, valueOf } from './results';
export { Failed, isMap, Late, Unsupported, Optional, UNKNOWABLE, Unknown } from './values';
export { RESERVED } from './syntax';
