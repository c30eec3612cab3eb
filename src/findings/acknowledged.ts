/** What is wrong with accepting a warning, by the rules of the room that asks. */
import { Finding } from './finding';
import { meantOr } from './remedies';
import { isRule, nearestRuleId, Rule, show, violation } from './rule';

/** How many findings somebody has accepted, or tried to. */
export interface Use {
  warnings: number;
  errors: number;
}

/** Rules on what is accepted. */
export interface AcknowledgementRules {
  readonly acknowledgedUnknown: Rule;
  readonly acknowledgedError: Rule;
  readonly acknowledgedNothing: Rule;
}

/** What is wrong with a rule that is to be acknowledged, if there is none of that name. */
export function unknownRule(
  rule: string,
  { acknowledgedUnknown }: AcknowledgementRules,
  path: string = '',
): Finding | undefined {
  if (isRule(rule)) return undefined;
  return violation(
    acknowledgedUnknown,
    path,
    `there is no rule ${show(rule)} to acknowledge`,
    meantOr(nearestRuleId(rule), 'use the ID in parentheses after the warning'),
  );
}

/**
 * What is accepted in vain. Where there are errors, checks may have said nothing of what they would
 * warn of otherwise: then only those are told that can never be good for anything.
 */
export function inVain(
  rule: string,
  { warnings, errors }: Use,
  areErrors: boolean,
  { acknowledgedError, acknowledgedNothing }: AcknowledgementRules,
): Finding | undefined {
  if (errors > 0) {
    return violation(
      acknowledgedError,
      '',
      `${rule} is an error here, which cannot be acknowledged`,
      'fix what it reports',
    );
  }
  if (warnings > 0 || areErrors) return undefined;
  return violation(
    acknowledgedNothing,
    '',
    `there is no warning of ${rule} here to acknowledge`,
    'remove the acknowledgement',
  );
}
