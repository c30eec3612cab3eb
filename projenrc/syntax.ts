import type { javascript } from 'projen';

/** Arguments stand on the stack, which a long list overflows. */
const LISTS = ['push', 'unshift', 'max', 'min'].map((method) => ({
  selector: `CallExpression[callee.property.name="${method}"] > SpreadElement`,
  message: 'a list of any length is no list of arguments: use append, or reduce',
}));

const READING =
  '/^(includes|indexOf|match|matchAll|replace|replaceAll|search|slice|split|startsWith|endsWith)$/';
const WORDS = '/^(message|remedy)$/';

/** A reworded message must not change what the program does. */
const MESSAGES = [
  `CallExpression[callee.property.name=${READING}][callee.object.name=${WORDS}]`,
  `CallExpression[callee.property.name=${READING}][callee.object.property.name=${WORDS}]`,
  `CallExpression[callee.property.name=/^(test|exec)$/] > Identifier.arguments[name=${WORDS}]`,
  `CallExpression[callee.property.name=/^(test|exec)$/] > MemberExpression.arguments[property.name=${WORDS}]`,
].map((selector) => ({
  selector,
  message: 'nothing reads meaning out of a message: let the finding carry it as data',
}));

/** Forbids what is right to the compiler, and wrong in this house. */
export function forbidSyntax(eslint: javascript.Eslint): void {
  eslint.addOverride({
    files: ['src/**/*.ts'],
    rules: { 'no-restricted-syntax': ['error', ...LISTS, ...MESSAGES] },
  } as unknown as javascript.EslintOverride);
}
