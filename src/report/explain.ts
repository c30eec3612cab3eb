/** A rule, explained for people. */
import { nearest, Rule, severityWords } from '../findings';

/**
 * The fault, why it is one, how it looks when it is there and when it is fixed, and who says so;
 * undefined if there is no such rule.
 */
export function explainRule(id: string): string | undefined {
  const rule = allRules().find((one) => one.id === id);
  if (!rule) return undefined;
  const { summary, why, bad, good, source } = rule;
  return [
    `${id} (${severityWords(rule)})`,
    '',
    summary,
    '',
    `Why: ${why}`,
    '',
    'Wrong:',
    ...indented(bad),
    '',
    'Right:',
    ...indented(good),
    '',
    `Source: ${source}.`,
    '',
  ].join('\n');
}

/**
 * The ids that were probably meant: one that is spelled nearly so, or those of the same name in
 * other systems.
 */
export function nearestRules(id: string): readonly string[] {
  const [system, name] = id.split('/');
  const ids = allRules().map((rule) => rule.id);
  const ofName = ids.filter((one) => one.split('/')[1] === (name ?? system).toLowerCase());
  if (name === undefined && ofName.length > 0) return ofName;
  const inSystem = ids.filter((one) => one.startsWith(`${system}/`));
  const spelled = nearest(id, inSystem) ?? nearest(id, ids);
  return spelled === undefined ? ofName : [spelled];
}

/** The rules of all rooms, which nothing else of a report needs. */
function allRules(): readonly Rule[] {
  return (require('../rules') as typeof import('../rules')).ALL_RULES;
}

function indented(text: string): string[] {
  return text.split('\n').map((line) => `  ${line}`.trimEnd());
}
