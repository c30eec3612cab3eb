/** Quotas: what they count, and of which objects. */
import { isOfQuotas, isWhole, resourceNameProblems, shownQuantity } from './quota-names';
import { Finding } from '../../findings';
import { Fields, parseQuantity, textOf } from '../../kube';
import { at, fieldsAt, listAt } from '../../model';
import { invalid, required } from '../../resource';

const WHOLE = 1_000_000_000n;
const PODS = ['pods'];
const OF_PODS = [
  ...PODS,
  ...['cpu', 'memory'].flatMap((name) => [name, `limits.${name}`, `requests.${name}`]),
];
/** What is counted of the objects in a scope. */
const SCOPES: { readonly [scope: string]: readonly string[] } = {
  BestEffort: PODS,
  CrossNamespacePodAffinity: OF_PODS,
  NotBestEffort: OF_PODS,
  NotTerminating: OF_PODS,
  PriorityClass: OF_PODS,
  Terminating: OF_PODS,
  VolumeAttributesClass: ['persistentvolumeclaims', 'requests.storage'],
};
const USE_A_SCOPE = `use one of ${Object.keys(SCOPES).join(', ')}`;
/** Scopes in which an object is, or is not. */
const PLAIN = [
  'BestEffort',
  'CrossNamespacePodAffinity',
  'NotBestEffort',
  'NotTerminating',
  'Terminating',
];
const OPERATORS = ['In', 'NotIn', 'Exists', 'DoesNotExist'];
const OPPOSITES = [
  ['BestEffort', 'NotBestEffort'],
  ['Terminating', 'NotTerminating'],
];

export function quotaProblems(after: Fields): Finding[] {
  const hard = fieldsAt(after, 'spec.hard');
  return [
    ...Object.entries(hard).flatMap(([name, amount]) => amountProblems(name, amount)),
    ...scopeProblems(after, Object.keys(hard)),
    ...selectorProblems(after, Object.keys(hard)),
  ];
}

function amountProblems(name: string, amount: unknown): Finding[] {
  const field = `spec.hard[${name}]`;
  const { nano } = (typeof amount === 'string' && parseQuantity(amount)) || { nano: 0n };
  const wrong = (why: string, remedy: string) => invalid(field, shownQuantity(amount), why, remedy);
  return [
    ...resourceNameProblems(name, field, 'quotas'),
    ...(nano < 0n ? [wrong('must be greater than or equal to 0', 'use 0 or more')] : []),
    ...(isWhole(name) && nano % WHOLE !== 0n
      ? [wrong('must be an integer', 'use a whole number')]
      : []),
  ];
}

function scopeProblems(after: Fields, names: readonly string[]): Finding[] {
  const field = 'spec.scopes';
  const given = at(after, field);
  if (!Array.isArray(given)) return [];
  const scopes = given.map(String);
  const wrong = (why: string, remedy = 'use scopes that can be combined') =>
    invalid(field, given, why, remedy);
  return [
    ...scopes.flatMap((scope) => [
      ...(isScope(scope) ? [] : [wrong('unsupported scope', USE_A_SCOPE)]),
      ...(isFor(scope, names) ? [] : [wrong('unsupported scope applied to resource')]),
    ]),
    ...(areOpposed(scopes) ? [wrong('conflicting scopes')] : []),
  ];
}

function selectorProblems(after: Fields, names: readonly string[]): Finding[] {
  const field = 'spec.scopeSelector.matchExpressions';
  const expressions = listAt(after, field);
  const wrong = (why: string) => invalid(field, {}, why, 'use scopes that can be combined');
  return [
    ...expressions.flatMap((one) => [
      ...(isFor(String(one.scopeName), names)
        ? []
        : [wrong('unsupported scope applied to resource')]),
      ...expressionProblems(one, field),
    ]),
    ...(areOpposed(expressions.map(({ scopeName }) => String(scopeName)))
      ? [wrong('conflicting scopes')]
      : []),
  ];
}

function expressionProblems(
  { scopeName, operator, values }: Fields,
  field: string,
): readonly Finding[] {
  const found: Finding[] = [];
  const isEmpty = !Array.isArray(values) || values.length === 0;
  if (!isScope(textOf(scopeName))) {
    const scope = textOf(scopeName);
    found.push(invalid(`${field}.scopeName`, scope, 'unsupported scope', USE_A_SCOPE));
  }
  if (!OPERATORS.includes(textOf(operator))) {
    const remedy = `use one of ${OPERATORS.join(', ')}`;
    const why = 'not a valid selector operator';
    found.push(invalid(`${field}.operator`, textOf(operator), why, remedy));
  }
  if (PLAIN.includes(String(scopeName)) && operator !== 'Exists') {
    const why =
      "must be 'Exists' when scope is any of ResourceQuotaScopeTerminating, ResourceQuotaScopeNotTerminating, ResourceQuotaScopeBestEffort, ResourceQuotaScopeNotBestEffort or ResourceQuotaScopeCrossNamespacePodAffinity";
    found.push(invalid(`${field}.operator`, operator, why, 'use Exists'));
  }
  if ((operator === 'In' || operator === 'NotIn') && isEmpty) {
    const why = "must be at least one value when `operator` is 'In' or 'NotIn' for scope selector";
    found.push(required(`${field}.values`, 'list the values', why));
  }
  if ((operator === 'Exists' || operator === 'DoesNotExist') && !isEmpty) {
    const why = "must be no value when `operator` is 'Exist' or 'DoesNotExist' for scope selector";
    found.push(invalid(`${field}.values`, values, why, 'remove them'));
  }
  return found;
}

function isScope(scope: string): boolean {
  return Object.hasOwn(SCOPES, scope);
}

function isFor(scope: string, names: readonly string[]): boolean {
  const counted = isScope(scope) ? SCOPES[scope] : undefined;
  return !counted || names.every((name) => !isOfQuotas(name) || counted.includes(name));
}

function areOpposed(scopes: readonly string[]): boolean {
  return OPPOSITES.some((pair) => pair.every((scope) => scopes.includes(scope)));
}
