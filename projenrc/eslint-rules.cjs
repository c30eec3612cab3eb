/** The rules of ESLint itself that oxlint lacks, as a plugin that it can load. */
const { builtinRules } = require('eslint/use-at-your-own-risk');

const names = ['max-len', 'no-restricted-syntax'];

module.exports = {
  meta: { name: 'eslint-js' },
  rules: Object.fromEntries(names.map((name) => [name, builtinRules.get(name)])),
};
