/** Doubts about pods that only servers with a feature gate take, which is off by default. */
import { Fields, fieldsOf, podTemplatePath } from '../../kube';
import { listAt, standingOf } from '../../model';
import { COMPARISON_GATE as GATE, COMPARISONS } from '../../pod';
import { AppliedManifest } from '../../validation';

/**
 * What the answer to an object depends on, if a toleration of its pods needs the gate. An object
 * whose pods had such a toleration `before` may keep it.
 */
export function gateDoubts(
  { apiVersion, kind }: AppliedManifest,
  live: Fields,
  minor: number,
  before: Fields = {},
): readonly string[] {
  const template = podTemplatePath(apiVersion, kind);
  if (!template) return [];
  const operator = comparisonIn(live, template);
  return operator === undefined ||
    comparisonIn(before, template) !== undefined ||
    standingOf(GATE, minor) === 'on'
    ? []
    : [`whether the feature gate ${GATE} is enabled, which the operator ${operator} needs`];
}

function comparisonIn(object: Fields, template: readonly string[]): string | undefined {
  const found = listAt(object, [...template, 'spec', 'tolerations'].join('.')).find((one) =>
    COMPARISONS.includes(fieldsOf(one).operator),
  );
  return found && String(fieldsOf(found).operator);
}
