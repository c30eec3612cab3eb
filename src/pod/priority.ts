/** The priority of a pod: the API server computes it of its class, and refuses any other. */
import { Finding, show, violation } from '../findings';
import { Fields, isGiven, numberOf, textOf } from '../object';
import { POD_RULES as RULES } from './rules';

const FORBIDDEN = 403;
/** Classes that every cluster has. */
const OF_SYSTEM: ReadonlyMap<unknown, number> = new Map([
  ['system-cluster-critical', 2_000_000_000],
  ['system-node-critical', 2_000_001_000],
]);

/** The priority of a class that every cluster has. */
export function priorityOfSystem(className: unknown): number | undefined {
  return OF_SYSTEM.get(className);
}

export function checkPriority(
  { priority, preemptionPolicy, priorityClassName }: Fields,
  path: string,
): Finding[] {
  const ofClass = textOf(priorityClassName);
  const computed = priorityOfSystem(ofClass);
  if (computed !== undefined && isGiven(priority) && numberOf(priority) !== computed) {
    return [
      violation(
        RULES.scheduling,
        `${path}.priority`,
        `the API server computes the priority ${computed} of the class ${ofClass}, not ${show(priority)}`,
        'remove priority',
        { field: '', code: FORBIDDEN },
      ),
    ];
  }
  if (ofClass !== '') return [];
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
