/** Expressions of the Common Expression Language, evaluated: rules of definitions and of admission policies. */
export { evaluate } from './program';
export { resultOf, valueOf } from './results';
export { Failed, isMap, Late, NotUnderstood, Optional, UNKNOWABLE, Unseen } from './values';
