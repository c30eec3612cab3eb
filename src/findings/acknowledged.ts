/** Findings on warnings that somebody accepts, by the rules of the room that asks. */
import { Finding } from './finding';
import { meantOr } from './remedies';
import { isRule, nearestRuleId, Rule, show, violation } from './rule';

/** How many findings an acknowledgement met: warnings, and errors, which it cannot accept. */
export interface Use {
  warnings: number;
  errors: number;
}

interface AcknowledgementRules {
  readonly acknowledgedUnknown: Rule;
  readonly acknowledgedError: Rule;
  readonly acknowledgedNothing: Rule;
}

/** The finding on a rule that is to be acknowledged and does not exist. */
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
 * The finding on an acknowledgement that accepts nothing. Where there are errors, checks may have
 * left out warnings: then only one of a rule that is an error here is surely in vain.
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
