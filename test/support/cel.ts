/**
 * Admission policies as an API server acts on them: which requests a ValidatingAdmissionPolicy and its binding refuse.
 *
 * The expressions are executed. What this does not know (parameters, selectors of namespaces, libraries of the API
 * server) it refuses to judge.
 */
import type * as cel from '@marcbachmann/cel-js' with { 'resolution-mode': 'import' };
import { Fields, get, isFields, list } from './reading';
import { groupOf } from '../../src/kube';

// An ECMAScript module, which jest turns into one that can be required.
// eslint-disable-next-line @typescript-eslint/no-require-imports
const { Environment } = require('@marcbachmann/cel-js') as typeof cel;

/** A request, as far as policies of objects look at it. */
export interface AdmissionRequest {
  readonly operation: 'CREATE' | 'UPDATE' | 'DELETE';
  /** The resource, with its subresource: `persistentvolumes/status`. */
  readonly resource: string;
  readonly username?: string;
  /** What is to be; absent when something is deleted. */
  readonly object?: Fields;
  /** What is there; absent when something is created. */
  readonly oldObject?: Fields;
}

/** What becomes of a request. A denied one lists why; a warning and an entry of the audit log let it pass. */
export interface AdmissionVerdict {
  readonly denied: readonly string[];
  readonly warned: readonly string[];
  readonly audited: readonly string[];
}

/** What a policy with its binding makes of a request. Throws where an API server would not take the policy. */
export function admission(policy: Fields, binding: Fields, request: AdmissionRequest): AdmissionVerdict {
  const actions = list(get(binding, 'spec', 'validationActions'));
  if (get(binding, 'spec', 'policyName') !== get(policy, 'metadata', 'name')) throw new Error('the binding is one of another policy');
  if (get(binding, 'spec', 'matchResources') !== undefined || get(policy, 'spec', 'paramKind') !== undefined) throw new Error('not known here');
  const failures = failuresOf(policy, request);
  const by = (action: string) => actions.includes(action) ? failures : [];
  return { denied: by('Deny'), warned: by('Warn'), audited: by('Audit') };
}

/** The text of a message for an expression that is not true, or that fails where the policy says that it must not. */
function failuresOf(policy: Fields, request: AdmissionRequest): readonly string[] {
  const { matchConditions, variables, validations, failurePolicy = 'Fail' } = policy.spec as Fields;
  const evaluate = compiler(list(variables) as Named[]);
  const conditions = (list(matchConditions) as Named[]).map(({ expression }) => evaluate(expression, 'bool'));
  const rules = (list(validations) as Validation[]).map((validation) => ({
    holds: evaluate(validation.expression, 'bool'),
    message: validation.messageExpression === undefined ? undefined : evaluate(validation.messageExpression, 'string'),
    validation,
  }));
  if (!isMatched(policy, request)) return [];
  const input = inputOf(request);
  const broken = (error: unknown) => failurePolicy === 'Fail' ? [`expression failed: ${(error as Error).message.split('\n')[0]}`] : [];
  try {
    if (!conditions.every((condition) => condition(input))) return [];
  } catch (error) {
    return broken(error);
  }
  return rules.flatMap(({ holds, message, validation }) => {
    try {
      if (holds(input) === true) return [];
    } catch (error) {
      return broken(error);
    }
    const computed = message === undefined ? undefined : attempt(() => message(input));
    const text = typeof computed === 'string' && computed.trim() !== '' && !computed.includes('\n') ? computed : undefined;
    return [text ?? validation.message ?? `failed expression: ${validation.expression.trim()}`];
  });
}

interface Named { readonly name: string; readonly expression: string }
interface Validation { readonly expression: string; readonly message?: string; readonly messageExpression?: string }
type Input = { readonly [variable: string]: unknown };

/** Makes expressions of texts; all that an API server would refuse when the policy is made is thrown here. */
function compiler(variables: readonly Named[]): (expression: string, type: string) => (input: Input) => unknown {
  const environment = new Environment({ enableOptionalTypes: true });
  for (const name of ['object', 'oldObject', 'request', 'variables']) environment.registerVariable(name, 'dyn');
  const compile = (expression: string, ...types: string[]) => {
    const parsed = environment.parse(expression);
    const { valid, type, error } = parsed.check();
    if (!valid) throw error!;
    if (types.length > 0 && !types.includes(type!)) throw new Error(`${expression} is a ${type}, not a ${types[0]}`);
    return parsed;
  };
  const named = variables.map(({ name, expression }) => ({ name, evaluate: compile(expression) }));
  return (expression, type) => {
    const parsed = compile(expression, type, 'dyn');
    return (input) => {
      // As in an API server: computed when it is asked for, so that a variable that fails is only felt where it is used.
      const values = {};
      for (const { name, evaluate } of named) {
        Object.defineProperty(values, name, { enumerable: true, get: () => evaluate({ ...input, variables: values }) });
      }
      return parsed({ ...input, variables: values });
    };
  };
}

function inputOf({ operation, resource, username = 'someone', object, oldObject }: AdmissionRequest): Input {
  const [name, subResource = ''] = resource.split('/');
  return {
    object: value(object ?? null),
    oldObject: value(oldObject ?? null),
    request: value({ operation, resource: { group: groupOfObject(object ?? oldObject), resource: name }, subResource, userInfo: { username } }),
  };
}

/** The value with integers as such: CEL has them beside floating point numbers. */
function value(json: unknown): unknown {
  if (Number.isInteger(json)) return BigInt(json as number);
  if (Array.isArray(json)) return json.map(value);
  if (!isFields(json)) return json;
  return Object.fromEntries(Object.entries(json).filter(([, inner]) => inner !== null).map(([key, inner]) => [key, value(inner)]));
}

function isMatched(policy: Fields, request: AdmissionRequest): boolean {
  const { resourceRules, objectSelector, ...unknown } = get(policy, 'spec', 'matchConstraints') as Fields;
  if (Object.keys(unknown).length > 0) throw new Error(`not known here: ${Object.keys(unknown).join(', ')}`);
  const { object, oldObject } = request;
  const selects = (one: Fields | undefined) => one !== undefined && isSelected(objectSelector, get(one, 'metadata', 'labels'));
  return list(resourceRules).some((rule) => isNamed(rule, request)) && (objectSelector === undefined || selects(object) || selects(oldObject));
}

function isNamed(rule: unknown, { operation, resource, object, oldObject }: AdmissionRequest): boolean {
  const has = (field: string, wanted: string) => list(get(rule, field)).some((one) => one === '*' || one === wanted);
  return has('apiGroups', groupOfObject(object ?? oldObject)) && has('operations', operation) && list(get(rule, 'resources')).includes(resource);
}

function isSelected(selector: unknown, labels: unknown): boolean {
  if (!isFields(selector)) return true;
  if (selector.matchExpressions !== undefined) throw new Error('not known here: matchExpressions');
  return Object.entries((selector.matchLabels ?? {}) as Fields).every(([key, wanted]) => get(labels, key) === wanted);
}

function groupOfObject(object: Fields | undefined): string {
  return groupOf(String(object?.apiVersion));
}

function attempt(evaluate: () => unknown): unknown {
  try {
    return evaluate();
  } catch {
    return undefined;
  }
}
