/** Admission policies among the objects: what they say of a request, as the API server evaluates them. */
import { compile, Failed, NotUnderstood, Program } from './cel';
import { Cluster, Stored } from './cluster';
import { labelsOf, matchOf, PolicyRequest } from './policy-match';
import { policyVariables } from './policy-variables';
import { Forbidden } from './quota';
import { at, listAt } from './rules';
import { Fields, groupOf, isFields } from '../kube';
import { selects } from '../object';

const POLICY = 'admissionregistration.k8s.io/ValidatingAdmissionPolicy';
const BINDING = 'admissionregistration.k8s.io/ValidatingAdmissionPolicyBinding';

/** Nobody can lock himself out by a policy about policies. */
const EXEMPT = [POLICY, BINDING, 'admissionregistration.k8s.io/MutatingAdmissionPolicy', 'admissionregistration.k8s.io/MutatingAdmissionPolicyBinding'];

/** HTTP status codes of the reasons that a validation may give. */
const CODES: { readonly [reason: string]: number } = { Unauthorized: 401, Forbidden: 403, Invalid: 422, RequestEntityTooLarge: 413 };

/** Where policies come from, and the parameters that they take. */
export interface PolicyWorld {
  /** The cluster at rest: a policy is in force some time after it was applied, and not at once. */
  readonly settled: Cluster;
  /** The cluster as it is now. */
  readonly now: Cluster;
  readonly minor: number;
}

/** What becomes of a request: refused by policies in force, or perhaps, by what only the cluster knows. */
export interface PolicyAnswer {
  readonly forbidden: readonly Denied[];
  /** What would have to be known to tell. */
  readonly unknown: readonly string[];
  /** What does not refuse it yet, and will. */
  readonly coming: readonly string[];
}

/** A refusal by a policy. */
export interface Denied extends Forbidden {
  readonly policy: string;
  /** What the policy says. */
  readonly words: string;
  /** Whether the policy is as it was, so that it refuses the same request later on. */
  readonly isStill: boolean;
}

/** No policy objects. */
export const ADMITTED: PolicyAnswer = { forbidden: [], unknown: [], coming: [] };

/** What the policies say of a request. */
export function policyAnswer({ settled, now, minor }: PolicyWorld, request: PolicyRequest): PolicyAnswer {
  if (!hasPolicies(settled) && !hasPolicies(now) || EXEMPT.includes(`${groupOf(request.apiVersion)}/${request.kind}`)) return ADMITTED;
  const inForce = denialsIn(settled, now, request, minor);
  const next = settled === now ? inForce : denialsIn(now, now, request, minor);
  const isStill = ({ policy }: Denial) => next.some((one) => one.policy === policy && one.unless === undefined);
  return {
    forbidden: inForce.filter(({ unless }) => unless === undefined).map((denial) => refusalOf(denial, request, isStill(denial))),
    unknown: inForce.flatMap(({ unless }) => unless ?? []),
    coming: next.filter(({ policy, unless }) => unless === undefined && !inForce.some((one) => one.policy === policy))
      .map(({ policy }) => `whether the policy ${JSON.stringify(policy)}, which changes as well, is in force by then: it would refuse this`),
  };
}

/** Whether any policy may be in force. */
export function hasPolicies(cluster: Cluster): boolean {
  for (const _binding of cluster.ofKind(BINDING)) return true;
  return false;
}

/** One policy with one binding that objects, or that would unless something holds. */
interface Denial {
  readonly policy: string;
  readonly binding: string;
  readonly message: string;
  readonly code: number;
  readonly unless?: string;
}

function refusalOf({ policy, binding, message, code }: Denial, { apiVersion, resource, name, operation }: PolicyRequest, isStill: boolean): Denied {
  const group = groupOf(apiVersion);
  const what = group === '' ? resource : `${resource}.${group}`;
  return {
    field: '',
    code,
    policy,
    words: message,
    isStill,
    message: `${what} ${JSON.stringify(name)} is forbidden: ValidatingAdmissionPolicy '${policy}' with binding '${binding}' denied request: ${message}`,
    remedy: isStill ? `${operation === 'DELETE' ? 'keep the object' : `change the object as the policy ${JSON.stringify(policy)} requires`}, or change the policy first`
      : 'apply the change of the policy first, and this afterwards',
  };
}

/** The objections of all policies of a cluster. Labels of namespaces are those of now. */
function denialsIn(cluster: Cluster, now: Cluster, request: PolicyRequest, minor: number): Denial[] {
  const found: Denial[] = [];
  for (const binding of cluster.ofKind(BINDING)) {
    const actions = at(binding.live, 'spec.validationActions');
    const policy = cluster.find(POLICY, undefined, String(at(binding.live, 'spec.policyName')));
    if (!policy || !Array.isArray(actions) || !actions.includes('Deny')) continue;
    const matches = [at(policy.live, 'spec.matchConstraints'), at(binding.live, 'spec.matchResources')].map((one) => matchOf(one, request, now, minor));
    if (matches.includes('no')) continue;
    const unless = matches.find((match) => typeof match === 'object')?.unless;
    const denials = runsOf(policy, binding, request, cluster).flatMap((run) => objections(run));
    // What surely denies it counts more than what may.
    const denial = denials.find((one) => one.unless === undefined) ?? denials.at(0);
    if (denial) found.push({ policy: policy.sent.name, binding: binding.sent.name, ...unless === undefined ? {} : { unless }, ...denial });
  }
  return found;
}

/** One evaluation of a policy: for an object, with a parameter. */
interface PolicyRun {
  readonly policy: Stored;
  readonly variables: Fields;
  /** Why it cannot be evaluated. */
  readonly failure?: string;
}

type Objection = Pick<Denial, 'message' | 'code' | 'unless'>;

function objections(run: PolicyRun): Objection[] {
  const { policy, variables, failure } = run;
  const isStrict = at(policy.live, 'spec.failurePolicy') !== 'Ignore';
  const failed = (message: string): Objection[] => isStrict ? [{ message, code: CODES.Invalid }] : [];
  if (failure !== undefined) return failed(`failed to configure binding: ${failure}`);
  const unclear: Objection = { message: '', code: 0, unless: `whether the policy ${JSON.stringify(policy.sent.name)} admits it` };
  const conditions = listAt(policy.live, 'spec.matchConditions').map(({ expression }) => outcome(expression, variables));
  if (conditions.includes(false)) return [];
  const error = conditions.find((one) => typeof one === 'string');
  if (error !== undefined) return failed(error);
  const found = listAt(policy.live, 'spec.validations').flatMap((validation): Objection[] => {
    const result = outcome(validation.expression, variables);
    if (result === true) return [];
    if (result === undefined) return [unclear];
    if (typeof result === 'string') return failed(result);
    const code = typeof validation.reason === 'string' && Object.hasOwn(CODES, validation.reason) ? CODES[validation.reason] : CODES.Invalid;
    return [{ message: words(validation, variables), code }];
  });
  return conditions.includes(undefined) && found.length > 0 ? [unclear] : found;
}

function words({ expression, message, messageExpression }: Fields, variables: Fields): string {
  const told = typeof messageExpression === 'string' ? resultOf(messageExpression, variables) : undefined;
  if (told && 'value' in told && typeof told.value === 'string' && told.value.trim() !== '') return told.value;
  return typeof message === 'string' && message !== '' ? message : `failed expression: ${String(expression)}`;
}

/** Whether a condition holds; a text if it fails, and undefined if nobody knows who has only the files. */
function outcome(expression: unknown, variables: Fields): boolean | string | undefined {
  const result = resultOf(String(expression), variables);
  if (!result) return undefined;
  return 'value' in result ? result.value === true : `expression '${String(expression)}' resulted in error: ${result.error}`;
}

const PROGRAMS = new Map<string, Program | undefined>();
const MOST_PROGRAMS = 1000;

/** What an expression comes to; undefined if that is not known here. */
function resultOf(expression: string, variables: Fields): { readonly value: unknown } | { readonly error: string } | undefined {
  try {
    return { value: valueOf(expression, variables) };
  } catch (error) {
    return error instanceof Failed ? { error: error.message } : undefined;
  }
}

function valueOf(expression: string, variables: Fields): unknown {
  const program = programOf(expression);
  if (!program) throw new NotUnderstood(expression);
  return program(variables);
}

/** Read once, however many objects it is evaluated for. */
function programOf(expression: string): Program | undefined {
  if (!PROGRAMS.has(expression)) {
    if (PROGRAMS.size >= MOST_PROGRAMS) PROGRAMS.clear();
    PROGRAMS.set(expression, understood(expression));
  }
  return PROGRAMS.get(expression);
}

function understood(expression: string): Program | undefined {
  try {
    return compile(expression);
  } catch {
    return undefined;
  }
}

/** A policy runs once for each of its parameters. */
function runsOf(policy: Stored, binding: Stored, request: PolicyRequest, cluster: Cluster): PolicyRun[] {
  const kind = at(policy.live, 'spec.paramKind');
  const ref = at(binding.live, 'spec.paramRef');
  const run = (params: unknown): PolicyRun => ({ policy, variables: policyVariables(policy.live, request, params, cluster, valueOf) });
  if (!isFields(kind) || !isFields(ref)) return [run(null)];
  const { name, namespace, selector, parameterNotFoundAction } = ref;
  const kindKey = `${groupOf(String(kind.apiVersion))}/${String(kind.kind)}`;
  if (typeof name !== 'string' || name === '') {
    const inScope = (one: Stored) => one.sent.namespace === undefined || one.sent.namespace === (namespace ?? request.namespace);
    const params = [...cluster.ofKind(kindKey)].filter((one) => inScope(one) && selects(selector, labelsOf(one.live)));
    if (params.length > 0) return params.map(({ live }) => run(live));
  } else {
    const found = cluster.find(kindKey, undefined, name) ?? cluster.find(kindKey, String(namespace ?? request.namespace), name);
    if (found) return [run(found.live)];
  }
  if (parameterNotFoundAction === 'Allow') return [];
  return [{ policy, variables: {}, failure: 'no params found for policy binding with `Deny` parameterNotFoundAction' }];
}
