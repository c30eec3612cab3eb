/** Expressions of the Common Expression Language, evaluated: rules of definitions and of admission policies. */
export { compile, evaluate, Program } from './program';
export { Failed, Late, NotUnderstood, Optional, UNKNOWABLE } from './values';
