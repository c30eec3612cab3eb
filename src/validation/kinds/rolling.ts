/** Rolling updates of Deployments and DaemonSets: how many pods may be missing, or too many. */
import { Finding } from '../../findings';
import { Fields, textOf } from '../../kube';
import { at, fieldsAt } from '../../model';
import { invalid, required } from '../../resource';

export const PERCENT = /^[0-9]+%$/;
export const NO_PERCENT =
  "a valid percent string must be a numeric string followed by an ending '%' (e.g. '1%',  or '93%', regex used for validation is '[0-9]+%')";

export function deploymentProblems(after: Fields): Finding[] {
  const path = 'spec.strategy.rollingUpdate';
  if (isNone(after, 'spec.strategy')) return [];
  const { maxSurge, maxUnavailable } = fieldsAt(after, path);
  return [
    ...shareProblems(maxUnavailable, `${path}.maxUnavailable`),
    ...shareProblems(maxSurge, `${path}.maxSurge`),
    ...(countOf(maxSurge) !== 0 || countOf(maxUnavailable) !== 0
      ? []
      : [
          invalid(
            `${path}.maxUnavailable`,
            maxUnavailable,
            'may not be 0 when `maxSurge` is 0',
            'let one of them be more than 0',
          ),
        ]),
    ...wholeProblems(maxUnavailable, `${path}.maxUnavailable`),
  ];
}

/** What is wrong with the rolling update of a DaemonSet. */
export function daemonProblems(after: Fields): Finding[] {
  const path = 'spec.updateStrategy.rollingUpdate';
  if (isNone(after, 'spec.updateStrategy')) return [];
  const { maxSurge, maxUnavailable } = fieldsAt(after, path);
  const [surges, misses] = [countOf(maxSurge) !== 0, countOf(maxUnavailable) !== 0];
  const found = [
    ['maxUnavailable', maxUnavailable] as const,
    ['maxSurge', maxSurge] as const,
  ].flatMap(([field, value]) => [
    ...shareProblems(value, `${path}.${field}`),
    ...wholeProblems(value, `${path}.${field}`),
  ]);
  if (surges && misses) {
    const why = 'may not be set when maxUnavailable is non-zero';
    found.push(invalid(`${path}.maxSurge`, maxSurge, why, 'remove it, or set maxUnavailable: 0'));
  }
  if (!surges && !misses) {
    found.push(
      required(
        `${path}.maxUnavailable`,
        'let one of them be more than 0',
        'cannot be 0 when maxSurge is 0',
      ),
    );
  }
  return found;
}

function isNone(after: Fields, strategy: string): boolean {
  return (
    at(after, `${strategy}.type`) !== 'RollingUpdate' ||
    at(after, `${strategy}.rollingUpdate`) === undefined
  );
}

/** A number of pods, or a share of them. */
function shareProblems(value: unknown, field: string): Finding[] {
  if (typeof value === 'string') {
    return PERCENT.test(value)
      ? []
      : [invalid(field, value, NO_PERCENT, 'use a number, or a percentage such as 25%')];
  }
  return typeof value === 'number' && value < 0
    ? [invalid(field, value, 'must be greater than or equal to 0', 'use 0 or more')]
    : [];
}

function wholeProblems(value: unknown, field: string): Finding[] {
  return typeof value === 'string' && PERCENT.test(value) && countOf(value) > 100
    ? [invalid(field, value, 'must not be greater than 100%', 'use at most 100%')]
    : [];
}

/** What is no number of pods counts as none. */
function countOf(value: unknown): number {
  if (typeof value === 'number') return value;
  const text = textOf(value);
  return /^[+-]?[0-9]+%?$/.test(text) ? parseInt(text, 10) : 0;
}
