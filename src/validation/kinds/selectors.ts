/** Selectors of labels: what the API server asks of them, and of those of workloads. */
import { Finding } from '../../findings';
import {
  append,
  Fields,
  fieldsOf,
  labelValueProblems,
  qualifiedKeyProblems,
  valuesOf,
  textOf,
} from '../../kube';
import { at, fieldsAt, listAt } from '../../model';
import { selects } from '../../object';
import { required, invalid, forbidden, saying } from '../../resource';
import { labelFaults } from '../labels';
import { isServerAssigned } from '../server-assigned';

/**
 * What a workload's selector must be: there, and such that it chooses the pods of the template.
 * `kind` is as the server writes it.
 */
export function selectorProblems(after: Fields, kind: string): Finding[] {
  const path = 'spec.selector';
  const selector = at(after, path);
  const found: Finding[] = [];
  if (selector === undefined && kind !== 'daemonset') {
    found.push(required(path, 'copy the labels of the template to matchLabels'));
  }
  const isEmpty = selector !== undefined && Object.keys(fieldsOf(selector)).length === 0;
  if (isEmpty) {
    const why = `empty selector is invalid for ${kind}`;
    const remedy = 'copy the labels of the template to matchLabels';
    found.push(saying(invalid(path, {}, why, remedy), `Invalid value: {}: ${why}`));
  }
  const labels = fieldsAt(after, 'spec.template.metadata.labels');
  if (selects(selector, labels)) return found;
  // What is no selector chooses nothing, and the server does not say so of each label.
  if (selector !== undefined && selectorFaults(fieldsOf(selector), path).length > 0) {
    const why = kind === 'statefulset' ? undefined : 'invalid label selector';
    return [...found, unreadable(path, why)];
  }
  return [...found, mismatch(labels)];
}

function unreadable(field: string, why: string = ''): Finding {
  const remedy = 'correct its labels and expressions';
  const message = why === '' ? 'Invalid value: {…}' : `Invalid value: {…}: ${why}`;
  return saying(invalid(field, {}, 'it is not a valid selector', remedy), message);
}

/** The template's labels must be those that the selector looks for. */
export function mismatch(labels: Fields): Finding {
  return invalid(
    'spec.template.metadata.labels',
    labels,
    '`selector` does not match template \`labels\`',
    'keep the template labels that the selector matches',
  );
}

/** What is wrong with a selector wherever one is; `path` is its place. */
export function selectorFaults(selector: Fields, path: string): Finding[] {
  const found: Finding[] = [];
  const invalids = (field: string, text: string, problems: readonly string[], remedy: string) => {
    for (const problem of problems) found.push(invalid(field, text, problem, remedy));
  };
  append(found, labelFaults(selector.matchLabels, `${path}.matchLabels`));
  listAt(selector, 'matchExpressions').forEach(({ key, operator, values: given }, index) => {
    const place = `${path}.matchExpressions[${index}]`;
    const list = valuesOf(given);
    if (operator === 'In' || operator === 'NotIn') {
      if (list.length === 0) {
        found.push(
          required(
            `${place}.values`,
            'list the values',
            "must be specified when `operator` is 'In' or 'NotIn'",
          ),
        );
      }
    } else if (operator === 'Exists' || operator === 'DoesNotExist') {
      if (list.length > 0) {
        found.push(
          forbidden(
            `${place}.values`,
            "may not be specified when `operator` is 'Exists' or 'DoesNotExist'",
            'remove them',
          ),
        );
      }
    } else {
      found.push(
        invalid(
          `${place}.operator`,
          operator ?? '',
          'not a valid selector operator',
          'use In, NotIn, Exists or DoesNotExist',
        ),
      );
    }
    invalids(`${place}.key`, textOf(key), qualifiedKeyProblems(textOf(key)), 'use a valid key');
    list.forEach((value, position) => {
      if (typeof value !== 'string' || isServerAssigned(value)) return;
      const field = `${place}.values[${position}]`;
      invalids(field, value, labelValueProblems(value), 'use a valid value');
    });
  });
  return found;
}
