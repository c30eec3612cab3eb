/** The priority of a pod: the API server computes it of its class, and refuses any other. */
import { Finding, show, violation } from '../findings';
import { Fields, isGiven, numberOf, textOf } from '../object';
import { POD_RULES as RULES } from './rules';

const FORBIDDEN = 403;

/** Findings on what a Pod says of its priority without naming a class. */
export function checkPriority(
  { priority, preemptionPolicy, priorityClassName }: Fields,
  path: string,
): Finding[] {
  if (textOf(priorityClassName) !== '') return [];
  const wrong = (name: string, value: unknown) =>
    violation(
      RULES.scheduling,
      `${path}.${name}`,
      `the API server computes the ${name} of the pod's class, and ${show(value)} is not what it computes of none`,
      `remove ${name}, or name a class as priorityClassName`,
      { field: '', code: FORBIDDEN },
    );
  return [
    ...(isGiven(priority) && numberOf(priority) !== 0 ? [wrong('priority', priority)] : []),
    ...(preemptionPolicy === 'Never' ? [wrong('preemptionPolicy', preemptionPolicy)] : []),
  ];
}
