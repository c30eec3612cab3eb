/** The command `rules`: what it takes. */
import { COLOR, Command, HELP, TEXT_OR_JSON } from '../options';

/** The ids of all rules, which take a while to load. */
export function ruleIds(): readonly string[] {
  const { ALL_RULES } = require('../../rules') as typeof import('../../rules');
  return ALL_RULES.map(({ id }) => id);
}

/** What is looked for, and why. */
export const RULES: Command = {
  name: 'rules',
  usage: 'rules [RULE|SUBJECT]... [options]',
  summary: 'list all rules, or explain some',
  details: [
    'Without an argument, lists all rules. A subject, such as storage, lists its rules; a rule, such as storage/claim-limit, is explained, with its reason, a wrong and a right example, and its source.',
    'Exit status: 0, or 2 if there is no such rule.',
  ],
  options: [TEXT_OR_JSON, COLOR, HELP],
  examples: ['cdk8s-volumes rules storage/claim-limit', 'cdk8s-volumes rules -o json'],
  candidates: ruleIds,
  load: () => (require('../rules-command') as typeof import('../rules-command')).runRules,
};
