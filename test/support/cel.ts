/**
 * Admission policies as an API server acts on them: which requests a ValidatingAdmissionPolicy and
 * its binding refuse, and what a MutatingAdmissionPolicy makes of an object.
 *
 * The expressions are executed. What this does not know (libraries of the API server, labels of
 * namespaces but their names) it refuses to judge.
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
  readonly namespace?: string;
  /** What is to be; absent when something is deleted. */
  readonly object?: Fields;
  /** What is there; absent when something is created. */
  readonly oldObject?: Fields;
  /** The objects of the cluster, among which those of a policy's kind of parameters are. */
  readonly cluster?: readonly Fields[];
}

/**
 * What becomes of a request. A denied one lists why; a warning and an entry of the audit log let it
 * pass.
 */
export interface AdmissionVerdict {
  readonly denied: readonly string[];
  readonly warned: readonly string[];
  readonly audited: readonly string[];
}

/**
 * What a policy with its binding makes of a request. Throws where an API server would not take the
 * policy.
 */
export function admission(
  policy: Fields,
  binding: Fields,
  request: AdmissionRequest,
): AdmissionVerdict {
  return admissionBy(policy, binding)(request);
}

/** The same of many requests: the expressions are compiled once. */
export function admissionBy(
  policy: Fields,
  binding: Fields,
): (request: AdmissionRequest) => AdmissionVerdict {
  const actions = list(get(binding, 'spec', 'validationActions'));
  const { variables, matchConditions, validations, failurePolicy = 'Fail' } = policy.spec as Fields;
  const evaluate = compiler(list(variables) as Named[]);
  const isMet = compiledConditions(matchConditions);
  const rules = (list(validations) as Validation[]).map((validation) => ({
    holds: evaluate(validation.expression, 'bool'),
    message:
      validation.messageExpression === undefined
        ? undefined
        : evaluate(validation.messageExpression, 'string'),
    validation,
  }));
  const mustNotFail = failurePolicy === 'Fail';
  return (request) => {
    const failures = runsOf(policy, binding, request).flatMap((param) =>
      failuresOf(rules, isMet, inputOf(request, param), mustNotFail),
    );
    const by = (action: string) => (actions.includes(action) ? failures : []);
    return { denied: by('Deny'), warned: by('Warn'), audited: by('Audit') };
  };
}

/**
 * What becomes of an object by a MutatingAdmissionPolicy, or why the request is refused. Throws
 * where an API server would not take the policy.
 */
export function mutation(policy: Fields, binding: Fields, request: AdmissionRequest): Mutated {
  return mutationBy(policy, binding)(request);
}

/** An object as it becomes, or why the request is refused. */
export type Mutated = { readonly object: Fields } | { readonly denied: string };

/** The same of many requests: the expressions are compiled once. */
export function mutationBy(
  policy: Fields,
  binding: Fields,
): (request: AdmissionRequest) => Mutated {
  const { variables, matchConditions, mutations, failurePolicy = 'Fail' } = policy.spec as Fields;
  const evaluate = compiler(list(variables) as Named[], true);
  const isMet = compiledConditions(matchConditions);
  const patches = list(mutations).map((one) => {
    if (get(one, 'patchType') !== 'JSONPatch') throw new Error('not known here');
    return evaluate(withoutTypes(String(get(one, 'jsonPatch', 'expression'))), 'list');
  });
  return (request) => {
    let object = request.object!;
    for (const param of runsOf(policy, binding, request)) {
      for (const patch of patches) {
        const input = inputOf({ ...request, object }, param);
        try {
          if (isMet(input)) object = (patch(input) as Patch[]).reduce(applied, object);
        } catch (error) {
          if (failurePolicy === 'Fail') return { denied: (error as Error).message.split('\n')[0] };
        }
      }
    }
    return { object };
  };
}

/** A policy runs once, or once for each parameter: then not at all without any. */
function runsOf(
  policy: Fields,
  binding: Fields,
  request: AdmissionRequest,
): (Fields | undefined)[] {
  if (get(binding, 'spec', 'policyName') !== get(policy, 'metadata', 'name')) {
    throw new Error('the binding is one of another policy');
  }
  if (!isMatched(get(policy, 'spec', 'matchConstraints') as Fields, request)) return [];
  const resources = get(binding, 'spec', 'matchResources') as Fields | undefined;
  if (resources && !isMatched(resources, request)) return [];
  const kind = get(policy, 'spec', 'paramKind') as Fields | undefined;
  const ref = get(binding, 'spec', 'paramRef');
  if (!kind) return [undefined];
  // With Deny, all requests would be refused without it.
  if (get(ref, 'parameterNotFoundAction') !== 'Allow') throw new Error('not known here');
  const params = (request.cluster ?? []).filter(
    (one) => one.kind === kind.kind && one.apiVersion === kind.apiVersion,
  );
  const isMeant = (one: Fields) =>
    ['name', 'namespace'].every((field) => get(one, 'metadata', field) === get(ref, field));
  if (get(ref, 'name') !== undefined) return params.filter(isMeant);
  if (JSON.stringify(get(ref, 'selector')) !== '{}') throw new Error('not known here');
  return params;
}

interface Rule {
  readonly holds: (input: Input) => unknown;
  readonly message?: (input: Input) => unknown;
  readonly validation: Validation;
}

/**
 * The text of a message for an expression that is not true, or that fails where the policy says
 * that it must not.
 */
function failuresOf(
  rules: readonly Rule[],
  isMet: (input: Input) => boolean,
  input: Input,
  mustNotFail: boolean,
): readonly string[] {
  const broken = (error: unknown) =>
    mustNotFail ? [`expression failed: ${(error as Error).message.split('\n')[0]}`] : [];
  try {
    if (!isMet(input)) return [];
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
    const text =
      typeof computed === 'string' && computed.trim() !== '' && !computed.includes('\n')
        ? computed
        : undefined;
    return [text ?? validation.message ?? `failed expression: ${validation.expression.trim()}`];
  });
}

/** Whether all match conditions hold; they know no variables. */
function compiledConditions(conditions: unknown): (input: Input) => boolean {
  const evaluate = compiler([]);
  const holding = (list(conditions) as Named[]).map(({ expression }) =>
    evaluate(expression, 'bool'),
  );
  return (input) => holding.every((holds) => holds(input) === true);
}

interface Named {
  readonly name: string;
  readonly expression: string;
}
interface Validation {
  readonly expression: string;
  readonly message?: string;
  readonly messageExpression?: string;
}
type Input = { readonly [variable: string]: unknown };

interface Parsed {
  readonly parsed: ReturnType<cel.Environment['parse']>;
  readonly checked: ReturnType<Parsed['parsed']['check']>;
}

/** What expressions are compiled by, and what has been: the variables are always the same. */
const engines = new Map<boolean, Engine>();

interface Engine {
  readonly environment: cel.Environment;
  readonly parsed: Map<string, Parsed>;
}

function engineFor(isPatch: boolean): Engine {
  const known = engines.get(isPatch);
  if (known) return known;
  // The objects that patches are made of have fields of any types.
  const environment = new Environment({
    enableOptionalTypes: true,
    homogeneousAggregateLiterals: !isPatch,
  });
  for (const name of ['object', 'oldObject', 'params', 'request', 'variables']) {
    environment.registerVariable(name, 'dyn');
  }
  const engine = { environment, parsed: new Map<string, Parsed>() };
  engines.set(isPatch, engine);
  return engine;
}

/**
 * Makes expressions of texts; all that an API server would refuse when the policy is made is thrown
 * here.
 */
function compiler(
  variables: readonly Named[],
  isPatch: boolean = false,
): (expression: string, type: string) => (input: Input) => unknown {
  const { environment, parsed: known } = engineFor(isPatch);
  const parse = (expression: string): Parsed => {
    const parsed = environment.parse(expression);
    const one = { parsed, checked: parsed.check() };
    known.set(expression, one);
    return one;
  };
  const compile = (expression: string, ...types: string[]) => {
    const {
      parsed,
      checked: { valid, type, error },
    } = known.get(expression) ?? parse(expression);
    if (!valid) throw error!;
    if (
      types.length > 0 &&
      !types.some((wanted) => wanted === type || type!.startsWith(`${wanted}<`))
    ) {
      throw new Error(`${expression} is a ${type}, not a ${types[0]}`);
    }
    return parsed;
  };
  const named = variables.map(({ name, expression }) => ({ name, evaluate: compile(expression) }));
  return (expression, type) => {
    const parsed = compile(expression, type, 'dyn');
    return (input) => {
      // As in an API server: computed when it is asked for, so that a variable that fails is only
      // felt where it is used.
      const values = {};
      for (const { name, evaluate } of named) {
        Object.defineProperty(values, name, {
          enumerable: true,
          get: () => evaluate({ ...input, variables: values }),
        });
      }
      return parsed({ ...input, variables: values });
    };
  };
}

function inputOf(
  {
    operation,
    resource,
    namespace = '',
    username = 'someone',
    object,
    oldObject,
  }: AdmissionRequest,
  params?: Fields,
): Input {
  const [name, subResource = ''] = resource.split('/');
  return {
    object: value(object ?? null),
    oldObject: value(oldObject ?? null),
    params: value(params ?? null),
    // What is empty is not there.
    request: value({
      operation,
      ...(namespace === '' ? {} : { namespace }),
      resource: { group: groupOfObject(object ?? oldObject), resource: name },
      ...(subResource === '' ? {} : { subResource }),
      userInfo: { username },
    }),
  };
}

/** The value with integers as such: CEL has them beside floating point numbers. */
function value(json: unknown): unknown {
  if (Number.isInteger(json)) return BigInt(json as number);
  if (Array.isArray(json)) return json.map(value);
  if (!isFields(json)) return json;
  return Object.fromEntries(
    Object.entries(json)
      .filter(([, inner]) => inner !== null)
      .map(([key, inner]) => [key, value(inner)]),
  );
}

/** Whether a request is one of those that a policy, or its binding, is for. */
function isMatched(
  { resourceRules, objectSelector, namespaceSelector, ...unknown }: Fields,
  request: AdmissionRequest,
): boolean {
  if (Object.keys(unknown).length > 0) {
    throw new Error(`not known here: ${Object.keys(unknown).join(', ')}`);
  }
  const { object, oldObject, namespace } = request;
  const selects = (one: Fields | undefined) =>
    one !== undefined && isSelected(objectSelector, get(one, 'metadata', 'labels'));
  return (
    (resourceRules === undefined || list(resourceRules).some((rule) => isNamed(rule, request))) &&
    (objectSelector === undefined || selects(object) || selects(oldObject)) &&
    isSelected(namespaceSelector, { 'kubernetes.io/metadata.name': namespace })
  );
}

function isNamed(
  rule: unknown,
  { operation, resource, object, oldObject }: AdmissionRequest,
): boolean {
  const has = (field: string, wanted: string) =>
    list(get(rule, field)).some((one) => one === '*' || one === wanted);
  return (
    has('apiGroups', groupOfObject(object ?? oldObject)) &&
    has('operations', operation) &&
    list(get(rule, 'resources')).includes(resource)
  );
}

function isSelected(selector: unknown, labels: unknown): boolean {
  if (!isFields(selector)) return true;
  const isExcluded = (one: unknown) => {
    if (get(one, 'operator') !== 'NotIn') {
      throw new Error(`not known here: ${String(get(one, 'operator'))}`);
    }
    return list(get(one, 'values')).includes(get(labels, String(get(one, 'key'))));
  };
  if (list(selector.matchExpressions).some(isExcluded)) return false;
  return Object.entries((selector.matchLabels ?? {}) as Fields).every(
    ([key, wanted]) => get(labels, key) === wanted,
  );
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

/** An operation of a JSON patch. */
interface Patch {
  readonly op: string;
  readonly path: string;
  readonly value: unknown;
}

/** The object with what is added; throws where there is nothing to add to. */
function applied(object: Fields, { op, path, value: added }: Patch): Fields {
  if (op !== 'add') throw new Error(`not known here: ${op}`);
  const copy = plain(object);
  const fields = path
    .split('/')
    .slice(1)
    .map((field) => field.replaceAll('~1', '/').replaceAll('~0', '~'));
  const last = fields.pop()!;
  const place = fields.reduce<unknown>(
    (at, field) => (Array.isArray(at) ? at[Number(field)] : get(at, field)),
    copy,
  );
  if (Array.isArray(place)) {
    if (last !== '-') throw new Error(`not known here: ${path}`);
    place.push(plain(added));
  } else if (isFields(place)) {
    (place as Record<string, unknown>)[last] = plain(added);
  } else {
    throw new Error(`there is nothing at ${path}`);
  }
  return copy;
}

function plain<T>(computed: T): T {
  return JSON.parse(
    JSON.stringify(computed, (_key, one) => (typeof one === 'bigint' ? Number(one) : one)),
  );
}

const TOKENS = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[A-Za-z_][\w.]*\s*\{|[A-Za-z_]\w*\s*:|[{}]|\?/g;

/**
 * An expression with maps in place of objects of types, which this engine does not know:
 * `Object.a{b: 1}` is `{"b": 1}`.
 */
export function withoutTypes(expression: string): string {
  // Whether each brace that is open is one of an object with a type.
  const open: boolean[] = [];
  return expression.replace(TOKENS, (token) => {
    if (/^["'?]/.test(token)) return token;
    if (token === '}') {
      open.pop();
      return token;
    }
    if (token.endsWith('{')) {
      open.push(token !== '{');
      return '{';
    }
    return open.at(-1) === true ? token.replace(/^(\w+)/, '"$1"') : token;
  });
}
