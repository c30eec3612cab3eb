/**
 * Admission policies among the objects: what they say of a request, as the API server evaluates
 * them.
 */
import { labelsOf, matchOf, PolicyRequest } from './policy-match';
import { policyVariables } from './policy-variables';
import { resultOf } from '../../cel';
import { Finding } from '../../findings';
import { Fields, groupOf, isClusterScoped, isFields } from '../../kube';
import { at, listAt } from '../../model';
import { selects } from '../../object';
import { inWords } from '../../resource';
import { Cluster } from '../cluster';
import type { Judgement } from '../server/judgement';
import { Stored } from '../stored';

const POLICY = 'admissionregistration.k8s.io/ValidatingAdmissionPolicy';
const BINDING = 'admissionregistration.k8s.io/ValidatingAdmissionPolicyBinding';

/** Otherwise a policy could deny its own removal. */
const EXEMPT = [
  POLICY,
  BINDING,
  'admissionregistration.k8s.io/MutatingAdmissionPolicy',
  'admissionregistration.k8s.io/MutatingAdmissionPolicyBinding',
];

/** HTTP status codes of the reasons that a validation may give. */
const CODES: { readonly [reason: string]: number } = {
  Unauthorized: 401,
  Forbidden: 403,
  Invalid: 422,
  RequestEntityTooLarge: 413,
};

/** Where policies come from, and the parameters that they take. */
export interface PolicyWorld {
  /** The cluster at rest: a policy is in force some time after it was applied, and not at once. */
  readonly settled: Cluster;
  /** The cluster as it is now. */
  readonly now: Cluster;
  readonly minor: number;
}

/**
 * What becomes of a request: denied by policies in force, or perhaps, by what only the cluster
 * knows.
 */
export interface PolicyAnswer extends Judgement {
  readonly refused: readonly Denied[];
  /** What does not deny it yet, and will, or may. */
  readonly coming: readonly string[];
}

interface Denied extends Finding {
  readonly policy: string;
  /** What the policy says. */
  readonly words: string;
  /** Whether the policy is as it was, so that it denies the same request later on. */
  readonly isStill: boolean;
}

/** What policies say where none denies. */
export const ADMITTED: PolicyAnswer = { refused: [], unknown: [], coming: [] };

export function policyAnswer(
  { settled, now, minor }: PolicyWorld,
  request: PolicyRequest,
): PolicyAnswer {
  if (EXEMPT.includes(`${groupOf(request.apiVersion)}/${request.kind}`)) return ADMITTED;
  const inForce = objectionsIn(settled, now, request, minor);
  const next = areSamePolicies(settled, now) ? inForce : objectionsIn(now, now, request, minor);
  const sure = inForce.filter(({ doubt }) => doubt === undefined);
  const isStill = ({ policy }: Objection) =>
    next.some((one) => one.policy === policy && one.doubt === undefined);
  const name = (policy: string) =>
    `whether the policy ${JSON.stringify(policy)}, which also changes, is already in force`;
  return {
    refused: sure.map((objection) => deniedBy(objection, request, isStill(objection))),
    unknown: inForce.flatMap(({ doubt }) => doubt ?? []),
    coming: next
      .filter(({ policy }) => !inForce.some((one) => one.policy === policy))
      .map(
        ({ policy, doubt }) =>
          `${name(policy)}: ${doubt === undefined ? 'it would deny this' : 'it may deny this'}`,
      ),
  };
}

/** Whether a kind decides which policies are in force. */
export function isOfPolicies(kindKey: string): boolean {
  return kindKey === POLICY || kindKey === BINDING;
}

/** Whether any policy may be in force. */
export function hasPolicies(cluster: Cluster): boolean {
  for (const _binding of cluster.ofKind(BINDING)) return true;
  return false;
}

/** Whether the policies are the very same. Parameters may be others. */
function areSamePolicies(one: Cluster, other: Cluster): boolean {
  if (one === other) return true;
  for (const kind of [POLICY, BINDING]) {
    const [some, others] = [one, other].map((cluster) => [...cluster.ofKind(kind)]);
    if (
      some.length !== others.length ||
      some.some(
        ({ live }, index) =>
          live !== others[index].live || at(live, 'spec.paramKind') !== undefined,
      )
    ) {
      return false;
    }
  }
  return true;
}

/** One policy with one binding that objects, or that may. */
interface Objection {
  readonly policy: string;
  readonly binding: string;
  readonly message: string;
  readonly code: number;
  /** What would have to be known to tell whether it objects. */
  readonly doubt?: string;
}

function deniedBy(
  { policy, binding, message, code }: Objection,
  { apiVersion, resource, name, operation }: PolicyRequest,
  isStill: boolean,
): Denied {
  const group = groupOf(apiVersion);
  const what = `${group === '' ? resource : `${resource}.${group}`} ${JSON.stringify(name) ?? '""'}`;
  const instead =
    operation === 'DELETE'
      ? 'keep the object'
      : `change the object as the policy ${JSON.stringify(policy)} requires`;
  return {
    ...inWords(
      '',
      `${what} is forbidden: ValidatingAdmissionPolicy '${policy}' with binding '${binding}' denied request: ${message}`,
      isStill
        ? `${instead}, or change the policy first`
        : 'apply the change of the policy first, and this afterwards',
      code,
    ),
    policy,
    words: message,
    isStill,
  };
}

/** The objections of all policies of a cluster. Namespaces are those of now. */
function objectionsIn(
  cluster: Cluster,
  now: Cluster,
  request: PolicyRequest,
  minor: number,
): Objection[] {
  const found: Objection[] = [];
  for (const binding of cluster.ofKind(BINDING)) {
    const actions = at(binding.live, 'spec.validationActions');
    const policy = cluster.find(POLICY, undefined, String(at(binding.live, 'spec.policyName')));
    if (!policy || !Array.isArray(actions) || !actions.includes('Deny')) continue;
    const matches = [
      at(policy.live, 'spec.matchConstraints'),
      at(binding.live, 'spec.matchResources'),
    ].map((one) => matchOf(one, request, now, minor));
    if (matches.includes('no')) continue;
    const doubt = matches.find((match) => typeof match === 'object')?.doubt;
    const all = runsOf(policy, binding, request, cluster).flatMap((run) => verdictsOf(run, now));
    // What surely denies it counts more than what may.
    const verdict = all.find((one) => one.doubt === undefined) ?? all.at(0);
    if (verdict) {
      found.push(doubt === undefined ? verdict : { doubt, ...verdict });
    }
  }
  return found;
}

/** One evaluation of a policy: for an object, with a parameter. */
interface PolicyRun {
  readonly policy: Stored;
  readonly binding: Stored;
  readonly request: PolicyRequest;
  readonly params?: Stored;
  /** Why it cannot be evaluated. */
  readonly failure?: string;
  readonly doubt?: string;
}

function verdictsOf(
  { policy, binding, request, params, failure, doubt }: PolicyRun,
  now: Cluster,
): Objection[] {
  const by = { policy: policy.sent.name, binding: binding.sent.name };
  const isStrict = at(policy.live, 'spec.failurePolicy') !== 'Ignore';
  const failed = (message: string): Objection[] =>
    isStrict ? [{ ...by, message, code: CODES.Invalid }] : [];
  const unclear = (why: string): Objection => ({ ...by, message: '', code: 0, doubt: why });
  if (doubt !== undefined) return [unclear(doubt)];
  if (failure !== undefined) return failed(`failed to configure binding: ${failure}`);
  const variables = policyVariables(policy.live, request, params, now);
  const mayAdmit = unclear(`whether the policy ${JSON.stringify(policy.sent.name)} admits it`);
  // Conditions are evaluated without the namespace.
  const conditions = listAt(policy.live, 'spec.matchConditions').map(({ expression }) =>
    outcome(expression, { ...variables, namespaceObject: null }),
  );
  if (conditions.includes(false)) return [];
  const errors = [...new Set(conditions.filter((one) => typeof one === 'string'))];
  if (errors.length > 0 && !conditions.includes(undefined)) {
    return failed(errors.length === 1 ? errors[0] : `[${errors.join(', ')}]`);
  }
  const found = listAt(policy.live, 'spec.validations').flatMap((validation): Objection[] => {
    const result = outcome(validation.expression, variables);
    if (result === true) return [];
    if (result === undefined) return [mayAdmit];
    if (typeof result === 'string') return failed(result);
    const code =
      typeof validation.reason === 'string' && Object.hasOwn(CODES, validation.reason)
        ? CODES[validation.reason]
        : CODES.Invalid;
    return [{ ...by, message: words(validation, variables), code }];
  });
  if (
    isStrict &&
    listAt(policy.live, 'spec.auditAnnotations').some(
      ({ valueExpression }) => !isAnnotation(valueExpression, variables),
    )
  ) {
    found.push(mayAdmit);
  }
  return conditions.includes(undefined) && found.length + errors.length > 0 ? [mayAdmit] : found;
}

/** Whether the value of an audit annotation can surely be computed. */
function isAnnotation(expression: unknown, variables: Fields): boolean {
  const result = resultOf(String(expression), variables);
  return result !== undefined && 'value' in result;
}

function words({ expression, message, messageExpression }: Fields, variables: Fields): string {
  const result =
    typeof messageExpression === 'string' ? resultOf(messageExpression, variables) : undefined;
  const told =
    result && 'value' in result && typeof result.value === 'string' ? result.value.trim() : '';
  if (told !== '' && told.length <= MOST_MESSAGE && !told.includes('\n')) return told;
  return typeof message === 'string' && message.trim() !== ''
    ? message.trim()
    : `failed expression: ${String(expression).trim()}`;
}

const MOST_MESSAGE = 5 * 1024;

/**
 * Whether a condition holds; a text if it fails, and undefined if nobody knows who has only the
 * files.
 */
function outcome(expression: unknown, variables: Fields): boolean | string | undefined {
  const result = resultOf(String(expression), variables);
  if (!result) return undefined;
  return 'value' in result
    ? result.value === true
    : `expression '${String(expression)}' resulted in error: ${result.error}`;
}

/** A policy runs once for each of its parameters. */
function runsOf(
  policy: Stored,
  binding: Stored,
  request: PolicyRequest,
  cluster: Cluster,
): PolicyRun[] {
  const kind = at(policy.live, 'spec.paramKind');
  const ref = at(binding.live, 'spec.paramRef');
  const run = { policy, binding, request };
  if (!isFields(kind) || !isFields(ref)) return [run];
  const [apiVersion, kindName] = [String(kind.apiVersion), String(kind.kind)];
  const kindKey = `${groupOf(apiVersion)}/${kindName}`;
  const namespace =
    typeof ref.namespace === 'string' && ref.namespace !== '' ? ref.namespace : request.namespace;
  const isIn = ({ sent }: Stored) => sent.namespace === undefined || sent.namespace === namespace;
  const isNamed = typeof ref.name === 'string' && ref.name !== '';
  const isMeant = (one: Stored) =>
    isIn(one) && (isNamed ? one.sent.name === ref.name : selects(ref.selector, labelsOf(one.live)));
  const params = [...cluster.ofKind(kindKey)].filter(isMeant);
  if (params.length > 0) return params.map((one) => ({ ...run, params: one }));
  if (
    namespace === undefined &&
    groupOf(apiVersion) === '' &&
    !isClusterScoped(apiVersion, kindName)
  ) {
    return [
      {
        ...run,
        failure:
          'cannot use namespaced paramRef in policy binding that matches cluster-scoped resources',
      },
    ];
  }
  const what = isNamed
    ? `the ${kindName} ${JSON.stringify(ref.name)}`
    : `a ${kindName} that the binding ${JSON.stringify(binding.sent.name)} selects`;
  const doubt = cluster.doubt(kindKey, namespace, `whether ${what} is in the cluster`);
  if (doubt !== undefined) return [{ ...run, doubt }];
  if (ref.parameterNotFoundAction !== 'Deny') return [];
  const failure = 'no params found for policy binding with `Deny` parameterNotFoundAction';
  return [{ ...run, failure }];
}
