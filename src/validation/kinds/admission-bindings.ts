/** Bindings of admission policies: which policy, with which parameters, and what it does. */
import { matchProblems } from './admission-matching';
import { pathSegmentProblems, repeats } from './field-names';
import { Finding } from '../../findings';
import { Fields, fieldsOf, isFields, subdomainProblems } from '../../kube';
import { fieldsAt } from '../../model';
import { duplicate, forbidden, invalid, missing, unsupported } from '../../resource';

/** What bindings of both kinds have. */
export function bindingProblems(after: Fields): Finding[] {
  const { policyName, paramRef, matchResources } = fieldsOf(after.spec);
  return [
    ...(typeof policyName !== 'string' || policyName === ''
      ? [missing('spec.policyName')]
      : subdomainProblems(policyName).map((why) =>
          invalid('spec.policyName', policyName, why, 'use a valid name'),
        )),
    ...(isFields(paramRef) ? paramRefProblems(paramRef) : []),
    ...(isFields(matchResources) ? matchProblems(matchResources, 'spec.matchResources') : []),
  ];
}

const NOT_FOUND_ACTIONS: readonly unknown[] = ['Deny', 'Allow'];

function paramRefProblems({ name, selector, parameterNotFoundAction }: Fields): Finding[] {
  const path = 'spec.paramRef';
  const found: Finding[] = [];
  const isNamed = typeof name === 'string' && name !== '';
  const both = (field: string) =>
    forbidden(`${path}.${field}`, 'name and selector are mutually exclusive', 'remove one of them');
  for (const why of isNamed ? pathSegmentProblems(name) : []) {
    found.push(invalid(`${path}.name`, name, why, 'use a valid name'));
  }
  if (isNamed && selector !== undefined) {
    found.push(both('name'), both('selector'));
  }
  if (!isNamed && selector === undefined) {
    found.push(missing(path, 'one of name or selector must be specified'));
  }
  if (parameterNotFoundAction === undefined || parameterNotFoundAction === '') {
    found.push(missing(`${path}.parameterNotFoundAction`));
  } else if (!NOT_FOUND_ACTIONS.includes(parameterNotFoundAction)) {
    const at = `${path}.parameterNotFoundAction`;
    found.push(unsupported(at, parameterNotFoundAction, NOT_FOUND_ACTIONS));
  }
  return found;
}

/** What a binding does with a violation: it is told once. */
export function actionProblems(after: Fields): Finding[] {
  const path = 'spec.validationActions';
  const { validationActions: actions } = fieldsAt(after, 'spec');
  if (!Array.isArray(actions) || actions.length === 0) {
    return [missing(path, 'at least one validation action is required')];
  }
  const found: Finding[] = [];
  const isTwice = repeats(actions);
  actions.forEach((action, index) => {
    if (isTwice[index]) {
      found.push(duplicate(`${path}[${index}]`, action, 'remove it'));
    }
  });
  if (actions.includes('Deny') && actions.includes('Warn')) {
    const why =
      'must not contain both Deny and Warn (repeating the same validation failure information in the API response and headers serves no purpose)';
    found.push(invalid(path, actions, why, 'keep one of them'));
  }
  return found;
}
