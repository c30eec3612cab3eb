/** Admission policies and their bindings as objects. */
import { Manifest, withoutUndefined } from '../kube';
import { Cel, NamedExpression } from './cel';

const GROUP = 'admissionregistration.k8s.io';
/** What a policy can do about a request that it objects to. */
export const ADMISSION_ACTIONS = ['Deny', 'Warn', 'Audit'] as const;
/** What becomes of a request when an expression fails, or a parameter cannot be read. */
export const FAILURE_POLICIES = ['Fail', 'Ignore'] as const;

/** What has to hold, and what is said otherwise. */
export interface Validation {
  readonly expression: Cel;
  readonly message: string;
  /** The reason of the answer, which decides its status code. */
  readonly reason?: string;
}

/** Which requests a policy looks at. */
interface MatchConstraints {
  readonly objectSelector?: { readonly matchLabels: { readonly [key: string]: string } };
  readonly resourceRules: readonly { readonly [field: string]: unknown }[];
}

export interface PolicySpec {
  readonly name: string;
  readonly failurePolicy: string;
  /** The kind of objects that the policy runs for, once for each. */
  readonly paramKind?: { readonly apiVersion: string; readonly kind: string };
  readonly matchConstraints: MatchConstraints;
  readonly matchConditions?: readonly NamedExpression[];
  readonly variables?: readonly NamedExpression[];
}

interface ValidatingPolicySpec extends PolicySpec {
  readonly validations: readonly Validation[];
}

/** A policy that changes objects. */
interface MutatingPolicySpec extends PolicySpec {
  /** The version of the API: that of the cluster. */
  readonly version: string;
  /** JSON patches, each an expression. */
  readonly patches: readonly Cel[];
}

export interface ParamRef {
  readonly name: string;
  readonly namespace: string;
}

export interface BindingSpec {
  readonly name: string;
  /**
   * Whether the policy runs for each object of its kind of parameters. Without any, it does not run
   * at all.
   */
  readonly forEachParam?: boolean;
  /** The one object of that kind for which it runs. Without that object, it does not run at all. */
  readonly param?: ParamRef;
  readonly matchResources?: { readonly [field: string]: unknown };
}

export function validatingPolicy({ validations, ...spec }: ValidatingPolicySpec): Manifest {
  return policy('ValidatingAdmissionPolicy', 'v1', spec, { validations });
}

/** A ValidatingAdmissionPolicyBinding of the same name. */
export function validatingBinding(
  spec: BindingSpec,
  validationActions: readonly string[],
): Manifest {
  return binding('ValidatingAdmissionPolicyBinding', 'v1', spec, { validationActions });
}

/**
 * A MutatingAdmissionPolicy. Its patches do nothing where they are applied already, so it may run
 * again after others.
 */
export function mutatingPolicy({ version, patches, ...spec }: MutatingPolicySpec): Manifest {
  return policy('MutatingAdmissionPolicy', version, spec, {
    mutations: patches.map((expression) => ({ patchType: 'JSONPatch', jsonPatch: { expression } })),
    reinvocationPolicy: 'IfNeeded',
  });
}

/** A MutatingAdmissionPolicyBinding of the same name. */
export function mutatingBinding(spec: BindingSpec, version: string): Manifest {
  return binding('MutatingAdmissionPolicyBinding', version, spec, {});
}

function policy(
  kind: string,
  version: string,
  { name, ...spec }: PolicySpec,
  rest: object,
): Manifest {
  const { failurePolicy, paramKind, matchConstraints, matchConditions, variables } = spec;
  return withoutUndefined({
    apiVersion: `${GROUP}/${version}`,
    kind,
    metadata: { name },
    spec: { failurePolicy, paramKind, matchConstraints, matchConditions, variables, ...rest },
  });
}

/**
 * A parameter that is missing refuses nothing: the API server decides that before it looks at any
 * condition, whatever the actions are, so that `Deny` would refuse all requests of the resource,
 * and with them what ends its objects.
 */
function binding(
  kind: string,
  version: string,
  { name, forEachParam, param, matchResources }: BindingSpec,
  rest: object,
): Manifest {
  const chosen = forEachParam ? { selector: {} } : param;
  const paramRef = chosen && { ...chosen, parameterNotFoundAction: 'Allow' };
  return withoutUndefined({
    apiVersion: `${GROUP}/${version}`,
    kind,
    metadata: { name },
    spec: withoutUndefined({ policyName: name, paramRef, matchResources, ...rest }),
  });
}
