/** Checks of what admission policies are given. */
import { Finding, Rule, show, violation } from '../findings';
import { ADMISSION_ACTIONS } from './policy';

/** Findings on what a policy does about a request that it objects to. */
export function checkActions(actions: readonly string[], rule: Rule): Finding[] {
  const path = 'validationActions';
  const wrong = (at: string, message: string, remedy: string) =>
    violation(rule, at, message, remedy);
  if (actions.length === 0) {
    return [
      wrong(path, 'there is no action', `use one or more of ${ADMISSION_ACTIONS.join(', ')}`),
    ];
  }
  const findings = actions.flatMap((action, index) =>
    actions.indexOf(action) === index
      ? []
      : [wrong(`${path}[${index}]`, `${show(action)} appears twice`, 'remove one of them')],
  );
  if (actions.includes('Deny') && actions.includes('Warn')) {
    findings.push(
      wrong(
        path,
        'Deny and Warn cannot be combined',
        'remove Warn: a denied request already reports why',
      ),
    );
  }
  return findings;
}
