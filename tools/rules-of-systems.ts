/**
 * The rules as their pages have them: by system, which is what stands before the slash of their
 * ids.
 */
import { Rule } from '../src/findings';
import { ALL_RULES } from '../src/rules';

/** Systems and their rules, both by name. */
export function bySystem(): [string, Rule[]][] {
  const systems = new Map<string, Rule[]>();
  for (const rule of ALL_RULES) {
    const system = rule.id.split('/')[0];
    systems.set(system, [...(systems.get(system) ?? []), rule]);
  }
  return [...systems];
}

/** What GitHub makes of the heading of a rule. */
export function anchorOf({ id }: Rule): string {
  return id.replaceAll('/', '');
}

/** A text in a line, or in the cell of a table: no sign of it is markup. */
export function asText(text: string): string {
  return text.replace(/[|<*]/g, (sign) => `\\${sign}`).replace(/\s*\n\s*/g, ' ');
}
